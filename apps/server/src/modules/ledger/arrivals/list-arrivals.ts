import type { listLedgerArrivals as listContract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { foreignCursor, readCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { selectEvenRemoved } from "../../sources/index.ts";
import { countWaiting, selectWaiting, type WaitingPlace } from "./arrival-store.ts";

/** Entries of sources that are not in the book as their sources say them, the ones that wait longest first. */
export async function listArrivals(
  context: Context,
  { cursor, limit }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  const rows = await selectWaiting(context, { after: readPlace(cursor), limit: limit + 1 });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const names = new Map((await selectEvenRemoved(context)).map(({ id, name }) => [id, name]));
  return {
    ...(await countWaiting(context)),
    items: shown.map(({ source, entryKey, day, postings, problem, since }) => ({
      source: { id: source, name: names.get(source) ?? source },
      entryKey,
      day,
      postings,
      problem: problem ?? "",
      since: since.toISOString(),
    })),
    next:
      rows.length > limit && last
        ? writeCursor([last.since.toISOString(), last.source, last.entryKey, last.day])
        : null,
  };
}

function readPlace(cursor: string | undefined): WaitingPlace | null {
  if (cursor === undefined) return null;
  const [since, source, entryKey, day] = readCursor(cursor, 4) ?? [];
  const time = typeof since === "string" ? new Date(since) : null;
  if (!time || Number.isNaN(time.getTime()) || typeof source !== "string") throw foreignCursor();
  if (typeof entryKey !== "string" || typeof day !== "string" || !/^\d{4}-\d\d-\d\d$/.test(day)) throw foreignCursor();
  return { since: time, source, entryKey, day };
}
