import type { FieldMapping, SourceMapping, TargetField } from "@console/contracts";
import { countCurrencyDigits, isCurrency } from "@console/figures/currency";
import { type ColumnStyle, plainStyle } from "../../../connectors/cells/column-profile.ts";
import {
  type DateForm,
  isDayAlone,
  readDay,
  readDayEnd,
  readInstant,
  usualFirstYear,
} from "../../../connectors/cells/read-date.ts";
import { type DecimalSign, readNumber } from "../../../connectors/cells/read-number.ts";
import type { RawRow, SourceRecord } from "../../../connectors/connector.ts";
import type { CompiledColumn } from "../computed/compile-columns.ts";
import { computeColumns } from "../computed/compute-columns.ts";
import { findChoice } from "./choice-words.ts";
import type { Advice } from "./column-advice.ts";
import { findCurrencyMark } from "./currency-marks.ts";
import { isBlankDate, isEmptyWord, isEndlessWord } from "./empty-words.ts";
import { decidesSign, isDayMark, readFlagWord } from "./flag-words.ts";
import { ownText } from "./own-text.ts";
import { isOfUnclearCentury, readMonthFor, sayMonth, sayNotDate } from "./read-times.ts";
import { joinKey, readKey } from "./row-key.ts";
import { applySigns, takeMoneyOff } from "./signs.ts";
import { describeTotal, isTotalWord } from "./total-words.ts";
import { findLeftOut } from "./undone-words.ts";

/** The members of a list by what a source may call them: their key or their name. */
export type ExistingNames = ReadonlyMap<string, { key: string; name: string }>;

/** What a row is read with: the fields of the table, and what its tenant and its columns are like. */
export type RowReader = {
  mapping: SourceMapping;
  /** The currency stands before amounts, which are read with its decimals. */
  fields: readonly TargetField[];
  timeZone: string;
  /** What amounts are in where a row does not say. */
  currency: string;
  /** How columns are written, where the mapping does not say. */
  styles: ReadonlyMap<string, ColumnStyle>;
  /** Columns that are computed from those of the source. */
  computed: readonly CompiledColumn[];
  /** What the names of columns say that fill fields of another unit, by the field. */
  otherUnits?: ReadonlyMap<string, Pick<Advice, "text"> & { isPercent?: true }>;
  /** No time that has been lies after it: two digits that say so may be of the last century. */
  latestYear?: number;
  /** The fields that rows are known by, where neither a column nor the row itself is their key. */
  keyFields?: readonly string[] | undefined;
  /** The names that are known, by the fields whose new names wait for a decision. */
  existingNames?: ReadonlyMap<string, ExistingNames>;
};

type FieldProblem = { field: string; message: string };

export type MappedRow = {
  record: SourceRecord;
  /** Why the row cannot be taken in. */
  problems: FieldProblem[];
  /** Values that were left out of it. */
  notes: FieldProblem[];
  unmapped: { field: string; value: string }[];
  /** A word in it says that it is no sale: one that is stored under its key is none any more. */
  isLeftOut: boolean;
};

/** A value, with what someone should know of it, or why there is none. */
type Read = { value: unknown; note?: string; last?: string } | { problem: string; unmapped?: string };

