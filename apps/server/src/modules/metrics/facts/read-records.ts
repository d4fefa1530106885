import { setImmediate } from "node:timers/promises";
import { isDay } from "@console/contracts";
import { type Column, type FactTable, isMember } from "./fact-table.ts";
import { instantMicros } from "./instant.ts";

/** What a source gives: `source_key` and fields named like the table's columns. */
export type FactRecord = Readonly<Record<string, unknown>>;

/** What is wrong with a record, told so that its sender can mend it. */
export type Rejection = { index: number; field: string; message: string };

/** A member as a source names it: by a text, or by its own id and a text. */
export type NamedMember = { key: string; name: string };

/**
 * A checked record: its values in the order of the table's columns, undefined where it says nothing. A member is still
 * the one that was named.
 */
export type CheckedRecord = { sourceKey: string; values: unknown[] };

type Outcome<Value> = { value: Value } | { problem: string };

const longestText = 2000;

/** The columns of a table with their places, and which of them no record may leave out. */
type Form = { columns: ReadonlyMap<string, { column: Column; place: number }>; required: readonly string[] };

/** What was read of records, and what is wrong with the others. */
type ReadRecords = { checked: CheckedRecord[]; rejected: Rejection[] };

/** So many records are read before others get their turn: a millisecond or two. */
export const atATime = 100;

/** Checks records against their table; what a later record of the same key says wins over an earlier one. */
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
  const checked = new Map<string, CheckedRecord>();
  const entries = Object.entries(table.columns);
  const form: Form = {
    columns: new Map(entries.map(([name, column], place) => [name, { column, place }])),
    required: entries.flatMap(([name, { isRequired }]) => (isRequired ? [name] : [])),
  };
  const read = (record: FactRecord, index: number): void => {
    const problems = readRecord(form, record, (read) => {
      const earlier = checked.get(read.sourceKey);
      // A later record of the same key completes the earlier one, as it would in a batch of its own.
      checked.set(read.sourceKey, earlier ? completed(earlier, read) : read);
    });
    for (const problem of problems) rejected.push({ index, ...problem });
  };
  return { read, outcome: () => ({ checked: [...checked.values()], rejected }) };
}

function completed(earlier: CheckedRecord, later: CheckedRecord): CheckedRecord {
  return {
    ...later,
    values: later.values.map((value, place) => (value === undefined ? earlier.values[place] : value)),
  };
}

function readRecord(
  { columns, required }: Form,
  record: FactRecord,
  accept: (read: CheckedRecord) => void,
): Omit<Rejection, "index">[] {
  const problems: Omit<Rejection, "index">[] = [];
  const { source_key: sourceKey } = record;
  if (typeof sourceKey !== "string" || sourceKey === "" || sourceKey.length > 200 || sourceKey.includes("\0")) {
    problems.push({
      field: "source_key",
      message: "Every record needs the source's own key, a text of up to 200 characters.",
    });
  }
  const values: unknown[] = new Array(columns.size).fill(undefined);
  for (const name of required) {
    if (record[name] === undefined || record[name] === null)
      problems.push({ field: name, message: "This field is missing." });
  }
  for (const name of Object.keys(record)) {
    const given = record[name];
    if (name === "source_key" || given === undefined) continue;
    const known = columns.get(name);
    if (!known) problems.push({ field: name, message: "This table has no such field." });
    else {
      const outcome = readValue(known.column, given);
      if ("problem" in outcome) problems.push({ field: name, message: outcome.problem });
      else values[known.place] = outcome.value;
    }
  }
  if (problems.length === 0) accept({ sourceKey: String(sourceKey), values });
  return problems;
}

function readValue(column: Column, given: unknown): Outcome<unknown> {
  if (isMember(column)) return readMember(given);
  return given === null ? { value: column.ifEmpty ?? null } : readPlain(column, given);
}

function readMember(given: unknown): Outcome<NamedMember | null> {
  if (given === null || given === "") return { value: null };
  const { key, name } = typeof given === "object" ? (given as Partial<NamedMember>) : { key: given, name: given };
  const isText = (text: unknown): text is string =>
    typeof text === "string" && text.trim() !== "" && text.length <= 200 && !text.includes("\0");
  if (!isText(key) || !isText(name))
    return { problem: "Name it with a text of up to 200 characters, or with key and name." };
  return { value: { key: key.trim(), name: name.trim() } };
}

function readPlain({ type, most = Number.MAX_SAFE_INTEGER }: Column, given: unknown): Outcome<unknown> {
  if (typeof type === "object") return "fixed" in type ? readFixed(type.fixed, given) : readMember(given);
  switch (type) {
    case "instant": {
      const text = given instanceof Date && !Number.isNaN(given.getTime()) ? given.toISOString() : given;
      const micros = typeof text === "string" ? instantMicros(text) : null;
      return micros === null
        ? { problem: "Use an instant with its offset, such as 2026-03-18T09:30:00Z." }
        : { value: micros };
    }
    case "day":
      return typeof given === "string" && isDay(given) ? { value: given } : { problem: "Use a day as YYYY-MM-DD." };
    case "integer":
      if (!Number.isSafeInteger(given)) return { problem: "Use a whole number." };
      return Math.abs(given as number) <= most ? { value: given } : { problem: `Use a whole number up to ${most}.` };
    case "decimal":
      return typeof given === "number" && Number.isFinite(given) ? { value: given } : { problem: "Use a number." };
    case "flag":
      return typeof given === "boolean" ? { value: given } : { problem: "Use true or false." };
    case "text":
      return typeof given === "string" && given.length <= longestText && !given.includes("\0")
        ? { value: given }
        : { problem: `Use a text of up to ${longestText} characters.` };
    case "json":
      return JSON.stringify(given).includes("\\u0000")
        ? { problem: "Leave out the character NUL, which cannot be stored." }
        : { value: given };
  }
}

function readFixed(members: readonly string[], given: unknown): Outcome<number> {
  const place = members.indexOf(String(given));
  return place >= 0 ? { value: place + 1 } : { problem: `Use one of: ${members.join(", ")}.` };
}
