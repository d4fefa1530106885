import type { ComputedColumn, FieldMapping, SourceMapping, SourceName } from "@console/contracts";
import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import { type IdentifiedField, isMember, listName, loadTables } from "../../metrics/index.ts";
import { listColumns } from "../computed/compile-mapping.ts";
import { adviseUnit, adviseZone } from "./cell-units.ts";
import { type Advice, adviseColumn, advisePercent, quoteColumn } from "./column-advice.ts";
import { columnWords, listWords, toWords } from "./column-words.ts";
import { findHeaderCurrency } from "./currency-marks.ts";
import { findDoubtful } from "./doubtful-amounts.ts";
import {
  canHold,
  type FieldTarget,
  type Fit,
  fitValues,
  hasMonthNames,
  holdsPercent,
  type KnownNames,
} from "./fit-values.ts";
import { decideLetters, findReturnWords, hasDayMarks } from "./flag-words.ts";
import { findOtherUnit } from "./header-units.ts";
import { refuseReturnedAmount } from "./returned-amounts.ts";
import { listFields, listOwnTargets, tablesForSource } from "./target-tables.ts";
import { namesUndoneDays } from "./undone-words.ts";

/** What is known of a source beyond the names of its columns: what their values tell, and the tenant's lists and own fields. */
export type Evidence = { profiles: readonly ColumnProfile[]; names: KnownNames; ownFields: readonly IdentifiedField[] };

/** What is known where only names are. */
export const noEvidence: Evidence = { profiles: [], names: new Map(), ownFields: [] };

/**
 * The columns that were chosen for the fields of a table, and why; and what could be computed for those that have none
 * because their column is not what they take.
 */
export type Suggestion = {
  mapping: SourceMapping;
  reasons: Record<string, string>;
  computed: Record<string, ComputedColumn>;
};

/** The table and the columns that fit a source best, by their names. */
export function suggestMapping(source: SourceName, columns: readonly string[], fact?: string): SourceMapping {
  return suggestColumns(source, columns, noEvidence, fact).mapping;
}

/** The table and the columns that fit a source best, by their names and their values, and why. */
export function suggestColumns(
  source: SourceName,
  columns: readonly string[],
  evidence: Evidence,
  fact?: string,
): Suggestion {
  const candidates = tablesForSource(source)
    .filter((one) => fact === undefined || one.fact === fact)
    .map((one) => matchTable(one.fact, columns, evidence));
  const list = candidates.find(({ isList }) => isList);
  // A file of names has nothing that facts are made of: neither a time nor an amount.
  const isOfNames = candidates.every((one) => one.isList || !one.hasFigures);
  if (list && (fact !== undefined || (isOfNames && list.fields.key && Object.keys(list.fields).length > 2))) {
    return { mapping: { fact: list.fact, fields: list.fields }, reasons: list.reasons, computed: {} };
  }
  // Where no table is meant rather than another, it is the one that the source is mostly for.
  const meant = candidates.filter(({ isMeant, isList }) => isMeant && !isList).sort((a, b) => b.score - a.score);
  const best = meant[0] ?? candidates[0];
  const { fact: table = "", fields = {}, reasons = {}, computed = {} } = best ?? {};
  return { mapping: { fact: table, fields }, reasons, computed };
}

/**
 * A mapping with what fits where it says nothing. A field that it names stays as it is, also an empty one, and no column
 * that it uses is taken for another field.
 */
export function completeMapping(
  source: SourceName,
  existing: SourceMapping | undefined,
  columns: readonly string[],
  evidence: Evidence,
): Suggestion {
  const used = new Set(Object.values(existing?.fields ?? {}).map(({ from }) => from));
  const free = listColumns(existing ?? {}, columns).filter((column) => !used.has(column));
  const { mapping, ...rest } = suggestColumns(source, free, evidence, existing?.fact || undefined);
  return { mapping: { ...existing, ...mapping, fields: { ...mapping.fields, ...existing?.fields } }, ...rest };
}

