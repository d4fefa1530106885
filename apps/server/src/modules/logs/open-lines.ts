import type {
  getLogContext as contextContract,
  RouteOutput,
  listRequestLines as requestContract,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { findLine, selectLines } from "../../platform/logs/select-lines.ts";
import { readPlace } from "./line-place.ts";
import { presentLines } from "./present-lines.ts";

const linesAround = 50;
const everything = { terms: [], since: null, until: null };

/** A line with those around it, whatever a search finds. */
export async function getLogContext(
  context: Context,
  { line: place }: z.output<(typeof contextContract)["input"]>,
): Promise<RouteOutput<typeof contextContract>> {
  const at = readPlace(place);
  const line = at && (await findLine(context.db, at));
  if (!line) throw new AppError("not_found", "This log line is no longer kept.");
  const around = { beyond: line, limit: linesAround };
  const before = await selectLines(context.db, everything, { order: "newest first", ...around });
  const after = await selectLines(context.db, everything, { order: "oldest first", ...around });
  await recordAudit(context, { act: "logs.opened", subject: `logs/${line.at.toISOString()}` });
  const items = await presentLines(context, [...before.reverse(), line, ...after]);
  return { line: items[before.length] as (typeof items)[number], items };
}

const mostOfRequest = 1000;

/** The lines of one request, wherever it went. */
export async function listRequestLines(
  context: Context,
  { request }: z.output<(typeof requestContract)["input"]>,
): Promise<RouteOutput<typeof requestContract>> {
  const search = { ...everything, terms: [{ field: "request" as const, value: request, isExcluded: false }] };
  const lines = await selectLines(context.db, search, { order: "oldest first", limit: mostOfRequest + 1 });
  await recordAudit(context, { act: "logs.opened", subject: `requests/${request}` });
  return {
    items: await presentLines(context, lines.slice(0, mostOfRequest)),
    isCut: lines.length > mostOfRequest,
  };
}
