/** Arabic and Persian digits and separators, in the order of our own. */
const digits = ["٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹"];
const amount = /^[^\d-]*?(-?)\s*(\d(?:[\d.,\s'’]*\d)?)[^\d]*$/u;

/**
 * An amount of money as a person typed it, in minor units; null when it cannot be read. The last of two different
 * separators begins the fraction; a lone comma does so unless exactly three digits follow it.
 */
export function parseAmount(text: string, currencyDigits: number): number | null {
  const match = amount.exec(latinDigits(text));
  if (!match) return null;
  const [whole = "", fraction = ""] = splitAmount((match[2] ?? "").replace(/[\s'’]/g, ""));
  const decimals = fraction.slice(0, currencyDigits).padEnd(currencyDigits, "0");
  const isRoundedUp = Number(fraction[currencyDigits] ?? 0) >= 5;
  const minor = Number(whole + decimals) + (isRoundedUp ? 1 : 0);
  if (!Number.isSafeInteger(minor)) return null;
  return match[1] && minor !== 0 ? -minor : minor;
}

function latinDigits(text: string): string {
  const latin = (digit: string) => String(digits.map((row) => row.indexOf(digit)).find((place) => place >= 0));
  return text
    .replace(/[٠-٩۰-۹]/g, latin)
    .replaceAll("٫", ".")
    .replaceAll("٬", ",")
    .replaceAll("−", "-");
}

function splitAmount(number: string): [whole: string, fraction: string] {
  const [dots, commas] = [number.split(".").length - 1, number.split(",").length - 1];
  const [dot, comma] = [number.lastIndexOf("."), number.lastIndexOf(",")];
  const isCommaFraction = commas === 1 && (dots > 0 ? comma > dot : !/^\d{1,3},\d{3}$/.test(number));
  const isDotFraction = dots === 1 && dot > comma;
  const end = isDotFraction ? dot : isCommaFraction ? comma : number.length;
  return [number.slice(0, end).replace(/[.,]/g, ""), number.slice(end + 1)];
}
