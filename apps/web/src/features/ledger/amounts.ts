import { countCurrencyDigits } from "@console/figures/currency";
import { type FormatChoices, formatMoney } from "@console/figures/format";

type Formats = Pick<FormatChoices, "numberFormat">;

/** An amount of minor units; nothing for zero, where a column is empty then. */
export function writeSide(minor: number, currency: string, formats: Formats): string {
  return minor === 0 ? "" : formatMoney(minor, currency, formats);
}

/** A balance with the side that it is on. */
export function writeBalance(minor: number, currency: string, formats: Formats): string {
  if (minor === 0) return formatMoney(0, currency, formats);
  return `${formatMoney(Math.abs(minor), currency, formats)} ${minor > 0 ? "Dr" : "Cr"}`;
}

/** Whole units, with or without signs between thousands; a comma elsewhere may be meant as a decimal sign. */
const typed = /^(\d+|\d{1,3}(?:[\s,'’]\d{2,3})*[\s,'’]\d{3})(?:\.(\d*))?$/;
const mostDigits = 13;

/** The minor units of an amount as it is typed, such as 1,250.50; null for what is no amount, or has too many decimals. */
export function readAmount(text: string, currency: string): number | null {
  const [, written = "", fraction = ""] = typed.exec(text.trim()) ?? [];
  const whole = written.replaceAll(/\D/g, "");
  const digits = countCurrencyDigits(currency);
  if (whole.length > mostDigits) return null;
  if (whole === "" || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, "0"));
}
