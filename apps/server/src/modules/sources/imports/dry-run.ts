import type { ImportPreview } from "@console/contracts";
import { TextCounter } from "../../../connectors/cells/hash-text.ts";
import type { SourceRecord } from "../../../connectors/connector.ts";
import { type FileRow, rowField } from "../../../connectors/file/index.ts";
import type { Context } from "../../../platform/context.ts";
import type { LongWork } from "../../../platform/jobs/define-job.ts";
import { type CheckedRecords, checkRecords, countStored, type FactTable, judgeRecords } from "../../metrics/index.ts";
import { toKind } from "../mapping/count-notes.ts";
import { listWithdrawn, type MappedSourceRow, mapRows } from "../mapping/map-batch.ts";
import { hasMadeKeys, type MappedRow, type RowReader } from "../mapping/map-row.ts";
import { noteEmptied } from "../mapping/note-emptied.ts";
import { ReturnCounter } from "./count-returns.ts";
import { canWithdraw, findSales, toSale } from "./withdraw-lines.ts";

type Counts = Omit<NonNullable<ImportPreview["counts"]>, "doubledLoads">;
/** Rows that are here already, by the load that has written them, as they are or with another value; null where no load is known. */
type DoubledLoad = { source: string; load: string | null; rows: number; corrections: number };
type Kinds = Map<string, Counts["problems"][number]>;

type Doubled = Pick<DoubledLoad, "rows" | "corrections">;

/** What becomes of a stored sale whose line comes again and is left out. */
const withdrawnSale = { field: "is_return", message: "The sale is stored already and will be removed." };

const mostKinds = 200;
/** Rows that look like corrections are counted up to this. */
const mostCorrected = 50_000;
/** Lines that are left out are looked for among the stored sales up to this. */
const mostWithdrawn = 50_000;

/** What all files of a load would do, counted as a load counts it; nothing is written. */
export async function countLoad(
  parts: AsyncIterable<{ file: number; rows: FileRow[] }>,
  reader: RowReader,
  { inTenant, connection, table }: { inTenant: LongWork["inTenant"]; connection: string; table: FactTable },
): Promise<Counts & { doubledLoads: DoubledLoad[] }> {
  const doubledLoads = new Map<string, DoubledLoad>();
  const counts = { read: 0, written: 0, replaced: 0, unchanged: 0, duplicates: 0, rejected: 0, leftOut: 0, doubles: 0 };
  const [problems, notes]: [Kinds, Kinds] = [new Map(), new Map()];
  const newNames = new NewNames(reader);
  const keys = new TextCounter();
  const returns = new ReturnCounter();
  const isKnownByContent = hasMadeKeys(reader);
  const { duplicates: rule = "last" } = reader.mapping;
  const corrected: { source: string; key: string; load: string }[] = [];
  const leftOut: SourceRecord[] = [];
  const addDoubled = ({ source, load }: { source: string; load: string | null }, more: Doubled) => {
    const before = doubledLoads.get(`${source} ${load}`) ?? { rows: 0, corrections: 0 };
    const [rows, corrections] = [before.rows + more.rows, before.corrections + more.corrections];
    doubledLoads.set(`${source} ${load}`, { source, load, rows, corrections });
  };
  for await (const part of parts) {
    counts.read += part.rows.length;
    const { checked, good, rejected, mapped } = await checkRows(part.rows, reader, { problems, notes, newNames });
    counts.rejected += rejected;
    counts.leftOut += mapped.filter(({ isLeftOut }) => isLeftOut).length;
    const fresh = chooseFresh(checked, reader, keys);
    counts.duplicates += checked.records.length - fresh.records.length;
    for (const { index } of fresh.records) returns.add(good[index]?.record ?? {});
    const { judgement, emptied, withdrawn } = await inTenant(async (context: Context) => ({
      judgement: await judgeRecords(context, { source: connection, isKnownByContent }, fresh),
      emptied: await noteEmptied(context, { table, connection }, reader, mapped),
      withdrawn: await countStored(context, { table, source: connection }, listWithdrawn(mapped, rule)),
    }));
    for (const note of emptied) addKind(notes, note, note.rows);
    if (canWithdraw(reader)) {
      const lines = mapped.filter(({ isLeftOut }) => isLeftOut).slice(0, mostWithdrawn - leftOut.length);
      leftOut.push(...lines.map(({ row: { values } }) => toSale(values, reader)));
    }
    if (withdrawn > 0) addKind(notes, withdrawnSale, withdrawn);
    counts.written += judgement.written;
    counts.replaced += judgement.replaced;
    counts.unchanged += judgement.unchanged;
    counts.doubles += judgement.doubles;
    for (const { rows, ...found } of judgement.doubledLoads) addDoubled(found, { rows, corrections: 0 });
    corrected.push(...judgement.corrected.slice(0, mostCorrected - corrected.length));
  }
  const same = await inTenant((context) =>
    findSales(context, { source: connection, exceptLoad: null }, reader, leftOut),
  );
  // A stored sale that the file still holds was not cancelled.
  const gone = same.map(({ records, keys: own }) => Math.min(records, own.filter((key) => !isHeld(key, keys)).length));
  const cancelled = gone.reduce((sum, rows) => sum + rows, 0);
  if (cancelled > 0) addKind(notes, withdrawnSale, cancelled);
  // A stored row that the file still holds was not corrected.
  const corrections = corrected.filter(({ source, key }) => source !== connection || !isHeld(key, keys));
  for (const found of corrections) addDoubled(found, { rows: 0, corrections: 1 });
  return {
    ...counts,
    corrections: corrections.length,
    returns: returns.finish(),
    problems: ranked(problems),
    notes: ranked(notes),
    newNames: newNames.finish(),
    doubledLoads: [...doubledLoads.values()],
  };
}