/** Where a file of sales tells no receipts, its orders are the receipts: whichever column is left names the order. */
const isSecond = ({ name, isRequired }: FieldTarget) => name === "order_reference" && !isRequired;

/** Why a column that has the name of a field is not taken for it; for one of percent it depends on the column of the amount. */
type Refusal = Advice | { percent: string; isText: boolean };

function matchTable(fact: string, columns: readonly string[], { profiles, names, ownFields }: Evidence) {
  const table = loadTables.find((one) => one.table === fact);
  const targets = listTargets(fact, ownFields);
  const profileFor = new Map(profiles.map((profile) => [profile.name, profile]));
  const splitColumns = columns.map(splitName);
  const rows = Math.max(0, ...profiles.map(({ filled }) => filled));
  /** Why a column that has the name of a field is not taken for it. */
  const refusals: Record<string, Refusal> = {};
  const pairs = targets
    .flatMap((target) =>
      splitColumns.flatMap((column) => {
        const { field } = target;
        const profile = profileFor.get(column.name);
        const hasPercent = field.type === "money" && holdsPercent(profile);
        if (hasPercent && fitName(target, column)) refusals[field.name] ??= { percent: column.name, isText: true };
        const unit = adviseUnit(field, column.name, profile);
        if (unit && fitName(target, column)) refusals[field.name] ??= unit;
        const fit = fitColumn(target, column, profile, names);
        if (!fit) return [];
        const otherUnit = findOtherUnit(field, column.name);
        const text = refuseReturnedAmount(field, column.name) ?? refuseDays(field, column.name, { profile, rows });
        const refusal: Refusal | null =
          otherUnit?.isPercent && field.type === "money"
            ? { percent: column.name, isText: false }
            : (otherUnit ?? adviseZone(field, column.name, profile) ?? (text === null ? null : { text }));
        if (refusal) refusals[field.name] ??= refusal;
        return refusal ? [] : [{ target: field, column: column.name, fit }];
      }),
    )
    .sort((a, b) => Number(isSecond(a.target)) - Number(isSecond(b.target)) || b.fit.score - a.fit.score);
  const fields: SourceMapping["fields"] = {};
  const reasons: Record<string, string> = {};
  const used = new Set<string>();
  let score = 0;
  for (const { target, column, fit } of pairs) {
    if (fields[target.name] || used.has(column)) continue;
    fields[target.name] = { from: column };
    reasons[target.name] = fit.reason;
    used.add(column);
    score += fit.score * (target.isRequired ? 3 : 1);
  }
  const computed: Record<string, ComputedColumn> = {};
  const labels = new Map(targets.map(({ field }) => [field.name, field.label]));
  const advise = (name: string, { text, expression }: Advice) => {
    reasons[name] = text;
    const column = `${labels.get(name)} (computed)`;
    if (expression !== undefined && !columns.includes(column)) computed[name] = { name: column, expression };
  };
  const amount = fields[table?.amountField ?? ""]?.from;
  for (const [name, refusal] of Object.entries(refusals)) {
    if (fields[name]) continue;
    const { percent, isText = false } = "percent" in refusal ? refusal : {};
    if ("text" in refusal) advise(name, refusal);
    else if (percent !== undefined) advise(name, advisePercent(labels.get(name) ?? name, percent, { amount, isText }));
  }
  const moneyFields = targets.flatMap(({ field }) => (field.type === "money" ? [field.name] : []));
  const doubts = findDoubtful(fields, { amountField: table?.amountField ?? "", moneyFields }, profileFor);
  for (const [name, doubt] of Object.entries(doubts)) {
    delete fields[name];
    advise(name, doubt);
  }
  const parts = findDateParts(columns);
  for (const { field } of parts ? targets : []) {
    const isDay = field.isRequired && (field.type === "day" || field.type === "instant");
    if (parts && isDay && !fields[field.name]) advise(field.name, parts);
  }
  const yearless = targets.find(({ field: { name, monthEnd } }) => monthEnd && !fields[name])?.field;
  const monthColumn = yearless && profiles.find((profile) => !used.has(profile.name) && hasMonthNames(profile));
  if (yearless && monthColumn) {
    // A table of months it is all the same, once someone has told the year.
    score += 6;
    reasons[yearless.name] =
      `“${monthColumn.name}” has months without a year. Add a computed column with theirs, such as join(" ", ${quoteColumn(monthColumn.name)}, "2026").`;
  }
  const told = findToldCurrency(
    targets.map(({ field }) => field),
    fields,
  );
  if (told) {
    fields[told.field] = { constant: told.currency };
    reasons[told.field] = `“${told.column}” is in ${told.currency} by its name.`;
  }
  const needed = targets.map(({ field }) => field).filter(({ isRequired }) => isRequired);
  const lacking = needed.filter(({ name }) => !fields[name]).length;
  const hasFigures = needed.some(({ name, type }) => type !== "member" && fields[name]);
  const isList = table?.dayFields.length === 0;
  if (isList) fields.list ??= guessList(fields.key?.from);
  return {
    fact,
    fields,
    reasons,
    computed,
    score: score - 3 * lacking,
    isMeant: lacking < needed.length,
    hasFigures,
    isList,
  };
}

