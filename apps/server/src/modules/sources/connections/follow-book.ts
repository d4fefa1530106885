import type { FactBatch, SourceBatch } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import { labelForField } from "../mapping/target-tables.ts";
import type { Book, RunScope } from "../sources.ts";
import { closeTaken, insertRejects, type Reject } from "./reject-store.ts";
import type { RowCounts } from "./run-store.ts";

/** The table whose rows are entries of the ledger together. */
const postings = "ledger_postings";
const keyField = "entry_key";

/**
 * Takes the postings of a piece into the book. Those of entries that cannot be posted are rejected with the reason and
 * keep what they say: they are tried again with each posting of their entry that comes, and when they are replayed.
 */
export async function followBook(
  context: Context,
  { connection, run }: Pick<RunScope, "connection" | "run">,
  { book, facts, counts }: { book: Book; facts: SourceBatch["facts"]; counts: RowCounts },
): Promise<RowCounts> {
  const batches = facts.filter(({ fact }) => fact === postings);
  const entryKeys = new Set(batches.flatMap(({ records }) => records.map(readEntryKey)));
  const hasOneSide = isOneSided(run.task.mapping ?? connection.mapping);
  const source = connection.id;
  const { waiting, taken } = await book.follow(context, { source, entryKeys: [...entryKeys], hasOneSide });
  const mended = await closeTaken(context, {
    connection: source,
    run: run.id,
    fact: postings,
    field: keyField,
    keys: taken,
  });
  const rejects = batches.flatMap((batch) => toRejects(batch, waiting));
  await insertRejects(context, { connection: source, run: run.id }, rejects);
  return shiftCounts(counts, rejects.length - mended);
}

const readEntryKey = (record: Readonly<Record<string, unknown>>) => String(record[keyField] ?? "");

/** A list whose rows are all of one kind of account, whatever they say, has no other side. */
function isOneSided(mapping: Readonly<Record<string, unknown>> | null | undefined): boolean {
  const fields = mapping?.fields as Readonly<Record<string, { constant?: string }>> | undefined;
  return fields?.account_type?.constant !== undefined;
}

function toRejects({ fact, records, rows }: FactBatch, waiting: ReadonlyMap<string, string>): Reject[] {
  return records.flatMap((record, index) => {
    const problem = waiting.get(readEntryKey(record));
    if (problem === undefined) return [];
    const row = rows[index];
    const key = record.source_key;
    const reject: Reject = {
      fact,
      place: row?.place ?? "",
      field: keyField,
      reason: `${labelForField(fact, keyField)}: ${problem}`,
      record: row?.row ?? record,
      order: row?.order ?? 0,
      day: row?.day ?? null,
      ...(row?.amount !== undefined && { amount: row.amount }),
      ...(typeof key === "string" && { key }),
    };
    return [reject];
  });
}

/** Counts rows as rejected that were taken in before the book was asked, or the other way round. */
function shiftCounts(counts: RowCounts, rejected: number): RowCounts {
  if (rejected === 0) return counts;
  if (rejected < 0) return { ...counts, written: counts.written - rejected, rejected: counts.rejected + rejected };
  const written = Math.min(counts.written, rejected);
  const replaced = Math.min(counts.replaced, rejected - written);
  const unchanged = Math.min(counts.unchanged, rejected - written - replaced);
  return {
    ...counts,
    written: counts.written - written,
    replaced: counts.replaced - replaced,
    unchanged: counts.unchanged - unchanged,
    rejected: counts.rejected + written + replaced + unchanged,
  };
}
