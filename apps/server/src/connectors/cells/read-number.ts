import type { FieldMapping } from "@console/contracts";

/** The sign before the decimals of a column's numbers. */
export type DecimalSign = NonNullable<FieldMapping["decimal"]>;

/** No number that people write is longer; looking into a text of any length could take minutes. */
const longestNumber = 100;
const arabicDigits = /[\u0660-\u0669\u06F0-\u06F9]/g;
const shape = /^[^\d.,\p{L}]*\p{L}{0,3}[^\d.,\p{L}]*([\d.,]+)[^\d.,\p{L}]*\p{L}{0,3}[^\d.,\p{L}]*$/u;
const scientific = /^[+-]?\d+(?:[.,]\d+)?[eE][+-]?\d{1,2}$/;

/**
 * The number that a text stands for, written with this decimal sign: also with separators of thousands, a currency's
 * sign, or brackets around what is below zero. Up to three letters are a currency or a unit; more of them are no number.
 */
export function readNumber(cell: string, decimal: DecimalSign): number | null {
  const text = plainText(cell, decimal);
  if (text === null) return null;
  const [point, comma] = decimal === "point" ? [".", ","] : [",", "."];
  if (scientific.test(text)) return text.includes(comma) ? null : Number(text.replace(point, "."));
  const core = shape.exec(text)?.[1];
  if (!core) return null;
  const [whole = "", decimals, ...rest] = core.split(point);
  if (rest.length > 0 || decimals?.includes(comma) || !isGrouped(whole, comma)) return null;
  if (whole === "" && !decimals) return null;
  const value = Number(`${whole.replaceAll(comma, "")}.${decimals ?? ""}0`);
  return Number.isFinite(value) ? (isBelowZero(text) ? -value : value) : null;
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

/** A text with western digits and without spaces; null where it is too long to be a number. */
function plainText(cell: string, decimal: DecimalSign): string | null {
  if (cell.length > longestNumber || !/[\d\u0660-\u0669\u06F0-\u06F9]/.test(cell)) return null;
  return cell
    .replace(arabicDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace("\u066b", decimal === "point" ? "." : ",")
    .replaceAll("\u066c", decimal === "point" ? "," : ".")
    .replace(/[\s\u00a0\u202f'\u2019]/g, "");
}

/** Whether digits stand in groups as people write thousands, in threes or as in India; a group never begins with a zero. */
function isGrouped(whole: string, separator: string): boolean {
  if (!whole.includes(separator)) return true;
  const [first = "", ...groups] = whole.split(separator);
  const last = groups.pop() ?? "";
  if (!/^[1-9]\d{0,2}$/.test(first) || !/^\d{3}$/.test(last)) return false;
  return groups.every((group) => /^\d{3}$/.test(group)) || groups.every((group) => /^\d{2}$/.test(group));
}

/** Whether the text of a number stands for one below zero. */
export function isNegative(cell: string): boolean {
  return /[-\u2212(]/.test(cell) && /[1-9]/.test(cell) && isBelowZero(cell.replace(/[\s\u00a0\u202f]/g, ""));
}

function isBelowZero(text: string): boolean {
  return /^\(.*\)$/.test(text) || /^[^\d]*[-\u2212]/.test(text) || /\d[-\u2212]$/.test(text);
}
