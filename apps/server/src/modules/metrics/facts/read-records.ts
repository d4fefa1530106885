import { isDay } from "@console/contracts";
import type { Column, FactTable } from "./fact-table.ts";

/** What a source gives: `source_key` and fields named like the table's columns. */
export type FactRecord = Readonly<Record<string, unknown>>;

/** What is wrong with a record, told so that its sender can mend it. */
export type Rejection = { index: number; field: string; message: string };

/** A member as a source names it: by a text, or by its own id and a text. */
export type NamedMember = { key: string; name: string };

/** A checked record: plain columns as they are stored, and members still by name. */
export type CheckedRecord = {
  sourceKey: string;
  plain: Record<string, unknown>;
  members: Record<string, NamedMember | null>;
};

type Outcome<Value> = { value: Value } | { problem: string };

const longestText = 2000;

/** Checks records against their table; what a later record of the same key says wins over an earlier one. */
export function readRecords(
  table: FactTable,
  records: readonly FactRecord[],
): { checked: CheckedRecord[]; rejected: Rejection[] } {
  const rejected: Rejection[] = [];
  const checked = new Map<string, CheckedRecord>();
  const required = Object.keys(table.columns).filter((name) => table.columns[name]?.isRequired);
  for (const [index, record] of records.entries()) {
    const problems = readRecord(table, record, required, (read) => {
      // A later record of the same key completes the earlier one, as it would in a batch of its own.
      const { plain, members } = checked.get(read.sourceKey) ?? read;
      checked.set(read.sourceKey, {
        ...read,
        plain: { ...plain, ...read.plain },
        members: { ...members, ...read.members },
      });
    });
    for (const problem of problems) rejected.push({ index, ...problem });
  }
  return { checked: [...checked.values()], rejected };
}

function readRecord(
  table: FactTable,
  record: FactRecord,
  required: readonly string[],
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
  const read: CheckedRecord = { sourceKey: String(sourceKey), plain: {}, members: {} };
  for (const name of required) {
    if (record[name] === undefined || record[name] === null)
      problems.push({ field: name, message: "This field is missing." });
  }
  for (const [name, given] of Object.entries(record)) {
    if (name === "source_key" || given === undefined) continue;
    const column = table.columns[name];
    if (!column) problems.push({ field: name, message: "This table has no such field." });
    else if (typeof column.type === "object" && "member" in column.type) {
      const outcome = readMember(given);
      if ("problem" in outcome) problems.push({ field: name, message: outcome.problem });
      else read.members[name] = outcome.value;
    } else if (given === null) read.plain[name] = column.ifEmpty ?? null;
    else {
      const outcome = readPlain(column, given);
      if ("problem" in outcome) problems.push({ field: name, message: outcome.problem });
      else read.plain[name] = outcome.value;
    }
  }
  if (problems.length === 0) accept(read);
  return problems;
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

const dayPattern = /^\d{4}-\d{2}-\d{2}$/;
const instantPattern = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/;

function readPlain({ type, most = Number.MAX_SAFE_INTEGER }: Column, given: unknown): Outcome<unknown> {
  if (typeof type === "object") return "fixed" in type ? readFixed(type.fixed, given) : readMember(given);
  switch (type) {
    case "instant": {
      const text = given instanceof Date ? given.toISOString() : given;
      const isInstant =
        typeof text === "string" &&
        instantPattern.test(text) &&
        isDay(text.slice(0, 10)) &&
        !Number.isNaN(Date.parse(text));
      return isInstant ? { value: text } : { problem: "Use an instant with its offset, such as 2026-03-18T09:30:00Z." };
    }
    case "day":
      return typeof given === "string" && dayPattern.test(given) && isDay(given)
        ? { value: given }
        : { problem: "Use a day as YYYY-MM-DD." };
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
