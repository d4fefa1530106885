import type { SourceRecord } from "../../../connectors/connector.ts";
import type { MappedSourceRow } from "../mapping/map-batch.ts";
import type { RowReader } from "../mapping/map-row.ts";
import { requireTable } from "../mapping/target-tables.ts";
import type { RunScope } from "../sources.ts";
import { isKey, selectListed } from "./listed-store.ts";
import { addRows, type ListedRow, type Listing } from "./listing.ts";
import { countRows } from "./listing-store.ts";
import { ownDay } from "./own-day.ts";

/**
 * A listing with some more rows, and their keys. Rows that cannot be taken in are in the list all the same; a row that
 * came before, as when pages shift while they are read, counts once.
 */
export async function noteRows(
  { connection, run, inTenant }: Pick<RunScope, "connection" | "run" | "inTenant">,
  listing: Listing,
  mapped: readonly MappedSourceRow[],
  { mapping: { fact, fields, duplicates }, timeZone }: Pick<RowReader, "mapping" | "timeZone">,
): Promise<{ listing: Listing; keys: string[] }> {
  if (mapped.length === 0) return { listing, keys: [] };
  const table = requireTable(connection.source, fact);
  const rows = new Map<string, ListedRow>();
  for (const [index, row] of mapped.entries()) {
    const key = String(row.record.source_key);
    // Where each of equal rows counts, each is in the list.
    rows.set(duplicates === "each" ? `${key} ${index}` : key, {
      key,
      day: ownDay(table, row, timeZone),
      amount: readAmount(row.record, table.amountField),
    });
  }
  const keys = [...new Set([...rows.values()].map(({ key }) => key))].filter(isKey);
  const { before, known: existing } = await inTenant(async (context) => ({
    before: listing.fact === fact ? listing.before : await countRows(context, { table, connection: connection.id }),
    known: await selectListed(context, { run: run.id, fact, keys }),
  }));
  const unread = fields.source_key ? 0 : mapped.filter(({ problems }) => problems.length > 0).length;
  const fresh = [...rows.values()].filter(({ key }) => duplicates === "each" || !existing.has(key));
  return { listing: addRows({ ...listing, fact, before, unknown: listing.unknown + unread }, fresh), keys };
}

/** What a row is worth in the field that its table is measured by. */
export function readAmount(record: SourceRecord, field: string | undefined): number {
  const amount = field === undefined ? 0 : record[field];
  return typeof amount === "number" ? amount : 0;
}
