import { countCurrencyDigits } from "@console/figures/currency";
import { type DecimalSign, readDigits } from "../../../connectors/cells/read-number.ts";
import { findCurrencyMark } from "../../sources/index.ts";

/** An amount in minor units, or why there is none; zero where nothing was written. */
export type AmountReading = { amountMinor: number } | { problem: string };

const longestQuote = 40;
/** What banks write beside an amount, or in a column of its own, for what came in and what went out. */
const inWords = new Set(["cr", "credit", "c", "in", "+", "haben", "h", "deposit", "paid in", "money in", "دائن"]);
const outWords = new Set([
  "dr",
  "db",
  "debit",
  "d",
  "out",
  "-",
  "soll",
  "s",
  "withdrawal",
  "paid out",
  "money out",
  "مدين",
]);
const beside = /^(?:(cr|dr)\b\.?\s*)?(.*?)(?:\s*\b(cr|dr)\.?)?$/is;

/** Whether a text says that an amount came in or went out; null where it says neither. */
export function readDirection(text: string): 1 | -1 | null {
  const word = text.trim().toLowerCase().replace(/\.$/, "");
  if (inWords.has(word)) return 1;
  return outWords.has(word) ? -1 : null;
}

/** The minor units that a text stands for, to the last digit: no amount is ever a number with a point. */
export function readAmount(
  cell: string,
  { decimal, currency }: { decimal: DecimalSign; currency: string },
): AmountReading {
  const text = cell.trim();
  if (text === "" || text === "-" || text === "–") return { amountMinor: 0 };
  const [, before, number = "", after] = beside.exec(text) ?? [];
  const direction = readDirection(before ?? after ?? "");
  const digits = (before ?? after) !== undefined && before && after ? null : readDigits(number, decimal);
  const parts = /^(-?)\+?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(digits ?? "");
  if (!parts) return { problem: `${quote(text)} is not an amount.` };
  const mark = findCurrencyMark(number);
  if (mark && !mark.currencies.includes(currency)) return { problem: `${quote(text)} is not in ${currency}.` };
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = parts;
  const shift = countCurrencyDigits(currency) - fraction.length + Number(exponent);
  const units = moveDigits(whole + fraction, shift);
  if (units === null) return { problem: `${quote(text)} has more decimals than ${currency}.` };
  // Larger than any amount of the book.
  if (units.length > 15) return { problem: `${quote(text)} is too large an amount.` };
  const amount = Number(units || "0");
  if (direction === 1 && sign === "-" && amount !== 0) {
    return { problem: `${quote(text)} says both that it came in and that it went out.` };
  }
  if (direction !== null) return { amountMinor: amount === 0 ? 0 : direction * amount };
  return { amountMinor: sign === "-" && amount !== 0 ? -amount : amount };
}

/** Digits times a power of ten without leading zeros; null where something would be lost. */
function moveDigits(digits: string, shift: number): string | null {
  const moved = shift >= 0 ? `${digits}${"0".repeat(Math.min(shift, 40))}` : digits.slice(0, shift);
  const lost = shift >= 0 ? "" : digits.slice(shift);
  return /[1-9]/.test(lost) ? null : moved.replace(/^0+/, "");
}

export function quote(text: string): string {
  return `"${text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text}"`;
}
