import type { SourceRecord } from "../../../connectors/connector.ts";
import { listWithdrawn, type MappedSourceRow } from "../mapping/map-batch.ts";
import type { RowReader } from "../mapping/map-row.ts";
import { requireTable } from "../mapping/target-tables.ts";
import type { RunScope } from "../sources.ts";
import { isKey, selectListed } from "./listed-store.ts";
import { addRows, type ListedRow, type Listing, takeRows } from "./listing.ts";
import { countRows, selectByKeys } from "./listing-store.ts";
import { ownDay } from "./own-day.ts";

/**
 * A listing with some more rows, and their keys. Rows that cannot be taken in are in the list all the same, unless someone
 * has chosen to leave them out; a row that came before, as when pages shift while they are read, counts once.
 */
export async function noteRows(
  { connection, run, inTenant }: Pick<RunScope, "connection" | "run" | "inTenant">,
  listing: Listing,
  mapped: readonly MappedSourceRow[],
  { mapping: { fact, fields, duplicates = "last" }, timeZone }: Pick<RowReader, "mapping" | "timeZone">,
): Promise<{ listing: Listing; keys: string[] }> {
  if (mapped.length === 0) return { listing, keys: [] };
  const table = requireTable(connection.source, fact);
  const rows = new Map<string, ListedRow>();
  for (const [index, row] of mapped.entries()) {
    if (row.isLeftOut) continue;
    const key = String(row.record.source_key);
    // Where each of equal rows counts, each is in the list.
    rows.set(duplicates === "each" ? `${key} ${index}` : key, {
      key,
      day: ownDay(table, row, timeZone),
      amount: readAmount(row.record, table.amountField),
    });
  }
  // A row that comes again and is left out now takes the earlier one with it.
  const withdrawn = listWithdrawn(mapped, duplicates);
  for (const key of withdrawn) rows.delete(key);
  const keys = [...new Set([...rows.values()].map(({ key }) => key))].filter(isKey);
  const ours = { table, connection: connection.id };
  const { before, existing, gone } = await inTenant(async (context) => {
    const existing = await selectListed(context, { run: run.id, fact, keys: [...keys, ...withdrawn] });
    const again = duplicates === "first" ? [] : withdrawn.filter((key) => existing.has(key));
    return {
      before: listing.fact === fact ? listing.before : await countRows(context, ours),
      existing,
      gone: await selectByKeys(context, ours, again),
    };
  });
  const unread = fields.source_key
    ? 0
    : mapped.filter(({ problems, isLeftOut }) => problems.length > 0 && !isLeftOut).length;
  const fresh = [...rows.values()].filter(({ key }) => duplicates === "each" || !existing.has(key));
  const added = addRows({ ...listing, fact, before, unknown: listing.unknown + unread }, fresh);
  return { listing: takeRows(added, [...gone.values()]), keys };
}

/** What a row is worth in the field that its table is measured by. */
export function readAmount(record: SourceRecord, field: string | undefined): number {
  const amount = field === undefined ? 0 : record[field];
  return typeof amount === "number" ? amount : 0;
}
