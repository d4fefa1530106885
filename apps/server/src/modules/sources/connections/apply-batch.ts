import type { FactBatch, SourceBatch } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import { ingestFacts } from "../../metrics/index.ts";
import type { Connection } from "./connection-store.ts";
import { countValues, insertRejects, type Reject } from "./reject-store.ts";
import type { RowCounts, Run } from "./run-store.ts";

/** Takes in one piece of a source: its facts, what could not be read, and what the mapping does not know. */
export async function applyBatch(
  context: Context,
  { connection, run }: { connection: Pick<Connection, "id">; run: Pick<Run, "id"> },
  batch: SourceBatch,
): Promise<RowCounts> {
  const counts: RowCounts = { read: batch.read, written: 0, unchanged: 0, deleted: 0, rejected: 0 };
  const rejects: Reject[] = batch.unreadable.map(({ row, ...rest }) => ({ ...rest, record: row }));
  for (const facts of batch.facts) {
    const { fact, records, deletions = [] } = facts;
    const outcome = await ingestFacts(context, { fact, source: connection.id, records, deletions });
    counts.written += outcome.written;
    counts.unchanged += outcome.unchanged;
    counts.deleted += outcome.deleted;
    rejects.push(...toRejects(facts, outcome.rejected));
  }
  counts.rejected = rejects.length;
  await insertRejects(context, { connection: connection.id, run: run.id }, rejects);
  await countValues(context, connection.id, batch.unmapped);
  return counts;
}

/** One reject for each row, with all that is wrong with it. */
function toRejects(
  { fact, records, rows }: FactBatch,
  rejected: readonly { index: number; field: string; message: string }[],
): Reject[] {
  const byRow = new Map<number, { field: string; message: string }[]>();
  for (const { index, ...wrong } of rejected) byRow.set(index, [...(byRow.get(index) ?? []), wrong]);
  return [...byRow].map(([index, wrong]) => ({
    fact,
    place: rows[index]?.place ?? "",
    field: wrong.map(({ field }) => field).join(", "),
    reason: wrong.map(({ field, message }) => `${field}: ${message}`).join(" "),
    record: rows[index]?.row ?? records[index] ?? {},
  }));
}
