import type { RawRow, SourceRecord } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import { checkRecords, findSameRows, type SameRows, storeChecked } from "../../metrics/index.ts";
import { selectRejects } from "../connections/reject-store.ts";
import { noRows } from "../connections/run-store.ts";
import { nothing } from "../listings/listing.ts";
import { rowReader } from "../mapping/map-batch.ts";
import { hasMadeKeys, mapRow, type RowReader } from "../mapping/map-row.ts";
import type { RunScope, RunStep } from "../sources.ts";
import { recountDays } from "./reconcile-files.ts";

const linesAtOnce = 2000;

/** How far a load is with its lines that are left out: the last one that was looked at. */
type WithdrawCursor = { withdrawn?: string };

/**
 * Once a load is in: removes the stored sales whose lines have come again and are left out, where lines are known by all
 * that they say. A cancelled line has another key than its sale, because its word is another; so it is found by what both
 * say beside the word. Gives the cursor that it ends with.
 */
export async function* withdrawLines(
  { connection, run, input, inTenant }: RunScope,
  cursor: Record<string, unknown>,
): AsyncGenerator<RunStep, Record<string, unknown>> {
  const reader = rowReader(connection.source, input.mapping, [], input);
  if (!canWithdraw(reader)) return cursor;
  const filter = { connection: connection.id, everyOf: run.id, limit: linesAtOnce };
  let reached: Record<string, unknown> & WithdrawCursor = { ...cursor, ...(run.cursor as WithdrawCursor | null) };
  for (;;) {
    const after = reached.withdrawn ?? "0";
    const rejects = await inTenant((context) => selectRejects(context, { ...filter, after }));
    const last = rejects.at(-1);
    if (!last) return reached;
    reached = { ...reached, withdrawn: last.id };
    const lines = rejects.filter(({ state }) => state === "left_out");
    if (lines.length === 0) continue;
    yield {
      ...nothing,
      cursor: reached,
      note: "Looking for sales that were cancelled since",
      refine: async (context) => {
        const records = lines.map(({ record }) => toSale(record as RawRow["values"], reader));
        const same = await findSales(context, { source: connection.id, exceptLoad: run.id }, reader, records);
        const deletions = same.flatMap(({ records: count, keys }) => keys.slice(0, count));
        const { fact } = reader.mapping;
        const target = { fact, source: connection.id, load: run.id, deletions };
        const { deleted } = await storeChecked(context, target, { fact, records: [] });
        if (deleted > 0) await recountDays(context, connection.id);
        return { counts: { ...noRows, deleted } };
      },
    } satisfies RunStep;
  }
}

/** Whether lines that are left out can only be told from their sales by what else they say. */
export function canWithdraw(reader: RowReader): boolean {
  return hasMadeKeys(reader) && Object.keys(reader.mapping.leftOutWords ?? {}).length > 0;
}

/** What a line that is left out was as a sale: without what the columns say that mark it. */
export function toSale(values: RawRow["values"], reader: RowReader): SourceRecord {
  const marks = Object.keys(reader.mapping.leftOutWords ?? {});
  const marked = new Set([
    ...marks,
    ...reader.computed.flatMap(({ name, columns }) => (columns.some((one) => marks.includes(one)) ? [name] : [])),
  ]);
  const fields = Object.entries(mapRow({ values }, reader).record).filter(
    ([name]) => !marked.has(reader.mapping.fields[name]?.from ?? ""),
  );
  return { is_return: false, ...Object.fromEntries(fields) };
}

/** The stored sales that lines were; a line that could be none is none of them. */
export async function findSales(
  context: Context,
  target: { source: string; exceptLoad: string | null },
  { mapping: { fact } }: Pick<RowReader, "mapping">,
  records: readonly SourceRecord[],
): Promise<SameRows[]> {
  const { checked } = await checkRecords(fact, records);
  return checked.records.length === 0 ? [] : findSameRows(context, target, checked);
}
