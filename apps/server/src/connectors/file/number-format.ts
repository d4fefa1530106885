import { isCurrencyMark } from "../cells/read-number.ts";
import { isDateFormat } from "./excel-date.ts";

/** What the format of a cell says of its number: that it is a day, or which currency it is shown in. */
export type NumberFormat = { isDate: boolean; currencyMark: string | null };

/** Signs of workbooks that numbers in texts are not read with, by the currency that they stand for. */
const currenciesBySign: Readonly<Record<string, string>> = {
  zł: "PLN",
  Kč: "CZK",
  Ft: "HUF",
  лв: "BGN",
  Lei: "RON",
  lei: "RON",
  RM: "MYR",
  Rp: "IDR",
  "د.إ": "AED",
  "د.ب": "BHD",
  "ر.س": "SAR",
  "د.ك": "KWD",
  "ر.ع": "OMR",
  "ر.ق": "QAR",
  "د.ا": "JOD",
  "ج.م": "EGP",
};

/** Whose kronor they are is said by the locale alone, as a number or as a name. */
const kronorByLocale: readonly [RegExp, string][] = [
  [/41d$|-se$/i, "SEK"],
  [/[48]14$|-no$/i, "NOK"],
  [/406$|-dk$/i, "DKK"],
  [/40f$|-is$/i, "ISK"],
];

const tokens =
  /"(?<quoted>[^"]*)"|\\(?<escaped>.)|[_*].|\[\$(?<sign>[^\]-]*)(?<locale>-[^\]]*)?\]|\[[^\]]*\]|(?<bare>\p{Sc}|[A-Z]{3})|./gu;

/** Reads the format of a cell: one that every workbook knows by its number, or one of its own. */
export function readNumberFormat(id: number, code: string | undefined): NumberFormat {
  const isDate = isDateFormat(id, code);
  // What these show is the currency of whoever looks at them.
  const isLocal = (id >= 5 && id <= 8) || (id >= 37 && id <= 44);
  return { isDate, currencyMark: isDate || isLocal || code === undefined ? null : findMark(code) };
}

/** The currency that a format shows, as numbers in texts are marked with it. */
function findMark(code: string): string | null {
  let literal = "";
  for (const { 0: token, groups = {} } of code.matchAll(tokens)) {
    // Parts for numbers below zero and for texts come after the first.
    if (token === ";") break;
    const { quoted, escaped, sign, locale = "", bare } = groups;
    if (sign) return toMark(sign, locale);
    const text = quoted ?? escaped ?? bare;
    if (text !== undefined) {
      literal += text;
      continue;
    }
    if (isKnownMark(literal)) break;
    literal = "";
  }
  return isKnownMark(literal) ? toMark(literal, "") : null;
}

function isKnownMark(literal: string): boolean {
  const text = plainSign(literal);
  return isCurrencyMark(text) || Object.hasOwn(currenciesBySign, text);
}

/** A sign that nobody knows stays as it is: a number beside it is then none, and its row says so. */
function toMark(sign: string, locale: string): string | null {
  const text = plainSign(sign);
  if (text === "") return null;
  if (text.toLowerCase() === "kr") return kronorByLocale.find(([pattern]) => pattern.test(locale))?.[1] ?? text;
  return Object.hasOwn(currenciesBySign, text) ? (currenciesBySign[text] ?? text) : text;
}

/** Without spaces, marks of direction and the point of a short form. */
function plainSign(sign: string): string {
  return sign.replace(/[\s\p{Cf}]/gu, "").replace(/\.$/, "");
}

/** A number as a text with its currency: never in powers of ten, which nobody marks. */
export function markNumber(number: number, mark: string): string {
  const digits = String(number);
  const plain = /e-/.test(digits) ? number.toFixed(15).replace(/\.?0+$/, "") : digits;
  return `${plain} ${mark}`;
}
