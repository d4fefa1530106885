import { setImmediate } from "node:timers/promises";
import { isDay } from "@console/contracts";
import { isCurrency } from "@console/figures/currency";
import { type Column, type FactTable, isMember } from "./fact-table.ts";
import { instantMicros } from "./instant.ts";

/** What a source gives: `source_key` and fields named like the table's columns. */
export type FactRecord = Readonly<Record<string, unknown>>;

/** What is wrong with a record, told so that its sender can mend it. */
export type Rejection = { index: number; field: string; message: string };

/** A member as a source names it: by a text, or by its own id and a text. */
export type NamedMember = { key: string; name: string };

/**
 * A checked record: which of the records it is, and its values in the order of the table's columns, undefined where it
 * says nothing. A member is still the one that was named. `fields` is the same number for all records with values in the
 * same columns.
 */
export type CheckedRecord = { index: number; sourceKey: string; fields: number; values: unknown[] };

/** What is wrong with a value. A batch has a hundred thousand values, so what is right comes without a wrapper. */
class Problem {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

type Named = Map<unknown, NamedMember>;

const longestText = 2000;

/**
 * The columns of a table with their indexes, and which of them no record may leave out; and the members that were named
 * so far, since most are named again and again.
 */
type Form = {
  columns: ReadonlyMap<string, { column: Column; index: number; mark: number }>;
  required: readonly string[];
  named: Named;
  judge: FactTable["judge"];
};

/** What was read of records, and what is wrong with the others. */
type ReadRecords = { checked: CheckedRecord[]; rejected: Rejection[] };

/** So many records are read before others get their turn: a millisecond or two. */
export const atATime = 100;

/** Checks records against their table. */
export function readRecords(table: FactTable, records: readonly FactRecord[]): ReadRecords {
  const reader = recordReader(table);
  records.forEach(reader.read);
  return reader.outcome();
}

/** The same for a batch that may be large: in between, other requests are answered. */
export async function readBatch(table: FactTable, records: readonly FactRecord[]): Promise<ReadRecords> {
  const reader = recordReader(table);
  for (const [index, record] of records.entries()) {
    if (index % atATime === 0) await setImmediate();
    reader.read(record, index);
  }
  return reader.outcome();
}

function recordReader(table: FactTable) {
  const rejected: Rejection[] = [];
  const checked: CheckedRecord[] = [];
  const entries = Object.entries(table.columns);
  const form: Form = {
    columns: new Map(entries.map(([name, column], index) => [name, { column, index, mark: 2 ** index }])),
    required: entries.flatMap(([name, { isRequired }]) => (isRequired ? [name] : [])),
    named: new Map(),
    judge: table.judge,
  };
  const read = (record: FactRecord, index: number): void => {
    const outcome = readRecord(form, record);
    if (!Array.isArray(outcome)) checked.push({ index, ...outcome });
    else for (const problem of outcome) rejected.push({ index, ...problem });
  };
  return { read, outcome: () => ({ checked, rejected }) };
}

/** One record for each key: a later one completes the earlier one, as it would in a batch of its own. */
export function mergeByKey(checked: readonly CheckedRecord[]): CheckedRecord[] {
  const merged = new Map<string, CheckedRecord>();
  for (const record of checked) {
    const earlier = merged.get(record.sourceKey);
    merged.set(record.sourceKey, earlier ? completed(earlier, record) : record);
  }
  return [...merged.values()];
}

function completed(earlier: CheckedRecord, later: CheckedRecord): CheckedRecord {
  const values = later.values.map((value, index) => (value === undefined ? earlier.values[index] : value));
  let fields = 0;
  for (const [index, value] of values.entries()) if (value !== undefined) fields += 2 ** index;
  return { index: later.index, sourceKey: later.sourceKey, fields, values };
}

type RecordProblems = Omit<Rejection, "index">[];

/** A record that is right, or what is wrong with it. */
function readRecord(
  { columns, required, named, judge }: Form,
  record: FactRecord,
): Omit<CheckedRecord, "index"> | RecordProblems {
  const problems: RecordProblems = [];
  const { source_key: sourceKey } = record;
  if (typeof sourceKey !== "string" || sourceKey === "" || sourceKey.length > 200 || sourceKey.includes("\0")) {
    problems.push({
      field: "source_key",
      message: "Every record needs the source's own key, a text of up to 200 characters.",
    });
  }
  for (const name of required) {
    if (record[name] === undefined || record[name] === null)
      problems.push({ field: name, message: "This field is missing." });
  }
  const values: unknown[] = new Array(columns.size).fill(undefined);
  let fields = 0;
  for (const name of Object.keys(record)) {
    const input = record[name];
    if (name === "source_key" || input === undefined) continue;
    const field = columns.get(name);
    const value = field ? readValue(field.column, input, named) : new Problem("This table has no such field.");
    if (value instanceof Problem) problems.push({ field: name, message: value.message });
    else if (field && value !== undefined) {
      values[field.index] = value;
      fields += field.mark;
    }
  }
  const problem = problems.length === 0 ? judge?.(record) : null;
  if (problem) problems.push(problem);
  return problems.length > 0 ? problems : { sourceKey: String(sourceKey), fields, values };
}

function readValue(column: Column, input: unknown, named: Named): unknown {
  if (isMember(column)) return named.get(input) ?? readMember(input, named);
  // Amounts without a currency of their own are in the tenant's, which is known where they are stored.
  if (column.type === "currency" && input === null) return undefined;
  return input === null ? (column.ifEmpty ?? null) : readPlain(column, input);
}

function readMember(input: unknown, named: Named): NamedMember | null | Problem {
  if (input === null || input === "") return null;
  const { key, name } = typeof input === "object" ? (input as Partial<NamedMember>) : { key: input, name: input };
  if (!isName(key) || !isName(name))
    return new Problem("Name it with a text of up to 200 characters, or with key and name.");
  const member = { key: key.trim(), name: name.trim() };
  if (typeof input === "string") named.set(input, member);
  return member;
}

function isName(text: unknown): text is string {
  return typeof text === "string" && text.trim() !== "" && text.length <= 200 && !text.includes("\0");
}

function readPlain({ type, most = Number.MAX_SAFE_INTEGER }: Column, input: unknown): unknown {
  if (typeof type === "object") return readFixed("fixed" in type ? type.fixed : [], input);
  switch (type) {
    case "instant": {
      const text = input instanceof Date && !Number.isNaN(input.getTime()) ? input.toISOString() : input;
      const micros = typeof text === "string" ? instantMicros(text) : null;
      return micros ?? new Problem("Use an instant with its offset, such as 2026-03-18T09:30:00Z.");
    }
    case "day":
      return typeof input === "string" && isDay(input) ? input : new Problem("Use a day as YYYY-MM-DD.");
    case "integer":
      if (!Number.isSafeInteger(input)) return new Problem("Use a whole number.");
      return Math.abs(input as number) <= most ? input : new Problem(`Use a whole number up to ${most}.`);
    case "decimal":
      return typeof input === "number" && Number.isFinite(input) ? input : new Problem("Use a number.");
    case "flag":
      return typeof input === "boolean" ? input : new Problem("Use true or false.");
    case "currency":
      return typeof input === "string" && isCurrency(input)
        ? input
        : new Problem("Use the code of a currency, such as USD.");
    case "text":
      return typeof input === "string" && input.length <= Math.min(most, longestText) && !input.includes("\0")
        ? input
        : new Problem(`Use a text of up to ${Math.min(most, longestText)} characters.`);
    case "json":
      return JSON.stringify(input).includes("\\u0000")
        ? new Problem("Remove the NUL character, which cannot be stored.")
        : input;
  }
}

function readFixed(members: readonly string[], input: unknown): number | Problem {
  const index = members.indexOf(String(input));
  return index >= 0 ? index + 1 : new Problem(`Use one of: ${members.join(", ")}.`);
}
