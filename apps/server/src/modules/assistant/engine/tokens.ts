import { toPlain, toStem } from "../../metrics/index.ts";

/** A word of a question: what it means is told by `word` and `stem`, where it stands by its offsets. */
export type Token = {
  /** As it was written. */
  text: string;
  /** In small letters without accents, abbreviations written out. */
  word: string;
  /** The word in the singular. */
  stem: string;
  start: number;
  end: number;
  /** Written like a name: with a capital that no sentence begins with, or in quotes. */
  isName: boolean;
  /** What was typed, where a typing error was mended. */
  typed?: string;
};

const pattern =
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}\/\d{1,2}(?!\d)|\d+(?:[.,]\d+)*(?:st|nd|rd|th)?\p{L}*\+?|\p{L}+(?:['’]\p{L}+)?\d*|[%#<>≤≥=]+|[,;&+/]/gu;

/** What is written short, with what it stands for. */
const abbreviations: Readonly<Record<string, string>> = {
  yday: "yesterday",
  ystd: "yesterday",
  yest: "yesterday",
  "y'day": "yesterday",
  lw: "last week",
  lm: "last month",
  lq: "last quarter",
  ly: "last year",
  tw: "this week",
  tm: "this month",
  tgt: "target",
  tgts: "targets",
  btm: "bottom",
  ea: "each",
  val: "value",
  bal: "balance",
  bals: "balances",
  rej: "rejected",
  rejs: "rejected",
  tix: "tickets",
  atv: "average basket",
  abv: "average basket",
  gp: "gross margin",
  wkly: "weekly",
  mthly: "monthly",
  mnthly: "monthly",
  dly: "daily",
  qtly: "quarterly",
  qrtly: "quarterly",
  wknd: "weekend",
  wkend: "weekend",
  wkday: "weekday",
  cc: "cost center",
  cctr: "cost center",
  appr: "approval",
  appvl: "approval",
  pend: "pending",
  zn: "zone",
  att: "attempts",
  fcst: "forecast",
  dlvr: "deliver",
  pts: "points",
  ppl: "people",
  acct: "account",
  accts: "accounts",
  recv: "receivables",
  rcvd: "received",
  shpd: "shipped",
  cxl: "cancelled",
  grand: "thousand",
  fails: "failed",
  lates: "late deliveries",
  whys: "why is",
  "why's": "why is",
  em: "them",
  tdy: "today",
  "2day": "today",
  wk: "week",
  wks: "weeks",
  mth: "month",
  mths: "months",
  mo: "month",
  mos: "months",
  mnth: "month",
  qtr: "quarter",
  qtrs: "quarters",
  yr: "year",
  yrs: "years",
  hr: "hour",
  hrs: "hours",
  min: "minute",
  mins: "minutes",
  avg: "average",
  ave: "average",
  mean: "average",
  typical: "average",
  averages: "average",
  vs: "versus",
  v: "versus",
  cf: "versus",
  w: "with",
  wo: "without",
  excl: "excluding",
  exc: "excluding",
  incl: "including",
  bw: "between",
  btw: "between",
  btwn: "between",
  qty: "quantity",
  qtys: "quantity",
  amt: "amount",
  pct: "percent",
  perc: "percent",
  percentage: "percent",
  percentages: "percent",
  "%": "percent",
  prop: "proportion",
  tot: "total",
  cum: "cumulative",
  cumul: "cumulative",
  cust: "customer",
  custs: "customers",
  prod: "product",
  prods: "products",
  cat: "category",
  cats: "categories",
  whse: "warehouse",
  wh: "warehouse",
  whs: "warehouse",
  dept: "department",
  depts: "departments",
  del: "deliveries",
  dels: "deliveries",
  deliv: "deliveries",
  delivs: "deliveries",
  dlvry: "delivery",
  dlv: "deliveries",
  dlvd: "delivered",
  trx: "transactions",
  txn: "transactions",
  txns: "transactions",
  trans: "transactions",
  invs: "invoices",
  po: "purchase order",
  cn: "credit note",
  cns: "credit notes",
  rev: "revenue",
  mgn: "margin",
  gm: "gross margin",
  acc: "accuracy",
  svc: "service",
  lvl: "level",
  pmt: "payment",
  mgmt: "management",
  whats: "what is",
  "what's": "what is",
  wats: "what is",
  hows: "how is",
  "how's": "how is",
  whos: "who is",
  "who's": "who is",
  "where's": "where is",
  "that's": "that is",
  "it's": "it is",
  "let's": "let us",
  "didn't": "did not",
  didnt: "did not",
  "don't": "do not",
  dont: "do not",
  "doesn't": "does not",
  "isn't": "is not",
  isnt: "is not",
  "aren't": "are not",
  "wasn't": "was not",
  "weren't": "were not",
  "haven't": "have not",
  "hasn't": "has not",
  "can't": "can not",
  "couldn't": "could not",
  "won't": "will not",
  "i'm": "i am",
  "i'd": "i would",
  "we've": "we have",
  "we're": "we are",
  pls: "please",
  plz: "please",
  plse: "please",
  thx: "thanks",
  u: "you",
  ur: "your",
  r: "are",
  n: "and",
  "&": "and",
  "+": "and",
  "/": "per",
  gimme: "give me",
  wanna: "want to",
  gonna: "going to",
  mon: "monday",
  tue: "tuesday",
  tues: "tuesday",
  wed: "wednesday",
  thu: "thursday",
  thur: "thursday",
  thurs: "thursday",
  satur: "saturday",
  fri: "friday",
  jan: "january",
  feb: "february",
  febr: "february",
  mar: "march",
  apr: "april",
  jun: "june",
  jul: "july",
  aug: "august",
  sep: "september",
  sept: "september",
  oct: "october",
  nov: "november",
  dec: "december",
  kms: "km",
  kilometre: "km",
  kilometres: "km",
  kilometer: "km",
  kilometers: "km",
  nr: "number",
  num: "number",
  "#": "number",
  "<": "below",
  ">": "above",
  "<=": "at most",
  "≤": "at most",
  ">=": "at least",
  "≥": "at least",
};

const numberWords: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
      "seventeen eighteen nineteen twenty"
    )
      .split(" ")
      .map((word, index) => [word, String(index)]),
  ),
  thirty: "30",
  forty: "40",
  fifty: "50",
  sixty: "60",
  seventy: "70",
  eighty: "80",
  ninety: "90",
  hundred: "100",
  thousand: "1000",
  dozen: "12",
  couple: "2",
};