/** A row of a source as a record of ours. What is empty is left out, so that it never takes the place of what we know. */
export function mapRow(row: Pick<RawRow, "values">, reader: RowReader): MappedRow {
  const { values, faults } = computeRow(row, reader);
  const record: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  const notes: FieldProblem[] = [];
  const unmapped: MappedRow["unmapped"] = [];
  for (const field of reader.fields) {
    const mapping = reader.mapping.fields[field.name];
    // An amount whose currency or sign cannot be read is no amount of another one.
    const mustRead = field.type === "currency" || decidesSign(field.name);
    const isRequired = field.isRequired || mapping?.isRequired === true;
    // Where a flag and its day are of one column, the day tells both.
    const dayField = dayFieldFor(field, reader);
    if (dayField && mapping?.from !== undefined && mapping.from === reader.mapping.fields[dayField.name]?.from)
      continue;
    const fault = faults.get(mapping?.from ?? "");
    if (fault !== undefined) {
      if (isRequired || mustRead) problems.push({ field: field.name, message: fault });
      else notes.push({ field: field.name, message: `${field.label} skipped: ${fault}` });
      continue;
    }
    const { raw, note: blank } = mapping ? readText(field, mapping, values) : { raw: "" };
    if (!mapping || raw === "") {
      if (isRequired) problems.push({ field: field.name, message: missing(field, mapping) });
      else if (mapping?.clears && field.name !== "source_key") record[field.name] = null;
      continue;
    }
    const currency = typeof record.currency === "string" ? record.currency : reader.currency;
    const otherUnit = reader.otherUnits?.get(field.name);
    // A percentage is no amount, whatever its number is.
    const isShare = field.type === "money" && otherUnit?.isPercent === true;
    const read: Read = isShare
      ? { problem: otherUnit.text }
      : (readTotal(field, mapping, raw) ?? readField(field, mapping, { raw, currency }, reader));
    if ("value" in read) {
      record[field.name] = read.value;
      // Both follow from one cell: a day that is given later takes the word back.
      if (field.endless) record[field.endless] = read.value === null;
      // A day that is given later takes the month back.
      if (field.monthEnd && !reader.mapping.fields[field.monthEnd]) record[field.monthEnd] = read.last ?? null;
      for (const note of [blank, read.note]) {
        if (note) notes.push({ field: field.name, message: `${field.label} ${note}` });
      }
      if (otherUnit) notes.push({ field: field.name, message: `${field.label} was imported as is. ${otherUnit.text}` });
      continue;
    }
    // A row whose name waits for a decision waits as a whole: without it, it would count where it does not belong.
    const isWhole = field.type === "member" || isTotalWord(raw);
    if (isRequired || mustRead || isWhole) problems.push({ field: field.name, message: read.problem });
    else notes.push({ field: field.name, message: `${field.label} skipped: ${read.problem}` });
    if (read.unmapped !== undefined) unmapped.push({ field: field.name, value: read.unmapped });
  }
  const isMarkedNo = record.is_return === false;
  const contradiction = problems.length === 0 ? applySigns(record, reader.mapping) : null;
  if (problems.length === 0 && takeMoneyOff(record)) {
    notes.push({ field: "discount_minor", message: "Discount was below zero and is stored as money off." });
  }
  if (isMarkedNo && record.is_return === true) {
    const message = "The line is marked as no return and is below zero. In this mapping it is taken as a return.";
    notes.push({ field: "is_return", message });
  }
  if (contradiction) problems.push(contradiction);
  if (hasMoney(record, reader.fields)) record.currency ??= reader.currency;
  const key = reader.keyFields
    ? joinKey(reader.keyFields, record, row.values)
    : readKey({ computed: values, source: row.values, faults }, reader.mapping, record);
  record.source_key = key.key;
  if (key.problem) problems.push({ field: "source_key", message: key.problem });
  const leftOut = findLeftOut(row.values, reader.mapping);
  if (leftOut) return { record, problems: [leftOut], notes: [], unmapped: [], isLeftOut: true };
  return { record, problems, notes, unmapped, isLeftOut: false };
}

/** The field of a day whose word for never sets a flag. */
function dayFieldFor({ name }: TargetField, { fields }: RowReader): TargetField | undefined {
  return fields.find(({ endless }) => endless === name);
}

function hasMoney(record: SourceRecord, fields: readonly TargetField[]): boolean {
  return fields.some(({ name, type }) => type === "money" && typeof record[name] === "number");
}

/** A row of a source with its computed columns. */
export function computeRow(
  { values }: Pick<RawRow, "values">,
  reader: Pick<RowReader, "styles" | "timeZone" | "computed">,
) {
  const { styles, timeZone, computed } = reader;
  return computeColumns({ values, timeZone, styleFor: (column) => styles.get(column) ?? plainStyle }, computed);
}

/** What a row says of a field, or what the mapping says where a row says nothing; a date with parts left blank is noted. */
function readText(
  { type }: TargetField,
  { from, constant = "", emptyWords }: FieldMapping,
  values: RawRow["values"],
): { raw: string; note?: string } {
  const cell = from === undefined ? "" : (ownText(values, from) ?? "").trim();
  const instead = constant.trim();
  if (cell === "" || isEmptyWord(cell, type, emptyWords)) return { raw: instead };
  if (instead === "" || !isBlankDate(cell, type)) return { raw: cell };
  return { raw: instead, note: `is ${instead}: "${shorten(cell)}" leaves part of the date blank.` };
}

