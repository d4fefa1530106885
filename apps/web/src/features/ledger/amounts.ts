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

/** The minor units of an amount as it is typed, such as 1,250.50; null for what is no amount, or has too many decimals. */
export function readAmount(text: string, currency: string): number | null {
  const plain = text.replaceAll(/[\s,'’]/g, "");
  const [, whole = "", fraction = ""] = /^(\d{1,13})(?:\.(\d*))?$/.exec(plain) ?? [];
  const digits = countCurrencyDigits(currency);
  if (whole === "" || fraction.length > digits) return null;
  return Number(whole + fraction.padEnd(digits, "0"));
}
