import type { TargetField } from "@console/contracts";
import { type Advice, adviseColumn, quoteColumn } from "./column-advice.ts";

/** A unit that a column's name may tell, the fields whose numbers it makes other ones, and what a number is times to be right. */
type Unit = { name: string; fits: (field: Field) => boolean; pattern: RegExp; factor: number | null };

type Field = Pick<TargetField, "name" | "type" | "label">;

const isMoney = ({ type }: Field) => type === "money";
const isNumber = ({ type }: Field) => type === "money" || type === "quantity" || type === "number";
const isCounted = ({ type }: Field) => type === "money" || type === "quantity";
const isCalled = (ending: string) => (field: Field) => field.name.endsWith(ending);

/** A word of a name; names are compared with it in small letters without accents, each word between two spaces. */
const word = (words: string) => new RegExp(` (?:${words}) `, "u");
/** The same where it stands in brackets, because it is too short to mean one thing elsewhere. */
const bracketed = (words: string) => `\\( (?:${words}) \\)`;
/** The code or sign of a currency after a letter for thousands or millions, as in TEUR or k€. */
const ofMoney = "(?:€|\\$|£|eur|usd|gbp|chf)";

const units: readonly Unit[] = [
  {
    name: "percent",
    fits: isNumber,
    pattern:
      / (?:[%‰]|perc|rabattsatz|\p{L}*(?:percent(?:age|uale)?|pct|pro[cz]ent(?:ual)?|pourcent(?:age)?|por[cs]entaj?g?em?)) /u,
    factor: null,
  },
  { name: "percent", fits: ({ name }) => name === "discount_minor", pattern: word("rate|taux|satz"), factor: null },
  {
    name: "cents",
    fits: isMoney,
    pattern: word(
      "cents?|¢|pence|pennies|centimes?|centimos?|centesimi|pfennig|rappen|gr|grosz[ey]?|kurus|ore|øre|paise|halalas?|kope(?:ck|k)s|коп|копе(?:ек|ики|икі|ика)|minor",
    ),
    factor: 0.01,
  },
  { name: "fils", fits: isMoney, pattern: word("fils|baisa|millimes?"), factor: 0.001 },
  {
    name: "thousands",
    fits: isNumber,
    pattern: new RegExp(
      ` (?:000s?|thousands?|tausend|tsd|milliers|miles de|тыс\\p{L}*|тис\\p{L}*|tys|χιλ\\p{L}*|(?:بال)?[آا]لاف|千\\p{L}?|[tk] ?${ofMoney}|${ofMoney} ?k) |${bracketed("k|t")}`,
      "u",
    ),
    factor: 1000,
  },
  { name: "thousands", fits: isMoney, pattern: word(bracketed("miles|bin")), factor: 1000 },
  { name: "ten thousands", fits: isCounted, pattern: word("[万萬]\\p{L}?"), factor: 10_000 },
  {
    name: "millions",
    fits: isCounted,
    pattern: new RegExp(
      ` (?:mio|mill|mln|mn|mm|millions?|millionen|millones|milioni|m ?${ofMoney}|${ofMoney} ?m) |${bracketed("m")}`,
      "u",
    ),
    factor: 1_000_000,
  },
  {
    name: "billions",
    fits: isCounted,
    pattern: word("bn|bln|mrd|billions?|milliarden?|milliards?"),
    factor: 1_000_000_000,
  },
  {
    name: "dozens",
    fits: ({ type }) => type === "quantity",
    pattern: word("dozens?|doz|dz|dutzend|docenas?|douzaines?"),
    factor: 12,
  },
  { name: "miles", fits: isCalled("_metres"), pattern: word("mi|miles?|mileage"), factor: 1609.344 },
  {
    name: "kilometres",
    fits: isCalled("distance_metres"),
    pattern: word("km|kms|kilometers?|kilometres?|kilometros?"),
    factor: 1000,
  },
  { name: "feet", fits: isCalled("distance_metres"), pattern: word("ft|feet|foot"), factor: 0.3048 },
  { name: "yards", fits: isCalled("distance_metres"), pattern: word("yd|yds|yards?"), factor: 0.9144 },
  { name: "square feet", fits: isCalled("square_metres"), pattern: word("ft|ft2|ft²|sqft|feet|foot"), factor: 0.0929 },
  { name: "kilobytes", fits: isCalled("_bytes"), pattern: word("kb|kib|kilobytes?"), factor: 1000 },
  { name: "megabytes", fits: isCalled("_bytes"), pattern: word("mb|mib|megabytes?"), factor: 1_000_000 },
  { name: "gigabytes", fits: isCalled("_bytes"), pattern: word("gb|gib|gigabytes?"), factor: 1_000_000_000 },
  { name: "hours", fits: isCalled("_days"), pattern: word("h|hrs?|hours?|stunden"), factor: null },
  { name: "weeks", fits: isCalled("_days"), pattern: word("wks?|weeks?|wochen|semaines?|semanas?"), factor: 7 },
  { name: "months", fits: isCalled("_days"), pattern: word("months?|monate|mois|meses"), factor: null },
];

/** Words of amounts that something was taken off before, which the gross amount still has. */
const netWords = word("net|netwr|nett|netto|nettobetrag|neto|netta|nette|ht|excl|exkl|excluding|exclusive|hors");

/** A name in small letters without accents, signs apart from words. */
function plainName(name: string): string {
  const plain = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu}\p{Ll})/gu, "$1 $2")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[[{]/g, "(")
    .replace(/[\]}]/g, ")")
    .replace(/[()%‰¢]/g, " $& ")
    .replace(/[^\p{L}\p{N}()%‰¢€$£²]+/gu, " ");
  // A space on both sides of each word, so that two words beside each other are both found.
  return ` ${plain.trim()} `;
}

/** What a column's name says that its numbers are, where the field takes another unit, and what to do; null where it says nothing. */
export function findOtherUnit(field: Field, column: string): (Advice & { isPercent?: true }) | null {
  if (!isNumber(field)) return null;
  const name = plainName(column);
  if (field.name === "gross_minor" && netWords.test(name)) {
    return {
      text: `“${column}” is a net amount by its name, and ${field.label} is what it was before anything was taken off.`,
    };
  }
  const unit = units.find(({ fits, pattern }) => fits(field) && pattern.test(name));
  if (!unit) return null;
  const words = `“${column}” is in ${unit.name} by its name, and ${field.label} is not.`;
  if (unit.factor !== null) return adviseColumn(words, `${quoteColumn(column)} * ${unit.factor}`);
  return {
    text: `${words} Add a computed column that makes it what the field takes.`,
    ...(unit.name === "percent" && { isPercent: true }),
  };
}
