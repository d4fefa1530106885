import { type FieldMapping, type SourceMapping, type SourceName, sourceMapping } from "@console/contracts";
import { type ColumnProfile, decideDates, decideDecimal } from "../../../connectors/cells/column-profile.ts";
import { mostKeyColumns } from "../../../connectors/cells/find-keys.ts";
import type { RowsProfile } from "../../../connectors/cells/profile-rows.ts";
import { AppError } from "../../../platform/errors.ts";
import type { IdentifiedField } from "../../metrics/index.ts";
import { listColumns, withFittingColumns } from "../computed/compile-mapping.ts";
import type { Connection } from "../connections/connection-store.ts";
import type { EarlierLoad } from "../connections/run-store.ts";
import { toWords } from "../mapping/column-words.ts";
import { holdsNothing, type KnownNames } from "../mapping/fit-values.ts";
import { decideLetters, decidesSign, hasDayMarks } from "../mapping/flag-words.ts";
import { describeMonths } from "../mapping/read-times.ts";
import { type Suggestion, suggestColumns } from "../mapping/suggest-mapping.ts";
import { listFields, requireTable } from "../mapping/target-tables.ts";
import { type FileOutline, lackingFields } from "./import-mapping.ts";

/** What is known beside a file: the connection that it goes to, the loads before it, and the tenant's lists and own fields. */
export type Knowledge = {
  connection: Pick<Connection, "id" | "mapping"> | null;
  loads: readonly EarlierLoad[];
  names: KnownNames;
  ownFields: readonly IdentifiedField[];
};

/** The same without what came through other connections: nobody looks at a file that is taken in at once. */
export function withOwnLoads(knowledge: Knowledge): Knowledge {
  const { connection, loads } = knowledge;
  return { ...knowledge, loads: loads.filter((load) => load.connection === connection?.id) };
}

/** A mapping for a file, and where it comes from: the load of a file that looks alike, or nothing but the file. */
export type ChosenMapping = {
  mapping: SourceMapping;
  /** It is the mapping of the connection already. */
  isConfirmed: boolean;
  likeFile: { name: string; loadedAt: string } | null;
};

/** How much of the columns of two files must be the same for them to look alike. */
const alike = 0.6;

/** The mapping that a file is read with: that of the file which looks most like it, if it is enough, else the best guess. */
export function chooseMapping(source: SourceName, outline: FileOutline, knowledge: Knowledge): ChosenMapping {
  const { connection, loads } = knowledge;
  const similar = loads
    .map((load) => ({ load, share: shareColumns(load.columns, outline.columns) }))
    .filter(({ share }) => share >= alike)
    // A sort keeps the order of equals: of two files that look alike, the later one tells.
    .sort((a, b) => b.share - a.share);
  for (const { load } of similar) {
    // What was changed at the connection since is newer than what the load had.
    const isOwn = load.connection === connection?.id && connection.mapping.fact === load.mapping.fact;
    const fitting = isOwn
      ? fitMapping(source, connection.mapping, outline)
      : withoutRepeatedKey(withoutStyles(fitMapping(source, load.mapping, outline)), outline);
    if (fitting) {
      const mapping = withNewColumns(source, fitting, { outline, load }, knowledge);
      return { mapping, isConfirmed: isOwn, likeFile: { name: load.file, loadedAt: load.endedAt.toISOString() } };
    }
  }
  const confirmed = connection && fitMapping(source, connection.mapping, outline);
  if (confirmed) return { mapping: confirmed, isConfirmed: true, likeFile: null };
  return { mapping: suggestForFile(source, outline, knowledge).mapping, isConfirmed: false, likeFile: null };
}

/**
 * The same mapping with columns that the earlier file did not have and that make its amounts other ones: without marks
 * of returns lines that take goods back would count as sold, without currencies all amounts as the tenant's own.
 */
function withNewColumns(
  source: SourceName,
  mapping: SourceMapping,
  { outline, load }: { outline: FileOutline; load: Pick<EarlierLoad, "columns" | "mapping" | "left"> },
  knowledge: Knowledge,
): SourceMapping {
  const suggested = suggestForFile(source, outline, knowledge, mapping.fact).mapping.fields;
  const used = new Set(Object.values(mapping.fields).map(({ from }) => from));
  const parsed = sourceMapping.safeParse(load.mapping);
  const loaded = parsed.success ? parsed.data.fields : {};
  // A column that was offered and left alone was left alone on purpose; one that held something else was not offered.
  const isLeft = (name: string, from: string) =>
    load.left ? load.left[name] === from : load.columns.includes(from) && loaded[name]?.from !== from;
  const freed = listFreed(source, parsed.success ? parsed.data : null, outline);
  const marks = Object.entries(suggested).filter(([name, { from = "" }]) => {
    const isOffered = changesAmounts(name) ? !isLeft(name, from) : freed.has(from);
    return isOffered && !mapping.fields[name] && !used.has(from);
  });
  return { ...mapping, fields: { ...mapping.fields, ...Object.fromEntries(marks) } };
}

/** Whether the amounts of a row are other ones by what a field says. */
function changesAmounts(field: string): boolean {
  return decidesSign(field) || field === "currency";
}