const datePartWords = {
  year: ["year", "jahr", "ano", "annee", "anno", "jaar", "rok", "yil"],
  month: ["month", "monat", "mes", "mois", "mese", "maand", "miesiac", "ay"],
  day: ["day", "tag", "dia", "jour", "giorno", "dag", "dzien", "gun"],
} as const;

/** What to compute where a date stands in columns of its own for year and month, and for the day if there is one. */
function findDateParts(columns: readonly string[]): Advice | null {
  const find = (part: keyof typeof datePartWords) =>
    columns.find((column) => datePartWords[part].some((word) => isSameName(word, column)));
  const [year, month, day] = [find("year"), find("month"), find("day")];
  if (year === undefined || month === undefined) return null;
  const names = [year, month, ...(day === undefined ? [] : [day])];
  const reason = `The date is in ${names.map((name) => `“${name}”`).join(" and ")}.`;
  return adviseColumn(reason, `join("-", ${names.map(quoteColumn).join(", ")})`);
}

/** Why a column of days is no mark of returns: they are of something else, or of every row, so that all would be returns. */
function refuseDays(
  { name, label }: FieldTarget,
  column: string,
  { profile, rows }: { profile: ColumnProfile | undefined; rows: number },
): string | null {
  if (!profile || !hasDayMarks(name, profile)) return null;
  if (namesUndoneDays(column)) return `“${column}” has the days on which lines were cancelled, which are no returns.`;
  if (profile.filled < rows) return null;
  return `“${column}” has a day in every row. Choose it for ${label} only if all rows are returns.`;
}

/** The currency that the columns of amounts name, where no column tells it for each row and no two of them differ. */
function findToldCurrency(targets: readonly FieldTarget[], fields: SourceMapping["fields"]) {
  const field = targets.find(({ type }) => type === "currency")?.name;
  if (field === undefined || fields[field]) return null;
  const told = targets.flatMap(({ name, type }) => {
    const column = type === "money" ? fields[name]?.from : undefined;
    const currency = column === undefined ? null : findHeaderCurrency(column);
    return column !== undefined && currency !== null ? [{ field, column, currency }] : [];
  });
  const [first] = told;
  return first && told.every(({ currency }) => currency === first.currency) ? first : null;
}

/** The list that the name of its key tells. */
function guessList(key: string | undefined): FieldMapping {
  const words = Object.entries(listWords).find(([, own]) => own.some((word) => isSameName(word, key ?? "")));
  return words ? { constant: listName(words[0]) } : {};
}

/** A field with its names as columns are held against them. */
type NamedTarget = { field: FieldTarget; ownName: SplitName; label: SplitName; others: readonly SplitName[] };

/** The fields of a table, with the lists whose names they take. */
function listTargets(fact: string, ownFields: readonly IdentifiedField[]): NamedTarget[] {
  const table = loadTables.find((one) => one.table === fact);
  const fields = table ? [...listFields(table), ...listOwnTargets(fact, ownFields)] : [];
  return fields.map((field) => {
    const column = table?.columns[field.name];
    return {
      field: { ...field, dimension: column && isMember(column) ? column.type.member : null },
      ownName: splitName(field.name),
      label: splitName(field.label),
      others: synonyms.get(field.name) ?? [],
    };
  });
}

