import type { TargetField } from "@console/contracts";
import type { ColumnProfile } from "../../../connectors/cells/column-profile.ts";
import { readMonthName } from "../../../connectors/cells/month-names.ts";
import { findChoice, plainChoice as plain } from "./choice-words.ts";
import { canMark, isMark } from "./flag-words.ts";

/** The names and keys of a tenant's lists, by dimension. */
export type KnownNames = ReadonlyMap<string, ReadonlySet<string>>;

/** How well a column fits a field, and why. */
export type Fit = { score: number; reason: string };

/** What a field takes: the list that it names a member of, where it does. */
export type FieldTarget = TargetField & { dimension: string | null };

/** Most values must be readable as what the field takes; some may be slips. */
const mostValues = 0.5;
/** So many of the different values of a column must be known to tell what it is. */
const knownShare = 0.5;

/** Whether the values of a column can be what a field takes; an empty column may be anything. */
export function canHold({ name, type, monthEnd }: TargetField, profile: ColumnProfile | undefined): boolean {
  if (!profile || profile.filled === 0) return true;
  if (type === "instant" || type === "day") {
    const months = monthEnd ? (profile.dates.month?.rows ?? 0) : 0;
    return countDates(profile) + months >= profile.filled * mostValues;
  }
  if (type === "number" || type === "quantity" || type === "money") {
    return countNumbers(profile) >= profile.filled * mostValues;
  }
  if (type === "currency") return profile.values?.every(({ value }) => /^\p{L}{3}$/u.test(value)) ?? false;
  if (type === "flag") return canMark(name, profile);
  return true;
}

const percent = /^[-+]?\d+(?:[.,]\d+)?\s*%$/;

/** Whether a column says with each number that it is percent. */
export function holdsPercent(profile: ColumnProfile | undefined): boolean {
  if (!profile) return false;
  const { values, numbers, filled } = profile;
  if (values) {
    return (
      values.some(({ value }) => percent.test(value)) &&
      values.every(({ value }) => percent.test(value) || /^[-0., ]+$/.test(value))
    );
  }
  const { other } = numbers;
  return other !== undefined && other.rows > filled * mostValues && percent.test(other.first.value);
}

/** Whether a column holds months without their years. */
export function hasMonthNames({ values }: ColumnProfile): boolean {
  return values !== null && values.length > 1 && values.every(({ value }) => readMonthName(value) !== null);
}

/** Whether no value of a column can be what a field takes, as where a column of days has become one of yes and no. */
export function holdsNothing({ name, type }: TargetField, profile: ColumnProfile): boolean {
  if (profile.filled === 0) return false;
  if (type === "instant" || type === "day") return countDates(profile) + (profile.dates.month?.rows ?? 0) === 0;
  if (type === "number" || type === "quantity" || type === "money") return countNumbers(profile) === 0;
  return type === "flag" && profile.values !== null && !profile.values.some(({ value }) => isMark(name, value));
}

/** What the values of a column alone tell: names that are known, words of a fixed list, or countries. */
export function fitValues(field: FieldTarget, profile: ColumnProfile | undefined, names: KnownNames): Fit | null {
  const values = profile?.values ?? [];
  if (values.length < 2) return null;
  const count = (isKnown: (value: string) => boolean) => values.filter(({ value }) => isKnown(value)).length;
  const tell = (known: number, what: string) => `${known} of ${values.length} values are ${what}.`;
  if (field.type === "choice") {
    const known = count((value) => findChoice(field.choices, value) !== undefined);
    if (known >= values.length * knownShare) return { score: 1.5, reason: tell(known, "words of this field") };
  }
  if (field.dimension === null) return null;
  const members = names.get(field.dimension);
  const known = members ? count((value) => members.has(value)) : 0;
  if (known >= 2 && known >= values.length * knownShare) {
    return { score: 1.4, reason: tell(known, "known here as this field") };
  }
  if (field.dimension !== "region") return null;
  const countries = count((value) => listCountries().has(plain(value)));
  if (countries < 3 || countries < values.length * 0.7) return null;
  return { score: 0.9, reason: tell(countries, "countries") };
}

function countDates({ dates }: ColumnProfile): number {
  return sumRows([dates.dmy, dates.mdy, dates.either, dates.iso, dates.unix, dates.excel]);
}

function countNumbers({ numbers }: ColumnProfile): number {
  return sumRows([numbers.point, numbers.comma, numbers.either, numbers.plain]);
}

function sumRows(shapes: readonly ({ rows: number } | undefined)[]): number {
  return shapes.reduce((sum, shape) => sum + (shape?.rows ?? 0), 0);
}

const languages = ["en", "de", "fr", "es", "it", "nl", "pt"];
const usualNames = ["USA", "UK", "UAE", "EIRE", "RSA", "Great Britain", "England", "Scotland", "Wales", "Holland"];
let countries: ReadonlySet<string> | null = null;

/** The names of countries in several languages, and as people write them. */
function listCountries(): ReadonlySet<string> {
  if (countries) return countries;
  const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  const found = new Set(usualNames.map(plain));
  for (const language of languages) {
    const names = new Intl.DisplayNames([language], { type: "region", fallback: "none" });
    for (const code of codes) {
      const name = names.of(code);
      if (name) found.add(plain(name));
    }
  }
  countries = found;
  return found;
}
