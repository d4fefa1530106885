import type {
  getLedgerEntry as getContract,
  LedgerEntryHead,
  listLedgerEntries as listContract,
  RouteOutput,
} from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { foreignCursor, readCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { emptyRange } from "../../../platform/errors.ts";
import { bookSource, isOrder, spellReference } from "../../metrics/index.ts";
import { selectEntries, selectEntriesByReference } from "./entry-store.ts";
import { presentHead, readEntry, readNames } from "./present-entry.ts";

const mostWords = 6;

/** The entries of the book, the newest first. */
export async function listEntries(
  context: Context,
  { cursor, limit, q = "", state, from, to }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  if (from !== undefined && to !== undefined && to <= from) throw emptyRange("to", from);
  const rows = await selectEntries(context, {
    before: readPlace(cursor),
    limit: limit + 1,
    words: q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords),
    state: state ?? null,
    from: from ?? null,
    to: to ?? null,
  });
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const readers = await readNames(context, shown);
  return {
    items: shown.map((row) => presentHead(row, readers)),
    next: rows.length > limit && last ? writeCursor([String(last.seq)]) : null,
  };
}

/** An entry, and the order that its reference names where other facts belong to it. */
export async function getEntry(
  context: Context,
  { entry }: z.output<(typeof getContract)["input"]>,
): Promise<RouteOutput<typeof getContract>> {
  const found = await readEntry(context, entry);
  const { reference } = found;
  const hasOrder = reference !== null && (await isOrder(context, reference, { exceptSource: bookSource }));
  return { ...found, order: hasOrder ? reference : null };
}

/** The newest entries about an order, and how many there are. */
export async function listOrderEntries(
  context: Context,
  { reference, limit }: { reference: string; limit: number },
): Promise<{ items: LedgerEntryHead[]; total: number }> {
  const { rows, total } = await selectEntriesByReference(context, spellReference(reference), limit);
  const readers = await readNames(context, rows);
  return { items: rows.map((row) => presentHead(row, readers)), total };
}

function readPlace(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const [seq] = readCursor(cursor, 1) ?? [];
  if (typeof seq === "string" && /^\d{1,15}$/.test(seq)) return Number(seq);
  throw foreignCursor();
}
