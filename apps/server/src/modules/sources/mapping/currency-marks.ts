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

/** What people write for a currency beside its code and its sign, in small letters. */
const currencyWords: Readonly<Record<string, string>> = {
  eur: "EUR",
  usd: "USD",
  gbp: "GBP",
  euro: "EUR",
  euros: "EUR",
  zł: "PLN",
  zl: "PLN",
  tl: "TRY",
  руб: "RUB",
  грн: "UAH",
  kč: "CZK",
  円: "JPY",
  元: "CNY",
};

/** The currency that the name of a column tells, as in "Amount (EUR)" or "Betrag €"; null where it tells none, or one of many. */
export function findHeaderCurrency(name: string): string | null {
  const sign = [...name].find((character) => character !== "$" && Object.hasOwn(currenciesBySign, character));
  const [bySign] = (sign === undefined ? undefined : currenciesBySign[sign]) ?? [];
  if (bySign !== undefined) return bySign;
  const isShouted = name === name.toUpperCase();
  const bracketed = /[([{]([^)\]}]*)[)\]}]/u.exec(name)?.[1] ?? "";
  const words = (text: string) => text.match(/\p{L}+/gu) ?? [];
  // A code is one where its capitals tell it from a word such as "all" or "top", as in "Umsatz in EUR".
  const codes = [...words(bracketed), ...(isShouted ? [] : words(name).slice(-1))];
  const code = codes.find((one) => /^[A-Z]{3}$/.test(one) && isCurrency(one));
  return code ?? words(name).flatMap((one) => currencyWords[one.toLowerCase()] ?? [])[0] ?? null;
}
