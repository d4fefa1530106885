import type { FieldMapping } from "@console/contracts";
import { isCurrency } from "@console/figures/currency";
import { takeCurrencyWord } from "./currency-words.ts";

/** The sign before the decimals of a column's numbers. */
export type DecimalSign = NonNullable<FieldMapping["decimal"]>;

/** No number that people write is longer; looking into a text of any length could take minutes. */
const longestNumber = 100;
const arabicDigits = /[\u0660-\u0669\u06F0-\u06F9]/g;
const fullWidth = /[\uff00-\uff5e]/;
const spaces = /[\s\u00a0\u2009\u202f]+/g;
const minusSigns = /[\u2010-\u2015\u2212\ufe63\uff0d]/g;
const shape = /^([^\d.,]*)([\d.,](?:[\d.,' ]*[\d.,])?)([^\d.,]*)$/;
const scientific = /^[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d{1,2}$/;
/** Thousands that are set apart by spaces or apostrophes. */
const spaced = /^\d{1,3}(?: \d{3})+$|^\d{1,3}(?:'\d{3})+$/;

/**
 * The number that a text stands for, written with this decimal sign: also with separators of thousands, a currency's
 * sign or code, or brackets around what is below zero. What else stands beside the digits, such as a percent sign, a unit
 * or "M" for millions, would make it another number: such a text is none.
 */
export function readNumber(cell: string, decimal: DecimalSign): number | null {
  const digits = readDigits(cell, decimal);
  if (digits === null) return null;
  const value = Number(digits);
  return Number.isFinite(value) ? value : null;
}

/** The same number as plain digits, such as -1250.50: exactly as it was written, however many they are. */
export function readDigits(cell: string, decimal: DecimalSign): string | null {
  const text = plainText(cell, decimal);
  if (text === null) return null;
  const [point, comma] = decimal === "point" ? [".", ","] : [",", "."];
  if (scientific.test(text)) return text.includes(comma) ? null : text.replace(point, ".");
  const parts = splitMarked(text);
  if (!parts) return null;
  const [whole = "", decimals, ...rest] = parts.digits.split(point);
  if (rest.length > 0 || /[^\d]/.test(decimals ?? "") || !isGrouped(whole, comma)) return null;
  if (whole === "" && !decimals) return null;
  const units = whole.replace(/[ ']/g, "").replaceAll(comma, "") || "0";
  return `${parts.isNegative ? "-" : ""}${units}${decimals ? `.${decimals}` : ""}`;
}

/** The same of a number beside which a word for its currency may stand. */
function splitMarked(text: string): ReturnType<typeof splitNumber> {
  const parts = splitNumber(text);
  if (parts) return parts;
  const worded = takeCurrencyWord(text);
  return worded && splitNumber(worded.rest);
}

/** The digits of a number, and whether it is below zero; null where something stands beside them that numbers do not have. */
function splitNumber(text: string): { digits: string; isNegative: boolean } | null {
  const [, before = "", digits = "", after = ""] = shape.exec(text) ?? [];
  if (digits === "") return null;
  if (before === "" && after === "") return { digits, isNegative: false };
  const count = (affix: string, sign: string) => affix.split(sign).length - 1;
  const [opened, closed] = [count(before, "("), count(after, ")")];
  const [minuses, pluses] = [count(before + after, "-"), count(before, "+")];
  // One sign at most, and brackets in pairs.
  if (opened !== closed || opened + minuses + pluses > 1 || /[)]/.test(before) || /[(+]/.test(after)) return null;
  const isMarked = [before, after].every((affix) => isMark(affix.replace(/[-+() ]/g, "")));
  return isMarked ? { digits, isNegative: opened + minuses > 0 } : null;
}

/** Units of single pieces: a number of them is the number itself. */
const pieces = new Set(["PC", "PCS", "EA", "ST", "STK", "UN"]);
/** Letters before the sign of a dollar that say whose it is. */
export const dollarsByLetters: Readonly<Record<string, string>> = {
  A: "AUD",
  AU: "AUD",
  C: "CAD",
  CA: "CAD",
  HK: "HKD",
  MX: "MXN",
  NT: "TWD",
  NZ: "NZD",
  R: "BRL",
  S: "SGD",
  US: "USD",
};

/** Whether letters and signs beside a number tell what it is of without changing it: nothing, a currency, or pieces. */
function isMark(mark: string): boolean {
  return mark === "" || isCurrencyMark(mark) || pieces.has(mark.toUpperCase());
}

/** Whether letters and signs beside a number tell its currency. */
export function isCurrencyMark(mark: string): boolean {
  if (/^\p{Sc}$/u.test(mark) && mark !== "\u00a2") return true;
  const [letters = "", ...rest] = mark.toUpperCase().split("$");
  if (rest.length === 1 && rest[0] === "") return Object.hasOwn(dollarsByLetters, letters) || isCurrency(letters);
  return rest.length === 0 && isCurrency(letters);
}

/** What a text tells of the decimal sign of its column. `either` may be thousands or decimals, `plain` has no sign. */
export type NumberShape = DecimalSign | "either" | "plain";

/** What a number tells of its column's decimal sign; null where the text is no number in any way. */
export function shapeNumber(cell: string): NumberShape | null {
  const asPoint = readNumber(cell, "point");
  const asComma = readNumber(cell, "comma");
  if (asPoint === null && asComma === null) return null;
  if (asPoint === null) return "comma";
  if (asComma === null) return "point";
  return asPoint === asComma ? "plain" : "either";
}

/** A text with western digits, one kind of minus and single spaces; null where it is too long to be a number. */
function plainText(cell: string, decimal: DecimalSign): string | null {
  if (cell.length > longestNumber || !/[\d\u0660-\u0669\u06F0-\u06F9\uff10-\uff19]/.test(cell)) return null;
  const text = (fullWidth.test(cell) ? cell.normalize("NFKC") : cell).trim();
  // Most numbers are written plainly.
  if (/^-?\d+$/.test(text)) return text;
  return text
    .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace("\u066b", decimal === "point" ? "." : ",")
    .replaceAll("\u066c", decimal === "point" ? "," : ".")
    .replace(minusSigns, "-")
    .replaceAll("\u2019", "'")
    .replace(spaces, " ");
}

/** Whether digits stand in groups as people write thousands, in threes or as in India; a group never begins with a zero. */
function isGrouped(whole: string, separator: string): boolean {
  if (/[ ']/.test(whole)) return spaced.test(whole);
  if (!whole.includes(separator)) return true;
  const [first = "", ...groups] = whole.split(separator);
  const last = groups.pop() ?? "";
  if (!/^[1-9]\d{0,2}$/.test(first) || !/^\d{3}$/.test(last)) return false;
  return groups.every((group) => /^\d{3}$/.test(group)) || groups.every((group) => /^\d{2}$/.test(group));
}

/** Whether the text of a number stands for one below zero. */
export function isNegative(cell: string): boolean {
  if (!/[1-9\u0661-\u0669\u06F1-\u06F9\uff11-\uff19]/.test(cell)) return false;
  const text = plainText(cell, "point");
  return text !== null && (scientific.test(text) ? text.startsWith("-") : splitMarked(text)?.isNegative === true);
}

/** Whether a text may be a number with decimals or thousands. */
export function isTextNumber(text: string): boolean {
  return text.length < longestNumber && /^[^\p{L}]*\d[.,]\d/u.test(text);
}