/** Words for returns tell more than a name that is only another word for a field. */
const marksScore = 2.2;

/** How well a column fits a field: by its name, if its values can be what the field takes, else by its values alone. */
function fitColumn(
  target: NamedTarget,
  column: SplitName,
  profile: ColumnProfile | undefined,
  names: KnownNames,
): Fit | null {
  if (!canHold(target.field, profile)) return null;
  const byName = fitName(target, column);
  const letters = byName && target.field.type === "flag" ? decideLetters(target.field.name, profile) : null;
  if (letters) return { score: byName?.score ?? 0, reason: `${byName?.reason} ${letters.evidence}` };
  const byWords = findReturnWords(target.field.name, column.name, profile);
  if (byWords) return { score: Math.max(marksScore, byName?.score ?? 0), reason: byWords };
  if (byName && profile && profile.filled > 0 && hasDayMarks(target.field.name, profile)) {
    return { score: byName.score, reason: `${byName.reason} It holds days: a line that has one is a return.` };
  }
  const byValues = fitValues(target.field, profile, names);
  if (!byName || !byValues) return byName ?? byValues;
  return { score: byName.score + 0.5, reason: `${byName.reason} ${byValues.reason}` };
}

/** Words that say little of what a column is. */
const commonWords = new Set([
  "date",
  "amount",
  "type",
  "name",
  "number",
  "value",
  "total",
  "key",
  "id",
  "price",
  "code",
  "answer",
]);

/** Words that only say in which unit amounts are. */
const unitWords = new Set(
  "cent cents pence tsd teur keur tusd kusd tchf mio mln thousand tausend million km kms mile miles pct percent percentage prozent procent"
    .split(" ")
    .flatMap(toWords),
);

function isSameName(one: string, other: string): boolean {
  return toWords(one).join("") === toWords(other).join("");
}

/** A name with its words, and these in one. */
type SplitName = { name: string; words: readonly string[]; joined: string };

function splitName(name: string): SplitName {
  const words = toWords(name);
  return { name, words, joined: words.join("") };
}

/** What others call each field. A file may have a thousand columns, each held against all of them. */
const synonyms = new Map(Object.entries(columnWords).map(([field, names]) => [field, names.map(splitName)]));

/** Words that make the name of a field that of something else: the id of a payment is not how it was paid. */
const otherwise: Readonly<Record<string, ReadonlySet<string>>> = {
  payment_method: new Set(["id", "number", "reference", "date", "amount", "total", "value"]),
};

/** How well a column's name fits a field: its own name best, then its label, then what others call it, then a part of that. */
function fitName(
  { field, ownName, label, others }: NamedTarget,
  { name: column, words, joined }: SplitName,
): Fit | null {
  if (words.length === 0) return null;
  if (joined === ownName.joined) return { score: 4, reason: "It has the name of the field." };
  if (joined === label.joined) return { score: 3, reason: "It has the name of the field." };
  const index = others.findIndex((other) => other.joined === joined);
  if (index >= 0) return { score: 2 - Math.min(index, 60) / 80, reason: `“${column}” is another word for it.` };
  for (const { name, words: parts } of [label, ...others]) {
    const more = words.filter((word) => !parts.includes(word));
    if (more.some((word) => otherwise[field.name]?.has(word))) continue;
    if (more.length === 0 || more.length > 2 || !parts.every((part) => words.includes(part))) continue;
    // A unit leaves the name what it is.
    if (more.every((word) => unitWords.has(word))) return { score: 1.2, reason: `Its name has “${name}” in it.` };
    if (parts.every((part) => commonWords.has(part))) continue;
    // What is left over may make it something else, such as the city of a customer.
    if (more.every((word) => commonWords.has(word))) return { score: 1, reason: `Its name has “${name}” in it.` };
  }
  return null;
}
