/** What people write for a currency beside its code and its sign, in small letters: what stands for several, only the row can say. */
const wordLists: Readonly<Record<string, string>> = {
  EUR: "euro, euros, eur",
  USD: "usd",
  GBP: "gbp",
  PLN: "zł, zl, złotych, zlotych",
  TRY: "tl",
  RUB: "руб, рублей, р",
  UAH: "грн",
  KZT: "тг, тенге",
  UZS: "сум, so'm",
  BGN: "лв",
  RSD: "дин, din",
  CZK: "kč, kc",
  HUF: "ft",
  "RON MDL": "lei",
  "SEK NOK DKK ISK": "kr",
  "INR PKR LKR NPR MUR SCR": "rs",
  MYR: "rm",
  IDR: "rp",
  KES: "ksh",
  VND: "đ, vnđ",
  "CHF XOF XAF": "fr, sfr",
  EGP: "le, ج.م, جنيه",
  BHD: "د.ب, bd",
  KWD: "د.ك, kd",
  JOD: "د.أ, jd",
  "BHD KWD JOD IQD TND DZD LYD": "دينار",
  "AED MAD": "درهم",
  AED: "د.إ, dhs, dh",
  SAR: "ر.س, sr",
  QAR: "ر.ق, qr",
  OMR: "ر.ع",
  "SAR QAR OMR YER IRR": "ريال",
  JPY: "円, yen",
  "CNY TWD": "元",
  KRW: "원",
};

const currenciesByWord: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(wordLists).flatMap(([codes, words]) =>
    words.split(", ").map((word) => [word, codes.split(" ")] as const),
  ),
);

const anyWord = [...currenciesByWord.keys()]
  .sort((a, b) => b.length - a.length)
  .map((word) => word.replaceAll(".", "\\."))
  .join("|");
const before = new RegExp(`^([-+(]?)\\s*(${anyWord})\\.?(?!\\p{L})\\s*(.*)$`, "isu");
const after = new RegExp(`^(.*?)\\s*(?<!\\p{L})(${anyWord})\\.?\\s*([-)]?)$`, "isu");

/** The currencies that a word stands for; none where it is no such word. */
export function findWordCurrencies(word: string): readonly string[] {
  return currenciesByWord.get(word.toLowerCase()) ?? [];
}

/** An amount without the word for its currency that stands before or after it, as in "Rs. 500" or "12,50 zł"; null where it has none. */
export function takeCurrencyWord(amount: string): { rest: string; currencies: readonly string[] } | null {
  // Marks of the direction of writing stand beside Arabic words.
  const text = amount.replace(/[\u200e\u200f\u061c]/g, "").trim();
  if (!/\p{L}/u.test(text)) return null;
  const [, sign = "", first, digits = ""] = before.exec(text) ?? [];
  if (first !== undefined) return { rest: `${sign}${digits}`, currencies: findWordCurrencies(first) };
  const [, number = "", last, close = ""] = after.exec(text) ?? [];
  return last === undefined ? null : { rest: `${number}${close}`, currencies: findWordCurrencies(last) };
}
