import { isCurrency } from "@console/figures/currency";
import { findWordCurrencies, takeCurrencyWord } from "../../../connectors/cells/currency-words.ts";
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
  if (sign !== undefined) return { sign, currencies: currenciesBySign[sign] ?? [] };
  const currencies = takeCurrencyWord(amount)?.currencies ?? [];
  const [only, ...others] = currencies;
  return only === undefined ? null : { sign: others.length === 0 ? only : letters, currencies };
}

/** Words for a currency that mean nothing else in the name of a column. */
const plainWords = new Set(["eur", "usd", "gbp", "euro", "euros", "zł", "zl", "tl", "руб", "грн", "kč", "円", "元"]);

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
  if (code) return code;
  const named = [...words(bracketed), ...words(name).filter((one) => plainWords.has(one.toLowerCase()))];
  return named.map(findWordCurrencies).find((currencies) => currencies.length === 1)?.[0] ?? null;
}