function missing({ label }: TargetField, mapping: FieldMapping | undefined): string {
  return mapping?.from ? `${label} is empty; the column is "${mapping.from}".` : `${label} is not mapped to a column.`;
}

/** Whether rows are known by all that they say: a corrected row is another one. */
export function hasMadeKeys({ mapping, keyFields }: Pick<RowReader, "mapping" | "keyFields">): boolean {
  if (keyFields) return false;
  const hasKey = mapping.fields.source_key !== undefined || (mapping.keyColumns ?? []).length > 0;
  return mapping.duplicates === "each" || !hasKey;
}

/** Whether a key was made of the row itself. */
export function isMadeKey(key: string): boolean {
  return /^row [\w-]{32}( \d+)?$/.test(key);
}

/** Why a row is none of its own: it says that it is made of others. A name that is meant so is one of the mapping's values. */
function readTotal(
  { type, label, ownField }: TargetField,
  { values = {}, constant }: FieldMapping,
  raw: string,
): Read | null {
  // A tenant's own field may hold any word.
  const isName = (type === "text" || type === "member") && ownField === undefined;
  if (!isName || raw === constant || !isTotalWord(raw) || ownText(values, raw) !== undefined) return null;
  const problem = `${label} "${shorten(raw)}": ${describeTotal(raw)}`;
  return type === "member" ? { problem: `${problem} If it is a name, accept it as one.`, unmapped: raw } : { problem };
}

/** What a cell holds, and what the amounts of its row are in. */
type Cell = { raw: string; currency: string };

function readField(field: TargetField, mapping: FieldMapping, { raw, currency }: Cell, reader: RowReader): Read {
  const text = ownText(mapping.values ?? {}, raw) ?? raw;
  if (field.endless && isEndlessWord(text)) return { value: null };
  const column = mapping.from === undefined ? undefined : reader.styles.get(mapping.from);
  const form: DateForm = {
    style: mapping.dates ?? column?.dates ?? "iso",
    firstYear: mapping.firstYear ?? usualFirstYear,
  };
  const decimal = mapping.decimal ?? column?.decimal ?? "point";
  switch (field.type) {
    case "text":
      return shortenTo(text, longestText);
    case "member":
      return readName(field, text, {
        existing: ownText(mapping.values ?? {}, raw) === undefined ? reader.existingNames?.get(field.name) : undefined,
        raw,
      });
    case "choice":
      return readChoice(field, text, raw);
    case "instant":
      if (mapping.firstYear === undefined && isOfUnclearCentury(text, form, reader)) {
        return { problem: `"${shorten(text)}" may be of the last century. Choose which years two digits mean.` };
      }
      return orProblem(
        field.isDayEnd && isDayAlone(text, form)
          ? readDayEnd(text, form, reader.timeZone)
          : readInstant(text, form, reader.timeZone),
        () => sayNotDate(shorten(text), form, "a date and time", mapping.from),
      );
    case "day":
      if (field.monthEnd && !reader.mapping.fields[field.monthEnd]) {
        const month = readMonthFor(mapping, text, form, reader.timeZone);
        if (month) return { value: month.first, last: month.last, note: sayMonth(shorten(text)) };
      }
      return orProblem(readDay(text, form, reader.timeZone), () =>
        sayNotDate(shorten(text), form, "a day", mapping.from),
      );
    case "flag":
      // The word that stands where a day would says yes to the flag that goes with it.
      return dayFieldFor(field, reader) && isEndlessWord(text)
        ? { value: true }
        : readFlag(field, text, { raw, sales: reader.mapping.saleWords?.[mapping.from ?? ""] });
    case "number":
      return requireWhole(field, readWhole(text, null, decimal), text);
    case "quantity":
      return readWhole(text, 3, decimal);
    case "money":
      return readMoney(text, currency, decimal);
    case "currency":
      return readCurrency(field, text, raw);
  }
}

const longestText = 2000;
const longestName = 200;

function shortenTo(text: string, most: number): Read {
  if (text.length <= most) return { value: text };
  return { value: text.slice(0, most), note: `was shortened to ${most.toLocaleString("en-US")} characters.` };
}