const countedUnits = new Set("day week month quarter year hour in percent".split(" "));
const durations = /^(\d+)(d|day|days|w|wk|wks|week|weeks|mth|mths|mo|mos|month|months|y|yr|yrs|year|years)$/;
const unitsOfTime: Readonly<Record<string, string>> = { d: "days", w: "weeks", y: "years" };

/** The words of a question, each with its place in it. */
export function readTokens(question: string): Token[] {
  const quoted = [...question.matchAll(/["“”«»']([^"“”«»']{2,60})["“”«»']/g)].map(({ index, 0: all }) => ({
    start: index,
    end: index + all.length,
  }));
  const tokens: Token[] = [];
  for (const { 0: text, index } of question.matchAll(pattern)) {
    const place = { text, start: index, end: index + text.length };
    const isFirst = index === 0 || /^\W*$/.test(question.slice(0, index)) || /[.!?]\s*$/.test(question.slice(0, index));
    const isCapital = /^\p{Lu}\p{Ll}/u.test(text) && !isFirst;
    const isName = isCapital || quoted.some(({ start, end }) => start < index && place.end <= end);
    for (const word of writeOut(text)) tokens.push({ ...place, word, stem: toStem(word), isName });
  }
  return joinPercent(tokens).map((token, place, all) => {
    // "which one" counts nothing.
    const isPronoun = token.word === "1" && /^one$/i.test(token.text) && !countedUnits.has(all[place + 1]?.stem ?? "");
    return isPronoun ? { ...token, word: "one", stem: "one" } : token;
  });
}

/** "per cent" is one word. */
function joinPercent(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, place) => {
    if (token.word === "cent" && tokens[place - 1]?.word === "per") return [];
    if (token.word !== "per" || tokens[place + 1]?.word !== "cent") return [token];
    return [{ ...token, word: "percent", stem: "percent", end: tokens[place + 1]?.end ?? token.end }];
  });
}

function writeOut(text: string): string[] {
  const plain = toPlain(text);
  const duration = durations.exec(plain);
  if (duration) {
    const [, count = "", unit = ""] = duration;
    return [count, unitsOfTime[unit] ?? abbreviations[unit] ?? unit];
  }
  const atLeast = /^(\d+(?:[.,]\d+)*[km]?)\+$/.exec(plain)?.[1];
  if (atLeast) return [atLeast, "or", "more"];
  const full = abbreviations[plain];
  if (full) return full.split(" ");
  const number = numberWords[plain];
  if (number) return [number];
  const owner = /^(.+)'s?$/.exec(plain)?.[1];
  if (owner) return [owner];
  if (/^\d+%$/.test(plain)) return [plain.slice(0, -1), "percent"];
  return [plain];
}