const mostNames = 1000;

/** Gathers the names whose rows would wait, by their fields. */
class NewNames {
  private readonly reader: RowReader;
  private readonly found = new Map<string, { names: Set<string>; rows: number }>();

  constructor(reader: RowReader) {
    this.reader = reader;
  }

  /** Counts the new names of a row; gives their fields. */
  add({ unmapped }: Pick<MappedRow, "unmapped">): ReadonlySet<string> {
    const fields = new Set<string>();
    for (const { field, value } of unmapped) {
      if (!this.reader.existingNames?.has(field)) continue;
      const found = this.found.get(field) ?? { names: new Set<string>(), rows: 0 };
      found.rows++;
      if (found.names.size < mostNames) found.names.add(value.slice(0, 200));
      this.found.set(field, found);
      fields.add(field);
    }
    return fields;
  }

  finish(): Counts["newNames"] {
    return [...this.found].map(([field, { names, rows }]) => {
      const label = this.reader.fields.find(({ name }) => name === field)?.label ?? field;
      return { field, label, names: [...names].sort(), rows };
    });
  }
}

/** The rows of a piece that can be taken in; what is wrong with the others is counted by its kind. */
async function checkRows(
  rows: readonly FileRow[],
  reader: RowReader,
  { problems, notes, newNames }: { problems: Kinds; notes: Kinds; newNames: NewNames },
): Promise<{ checked: CheckedRecords; good: MappedSourceRow[]; rejected: number; mapped: MappedSourceRow[] }> {
  const broken = rows.filter(({ problem }) => problem !== null);
  for (const { problem } of broken) addKind(problems, { field: rowField, message: problem ?? "" });
  const mapped = mapRows(
    rows.filter(({ problem }) => problem === null),
    reader,
  );
  const good = mapped.filter((row) => row.problems.length === 0);
  for (const row of mapped) {
    const waiting = newNames.add(row);
    // New names are told by themselves.
    for (const problem of row.problems) if (!waiting.has(problem.field)) addKind(problems, problem);
  }
  for (const row of good) for (const note of row.notes) addKind(notes, note);
  const { checked, rejected } = await checkRecords(
    reader.mapping.fact,
    good.map(({ record }) => record),
  );
  for (const { field, message } of rejected) addKind(problems, { field, message });
  return { checked, good, rejected: rows.length - checked.records.length, mapped };
}

/** One record for each key that has not come before; with `each`, equal rows have keys of their own. */
function chooseFresh({ fact, records }: CheckedRecords, { mapping }: RowReader, keys: TextCounter): CheckedRecords {
  if (mapping.duplicates === "each") {
    return {
      fact,
      records: records.map((record) => {
        const before = keys.add(record.sourceKey);
        return before === 0 ? record : { ...record, sourceKey: `${record.sourceKey} ${before + 1}` };
      }),
    };
  }
  const isFirst = records.map(({ sourceKey }) => keys.add(sourceKey) === 0);
  if (mapping.duplicates === "first") return { fact, records: records.filter((_, index) => isFirst[index]) };
  // Of those that came before in this piece the last one counts; an earlier piece has been counted already.
  const fresh = new Set(records.filter((_, index) => isFirst[index]).map(({ sourceKey }) => sourceKey));
  const last = new Map(records.map((record) => [record.sourceKey, record]));
  return { fact, records: [...last.values()].filter(({ sourceKey }) => fresh.has(sourceKey)) };
}

/** Whether a file has the row that is stored under a key; of equal rows the second one has a key with its number. */
function isHeld(key: string, keys: TextCounter): boolean {
  const [, own, ordinal] = /^(row [\w-]{32}) (\d+)$/.exec(key) ?? [];
  return own === undefined ? keys.has(key) : keys.count(own) >= Number(ordinal);
}

function addKind(kinds: Kinds, { field, message }: { field: string; message: string }, rows = 1): void {
  const existing = kinds.get(toKind({ field, message }));
  if (existing) existing.rows += rows;
  else if (kinds.size < mostKinds) kinds.set(toKind({ field, message }), { field, message, rows });
}

function ranked(kinds: Kinds): Counts["problems"] {
  return [...kinds.values()].sort((a, b) => b.rows - a.rows);
}