/** The columns that a file offers for fields which make its amounts other ones, and that a mapping leaves alone. */
export function listLeft(source: SourceName, mapping: SourceMapping, outline: FileOutline): Record<string, string> {
  const { fields } = suggestForFile(source, outline, { names: new Map(), ownFields: [] }, mapping.fact).mapping;
  const left = Object.entries(fields).flatMap(([name, { from }]) =>
    changesAmounts(name) && from !== undefined && mapping.fields[name]?.from !== from ? [[name, from] as const] : [],
  );
  return Object.fromEntries(left);
}

/** The columns that an earlier mapping fills fields from which they hold nothing for in this file. */
function listFreed(source: SourceName, mapping: SourceMapping | null, { profile }: Pick<FileOutline, "profile">) {
  const targets = mapping ? listFields(requireTable(source, mapping.fact)) : [];
  const freed = targets.flatMap((target) => {
    const { from, constant } = mapping?.fields[target.name] ?? {};
    const column = profile.columns.find(({ name }) => name === from);
    if (!column || constant || target.isRequired) return [];
    // Days in every row mark nothing: all rows would be returns.
    const isOfDays = hasDayMarks(target.name, column) && column.filled >= profile.rows;
    return isOfDays || holdsNothing(target, column) ? [column.name] : [];
  });
  return new Set(freed);
}

/** The same mapping of another connection without its key, where rows of this file share it: every line counts. */
function withoutRepeatedKey(mapping: SourceMapping | null, { profile }: FileOutline): SourceMapping | null {
  const key = mapping?.fields.source_key?.from;
  if (!mapping || key === undefined || mapping.duplicates !== undefined || !isRepeated(key, profile)) return mapping;
  const { source_key: _, ...fields } = mapping.fields;
  return { ...mapping, fields, duplicates: "each" };
}

/** Whether rows of a file share the value of a column, as far as its columns were looked at. */
function isRepeated(column: string, { columns, keys }: RowsProfile): boolean {
  const isLookedAt = columns.slice(0, mostKeyColumns).some(({ name }) => name === column);
  return isLookedAt && !keys.candidates.some(({ columns: own, repeats }) => repeats === 0 && own.join() === column);
}

/**
 * Whether no two rows can share a key: their key is made of columns, and all rows together hold no value of these twice
 * and none that is empty.
 */
export function tellsKeysApart(
  source: SourceName,
  { fact, duplicates, keyColumns = [], computed = [], fields: { source_key: own } }: SourceMapping,
  { profile }: Pick<FileOutline, "profile">,
): boolean {
  if (requireTable(source, fact).keyFields || duplicates === "each") return false;
  // A word of the column that stands for another one may make two keys one.
  const isPlain = own?.from !== undefined && !own.constant && Object.keys(own.values ?? {}).length === 0;
  const key = keyColumns.length > 0 ? keyColumns : isPlain ? [own.from] : [];
  if (computed.some(({ name }) => key.includes(name))) return false;
  return profile.keys.candidates.some(
    ({ columns, repeats, empty }) => repeats === 0 && empty === 0 && columns.every((name) => key.includes(name)),
  );
}

/** The columns whose values rows of a file share; those that are mostly empty are not looked at. */
export function listShared(profile: RowsProfile): string[] {
  const mostlyFilled = profile.columns.filter(({ filled }) => filled * 2 > profile.rows);
  return mostlyFilled.flatMap(({ name }) => (isRepeated(name, profile) ? [name] : []));
}

/** Refuses a key that rows of a file share while nobody has said which of them counts. */
export function requireKeyRule(mapping: SourceMapping, { profile }: Pick<FileOutline, "profile">): void {
  const { duplicates, keyColumns = [], fields } = mapping;
  const [key, ...more] = keyColumns.length > 0 ? keyColumns : [fields.source_key?.from ?? ""];
  if (duplicates !== undefined || more.length > 0 || key === undefined || !listShared(profile).includes(key)) return;
  const message = `Rows of this file share “${key}”, its key. Choose which of them counts: the later one, the first, or every line.`;
  throw new AppError("invalid_input", message, { fields: { "mapping.duplicates": message } });
}

/** The same mapping without how its columns are written: a load keeps what its own file told, which tells nothing of others. */
function withoutStyles(mapping: SourceMapping | null): SourceMapping | null {
  if (!mapping) return null;
  const fields = Object.entries(mapping.fields).map(
    ([name, { dates, decimal, isMonth, ...field }]) => [name, field] as const,
  );
  return { ...mapping, fields: Object.fromEntries(fields) };
}

/** The columns that two files share, of all that they have. */
function shareColumns(one: readonly string[], other: readonly string[]): number {
  const all = new Set([...one, ...other]);
  const others = new Set(other);
  return all.size === 0 ? 0 : one.filter((name) => others.has(name)).length / all.size;
}

