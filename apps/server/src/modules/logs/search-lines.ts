import type {
  countLogLines as countContract,
  listLogLines as listContract,
  RouteOutput,
  tailLogLines as tailContract,
} from "@console/contracts";
import type { z } from "zod";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { countBars } from "../../platform/logs/count-lines.ts";
import { selectLines } from "../../platform/logs/select-lines.ts";
import { redactText } from "../../platform/telemetry/redact.ts";
import { requirePlace, writePlace } from "./line-place.ts";
import { presentLines } from "./present-lines.ts";
import { resolveSearch } from "./resolve-search.ts";

/** One page of what a search finds. The first page of a search is noted in the audit log. */
export async function listLogLines(
  context: Context,
  { query, since, until, cursor, limit }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const search = await resolveSearch(context, { query, since, until });
  const beyond = cursor === undefined ? null : requirePlace(cursor);
  const lines = await selectLines(context.db, search, { order: "newest first", beyond, limit: limit + 1 });
  if (!beyond) {
    const details = { query: redactText(query), ...(since && { since }), ...(until && { until }) };
    await recordAudit(context, { act: "logs.searched", subject: "logs", details });
  }
  const page = lines.slice(0, limit);
  const last = page.at(-1);
  return { items: await presentLines(context, page), next: lines.length > limit && last ? writePlace(last) : null };
}

const mostTailed = 500;

/** What came since an instant: what a page that follows the log asks for again and again. */
export async function tailLogLines(
  context: Context,
  { query, since }: z.output<(typeof tailContract)["input"]>,
): Promise<RouteOutput<typeof tailContract>> {
  const search = await resolveSearch(context, { query, since });
  const lines = await selectLines(context.db, search, { order: "newest first", limit: mostTailed + 1 });
  const newest = lines.slice(0, mostTailed).reverse();
  return { items: await presentLines(context, newest), isCut: lines.length > mostTailed };
}

/** How many lines a search finds, by equal pieces of its range. */
export async function countLogLines(
  context: Context,
  input: z.output<(typeof countContract)["input"]>,
): Promise<RouteOutput<typeof countContract>> {
  const search = await resolveSearch(context, input);
  const { since, until } = search;
  if (!since || !until) throw new AppError("invalid_input", "Choose a range.");
  const { stepSeconds, bars, countedSince } = await countBars(context.db, { ...search, since, until });
  return {
    stepSeconds,
    bars: bars.map((bar) => ({ ...bar, at: bar.at.toISOString() })),
    countedSince: countedSince?.toISOString() ?? null,
  };
}