/** A name of a list. One that nobody has named before waits where the mapping says so. */
function readName(
  { label }: TargetField,
  text: string,
  { existing, raw }: { existing: ExistingNames | undefined; raw: string },
): Read {
  if (!existing) return shortenTo(text, longestName);
  const member = existing.get(text);
  if (!member) {
    return {
      problem: `${label} "${shorten(raw)}" is new. Accept it as a new name, or choose the name it stands for.`,
      unmapped: raw,
    };
  }
  return { value: member.key === text ? text : member };
}

function orProblem(value: unknown, sayProblem: () => string): Read {
  return value === null ? { problem: sayProblem() } : { value };
}

function readChoice({ choices, label }: TargetField, text: string, raw: string): Read {
  const match = findChoice(choices, text);
  return match
    ? { value: match }
    : { problem: `${label} "${shorten(raw)}" is not known. Map it to one of: ${choices.join(", ")}.`, unmapped: raw };
}

function readCurrency({ label }: TargetField, text: string, raw: string): Read {
  const code = text.trim().toUpperCase();
  return isCurrency(code)
    ? { value: code }
    : { problem: `${label} "${shorten(raw)}" is not known. Map it to a code such as USD.`, unmapped: raw };
}

/** A mark that decides about a sign and cannot be read lets its row wait: as a sale it would count the wrong way. */
function readFlag(
  { name, label }: TargetField,
  text: string,
  { raw, sales = [] }: { raw: string; sales?: readonly string[] | undefined },
): Read {
  const value = readFlagWord(name, text);
  if (value !== null) return { value };
  if (isDayMark(name, text)) return { value: true };
  if (decidesSign(name) && sales.includes(raw)) return { value: false };
  if (!decidesSign(name)) return { problem: `"${shorten(text)}" is neither yes nor no.` };
  return { problem: `${label} "${shorten(raw)}" is not known. Map it to one of: yes, no.`, unmapped: raw };
}

/** An amount in minor units. One that is marked with another currency than its row's is not converted, and not taken as is. */
function readMoney(text: string, currency: string, decimal: DecimalSign): Read {
  const mark = findCurrencyMark(text);
  const read = readWhole(text, countCurrencyDigits(currency), decimal);
  if ("problem" in read || !mark || mark.currencies.includes(currency)) return read;
  return { problem: `"${shorten(text)}" is not in ${currency}. Map a column to the currency of each row.` };
}

/** What is told of a number with more decimals than its column keeps, by how many these are. */
const roundingNotes: Readonly<Record<number, string>> = {
  0: "was rounded to a whole number.",
  2: "was rounded to 2 decimals.",
  3: "was rounded to 3 decimals.",
};

/** A number in units of a power of ten, as our tables keep quantities and money; without digits as it is. */
function readWhole(text: string, digits: number | null, decimal: DecimalSign): Read {
  const number = readNumber(text, decimal);
  if (number === null) {
    if (text.trim().endsWith("%")) return { problem: `"${shorten(text)}" is a percentage, not an amount.` };
    const isOther = readNumber(text, decimal === "point" ? "comma" : "point") !== null;
    return { problem: `"${shorten(text)}" is not a number${isOther ? ` with a decimal ${decimal}` : ""}.` };
  }
  const scaled = digits === null ? number : Math.sign(number) * Math.round(shifted(Math.abs(number), digits));
  if (Math.abs(scaled) > Number.MAX_SAFE_INTEGER) return { problem: `${shorten(text)} is too large.` };
  const isRounded = digits !== null && !Number.isInteger(shifted(Math.abs(number), digits));
  return isRounded ? { value: scaled, note: roundingNotes[digits] ?? "was rounded." } : { value: scaled };
}

/** A number for a column that holds whole ones. */
function requireWhole({ isWhole }: TargetField, read: Read, text: string): Read {
  const isRight = !isWhole || "problem" in read || Number.isInteger(read.value);
  return isRight ? read : { problem: `"${shorten(text)}" is not a whole number.` };
}

/** As people move the point: multiplying would make 1023.4999 of 10.235. */
function shifted(number: number, digits: number): number {
  const [mantissa, exponent = "0"] = String(number).split("e");
  return Number(`${mantissa}e${Number(exponent) + digits}`);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