/** What fits of a mapping that was made for another file; null where it leaves out what every row needs. */
function fitMapping(
  source: SourceName,
  earlier: Readonly<Record<string, unknown>>,
  outline: Pick<FileOutline, "columns" | "profile">,
): SourceMapping | null {
  const { columns } = outline;
  const parsed = sourceMapping.safeParse(earlier);
  const mapping = parsed.success ? withFittingColumns(parsed.data, columns) : null;
  if (!mapping || lackingFields(source, mapping, columns).length > 0) return null;
  const available = listColumns(mapping, columns);
  const freed = listFreed(source, mapping, outline);
  const fitting = Object.entries(mapping.fields).filter(([, { from, constant }]) => {
    return from === undefined || constant || (available.includes(from) && !freed.has(from));
  });
  const fields = fitting.map(([name, field]) => [name, withoutContradiction(name, field, outline.profile)] as const);
  return { ...mapping, fields: Object.fromEntries(fields) };
}

/** A field as it was confirmed for another file. How its column is written is left open where this file tells otherwise. */
function withoutContradiction(name: string, field: FieldMapping, profile: RowsProfile): FieldMapping {
  const column = profile.columns.find((one) => one.name === field.from);
  if (!column) return field;
  const { dates, decimal, values, isMonth, ...rest } = field;
  // The same letter may have meant something else beside other letters.
  const letters = decideLetters(name, column)?.values ?? {};
  const kept = Object.entries(values ?? {}).filter(([value]) => !Object.hasOwn(letters, value));
  const [foundDates, foundDecimal] = [decideDates(column), decideDecimal(column)];
  return {
    ...rest,
    ...(values && { values: Object.fromEntries(kept) }),
    // Days that are not at the ends of months were never meant to be them.
    ...(isMonth !== undefined && !(isMonth && isOfOtherDays(column, dates)) && { isMonth }),
    ...(dates && !(hasDays(column) && foundDates.isSure) && { dates }),
    ...(decimal && !((hasDecimals(column) || column.isMachine) && foundDecimal.isSure) && { decimal }),
  };
}

function isOfOtherDays(column: ColumnProfile, dates: FieldMapping["dates"]): boolean {
  const style = dates ?? decideDates(column).style;
  const hasOwnDays = hasDays(column) || Boolean(column.dates.either || column.dates.iso);
  return hasOwnDays && describeMonths(column, style) === undefined;
}

function hasDays({ dates: { dmy, mdy, unix, excel } }: ColumnProfile): boolean {
  return Boolean(dmy || mdy || unix || excel);
}

function hasDecimals({ numbers: { point, comma } }: ColumnProfile): boolean {
  return Boolean(point || comma);
}

/** The columns that fit a table best. A key is offered only if it tells all rows apart; without one every line counts. */
export function suggestForFile(
  source: SourceName,
  { columns, profile, samples }: Pick<FileOutline, "columns" | "profile" | "samples">,
  { names, ownFields }: Pick<Knowledge, "names" | "ownFields">,
  fact?: string,
): Suggestion {
  const profiles = profile.columns.map((column) => withSampleValues(column, samples));
  const { mapping, reasons, computed } = suggestColumns(source, columns, { profiles, names, ownFields }, fact);
  const { fields, ...rest } = mapping;
  if (requireTable(source, mapping.fact).keyFields) return { mapping, reasons, computed };
  const { source_key: key, ...others } = fields;
  const repeated = key?.from !== undefined && isRepeated(key.from, profile);
  const keyReasons = repeated ? { ...reasons, source_key: `Rows of this file share “${key.from}”.` } : reasons;
  const unique = profile.keys.candidates.filter(({ columns: own, repeats }) => repeats === 0 && own.length === 1);
  if (key && unique.some(({ columns: own }) => own[0] === key.from)) return { mapping, reasons, computed };
  // A number of its own tells a corrected row from a new one, also where the table calls it otherwise.
  const members = new Set(
    listFields(requireTable(source, mapping.fact)).flatMap(({ name, type }) =>
      type === "member" ? [others[name]?.from] : [],
    ),
  );
  const id = unique.find(({ columns: [own = ""], empty }) => empty === 0 && isIdName(own) && !members.has(own))
    ?.columns[0];
  if (id !== undefined) {
    const keyed = { ...rest, fields: { ...others, source_key: { from: id } } };
    return { mapping: keyed, reasons: { ...reasons, source_key: "It identifies every row." }, computed };
  }
  return { mapping: { ...rest, fields: others, duplicates: "each" }, reasons: keyReasons, computed };
}

const idWords = new Set(["id", "key", "no", "nr", "number", "nummer", "reference", "ref", "uuid", "guid", "filename"]);

/** Whether a column is called as what tells things apart: a number, a reference, the name of a file. */
function isIdName(column: string): boolean {
  const words = toWords(column);
  return words.some((word) => idWords.has(word) || /(?:nummer|number|nr)$/.test(word)) || words.join("") === "filename";
}

/** Where a column has too many values to be listed, those of the first rows tell whose they are. */
function withSampleValues(column: ColumnProfile, samples: FileOutline["samples"]): ColumnProfile {
  if (column.values) return column;
  const values = new Set(samples.map(({ values }) => (values[column.name] ?? "").trim()).filter(Boolean));
  return { ...column, values: [...values].map((value) => ({ value, rows: 1 })) };
}
