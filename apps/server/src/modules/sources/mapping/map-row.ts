import { createHash } from "node:crypto";
import type { FieldMapping, SourceMapping, TargetField } from "@console/contracts";
import type { RawRow, SourceRecord } from "../../../connectors/connector.ts";
import type { CompiledColumn } from "../computed/compile-columns.ts";
import { computeColumns } from "../computed/compute-columns.ts";
import { type DateStyle, readDay, readInstant } from "./read-date.ts";
import { readNumber } from "./read-number.ts";

/** What a row is read with: the fields of the table, and what its tenant and its columns are like. */
export type RowReader = {
  mapping: SourceMapping;
  fields: readonly TargetField[];
  timeZone: string;
  currencyDigits: number;
  /** How the days of a column are written, where the mapping does not say. */
  styles: ReadonlyMap<string, DateStyle>;
  /** Columns that are computed from those of the source. */
  computed: readonly CompiledColumn[];
};

export type MappedRow = {
  record: SourceRecord;
  problems: { field: string; message: string }[];
  unmapped: { field: string; value: string }[];
};

type Read = { value: unknown } | { problem: string; unmapped?: string };

/** A row of a source as a record of ours. What is empty is left out, so that it never takes the place of what we know. */
export function mapRow(row: Pick<RawRow, "values">, reader: RowReader): MappedRow {
  const { values, faults } = computeRow(row, reader);
  const record: Record<string, unknown> = {};
  const problems: MappedRow["problems"] = [];
  const unmapped: MappedRow["unmapped"] = [];
  for (const field of reader.fields) {
    const mapping = reader.mapping.fields[field.name];
    const fault = faults.get(mapping?.from ?? "");
    if (fault !== undefined) {
      problems.push({ field: field.name, message: fault });
      continue;
    }
    const raw = mapping ? readText(mapping, values) : "";
    if (!mapping || raw === "") {
      if (field.isRequired) problems.push({ field: field.name, message: missing(field, mapping) });
      continue;
    }
    const read = readField(field, mapping, raw, reader);
    if ("value" in read) record[field.name] = read.value;
    else {
      problems.push({ field: field.name, message: read.problem });
      if (read.unmapped !== undefined) unmapped.push({ field: field.name, value: read.unmapped });
    }
  }
  // Of what the source says alone: another expression does not make another row of it.
  record.source_key ??= makeKey(row.values);
  return { record, problems, unmapped };
}

/** A row of a source with its computed columns. */
export function computeRow(
  { values }: Pick<RawRow, "values">,
  reader: Pick<RowReader, "styles" | "timeZone" | "computed">,
) {
  const { styles, timeZone, computed } = reader;
  return computeColumns({ values, timeZone, styleFor: (column) => styles.get(column) ?? "iso" }, computed);
}

function readText({ from, constant = "" }: FieldMapping, values: RawRow["values"]): string {
  return (from === undefined ? "" : (ownText(values, from) ?? "").trim()) || constant.trim();
}

/** A column may be called like what every object has. */
function ownText(values: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function missing({ label }: TargetField, mapping: FieldMapping | undefined): string {
  return mapping?.from ? `${label} is empty; the column is "${mapping.from}".` : `${label} is not mapped to a column.`;
}

/** A row without a key of its own is known by all that it says: the same row again is the same one. */
function makeKey(values: RawRow["values"]): string {
  const hash = createHash("sha256");
  for (const name of Object.keys(values).sort()) hash.update(`${name}\u0000${values[name]}\u0000`);
  return `row ${hash.digest("base64url").slice(0, 32)}`;
}

/** Whether a key was made of the row itself. */
export function isMadeKey(key: string): boolean {
  return /^row [\w-]{32}$/.test(key);
}

function readField(field: TargetField, mapping: FieldMapping, raw: string, reader: RowReader): Read {
  const text = ownText(mapping.values ?? {}, raw) ?? raw;
  const style = mapping.dates ?? (mapping.from ? reader.styles.get(mapping.from) : undefined) ?? "iso";
  switch (field.type) {
    case "text":
      return { value: text.slice(0, longestText) };
    case "member":
      return { value: text.slice(0, longestName) };
    case "choice":
      return readChoice(field, text, raw);
    case "instant":
      return orProblem(readInstant(text, style, reader.timeZone), `"${shorten(text)}" is not a date and time.`);
    case "day":
      return orProblem(readDay(text, style, reader.timeZone), `"${shorten(text)}" is not a day.`);
    case "flag":
      return readFlag(text);
    case "number":
      return readWhole(text, 0);
    case "quantity":
      return readWhole(text, 3);
    case "money":
      return readWhole(text, reader.currencyDigits);
  }
}

const longestText = 2000;
const longestName = 200;

function orProblem(value: unknown, problem: string): Read {
  return value === null ? { problem } : { value };
}

function readChoice({ choices, label }: TargetField, text: string, raw: string): Read {
  const match = choices.find((choice) => plain(choice) === plain(text));
  return match
    ? { value: match }
    : { problem: `${label} "${shorten(raw)}" is not known. Map it to one of: ${choices.join(", ")}.`, unmapped: raw };
}

const yes = new Set(["true", "yes", "y", "1", "x", "on", "t"]);
const no = new Set(["false", "no", "n", "0", "off", "f", "-"]);

function readFlag(text: string): Read {
  const word = text.toLowerCase();
  if (yes.has(word)) return { value: true };
  return no.has(word) ? { value: false } : { problem: `"${shorten(text)}" is neither yes nor no.` };
}

/** A number in units of a power of ten, as our tables keep quantities and money. */
function readWhole(text: string, digits: number): Read {
  const number = readNumber(text);
  if (number === null) return { problem: `"${shorten(text)}" is not a number.` };
  const scaled = digits === 0 ? number : Math.sign(number) * Math.round(shifted(Math.abs(number), digits));
  return Math.abs(scaled) <= Number.MAX_SAFE_INTEGER
    ? { value: scaled }
    : { problem: `${shorten(text)} is too large.` };
}

/** As people move the point: multiplying would make 1023.4999 of 10.235. */
function shifted(number: number, digits: number): number {
  const [mantissa, exponent = "0"] = String(number).split("e");
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "");
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
