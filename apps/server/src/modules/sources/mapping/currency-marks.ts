import { isCurrency } from "@console/figures/currency";
import { dollarsByLetters } from "../../../connectors/cells/read-number.ts";

const dollars =
  "ARS AUD BBD BMD BND BOB BRL BSD BZD CAD CLP COP CUP CVE DOP FJD GYD HKD JMD KYD LRD MOP MXN NAD NIO NZD SBD SGD SRD TOP TTD TWD USD UYU XCD ZWL".split(
    " ",
  );

/** Every currency whose amounts are written with one sign: which of them is meant, only the row can say. */
const currenciesBySign: Readonly<Record<string, readonly string[]>> = {
  $: dollars,
  "£": ["GBP", "EGP", "FKP", "GIP", "LBP", "SDG", "SHP", "SSP", "SYP"],
  "€": ["EUR"],
  "¥": ["JPY", "CNY"],
  "￥": ["JPY", "CNY"],
  "₡": ["CRC", "SVC"],
  "₦": ["NGN"],
  "₩": ["KRW", "KPW"],
  "₪": ["ILS"],
  "₫": ["VND"],
  "₭": ["LAK"],
  "₮": ["MNT"],
  "₱": ["PHP", "CUP"],
  "₲": ["PYG"],
  "₴": ["UAH"],
  "₵": ["GHS"],
  "₸": ["KZT"],
  "₹": ["INR"],
  "₺": ["TRY"],
  "₼": ["AZN"],
  "₽": ["RUB"],
  "₾": ["GEL"],
  "฿": ["THB"],
  "﷼": ["IRR", "OMR", "QAR", "SAR", "YER"],
};

/** What an amount is marked with, and the currencies that this may stand for. */
export type CurrencyMark = { sign: string; currencies: readonly string[] };

/** The mark of an amount, its sign or code; null where it has none, or one that nobody can tell. */
export function findCurrencyMark(amount: string): CurrencyMark | null {
  const letters = amount.match(/\p{L}+/u)?.[0].toUpperCase() ?? "";
  const sign = [...amount].find((character) => Object.hasOwn(currenciesBySign, character));
  const dollar = sign === "$" ? dollarsByLetters[letters] : undefined;
  if (dollar) return { sign: dollar, currencies: [dollar] };
  if (isCurrency(letters)) return { sign: letters, currencies: [letters] };
  return sign === undefined ? null : { sign, currencies: currenciesBySign[sign] ?? [] };
}
