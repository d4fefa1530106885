/** A number as a text writes it, with the values that it may stand for. */
export type WrittenNumber = {
  /** As it stands in the text, without what stands around it. */
  text: string;
  /** What it may mean: `1.234` is a thousand or a little more than one. Empty where it is a fraction in words. */
  values: readonly { value: number; tolerance: number }[];
  kind: "number" | "percent" | "date";
  /** The day and month, where it is a part of a date in words. */
  day?: { day: number; month: number };
};

const months = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
const monthNames =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
/** A name of a month as a word of its own: Maryam and Qamar are none. */
const monthForm = `(?<!\\p{L})(?:${monthNames})(?!\\p{L})\\.?`;

/** Words that say a number of their own. */
const wordValues: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  dozen: 12,
  thirteen: 13,
  fourteen: 14,
  fifteen: 15,
  sixteen: 16,
  seventeen: 17,
  eighteen: 18,
  nineteen: 19,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};
const wordScales: Readonly<Record<string, number>> = { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 };
/** Words of which no cell of a result is the value. */
const relative =
  "half|halves|halved|(?:a|one)[\\s-]third|thirds|quarter of|quarters of|twice|thrice|double|doubled|doubling|" +
  "triple|tripled|tripling|quadruple|quadrupled|tenfold|twofold|fold";
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mn: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

const digits = "\\d{1,3}(?:[ \\u00a0\\u202f'’.,]\\d{3})+(?:[.,]\\d+)?(?!\\d)|\\d+(?:[.,]\\d+)*";
const numberWords = [...Object.keys(wordValues), ...Object.keys(wordScales)].join("|");
const forms = new RegExp(
  [
    "(?<iso>\\d{4}-\\d{2}(?:-\\d{2})?)",
    `(?<dayFirst>\\d{1,2})(?:st|nd|rd|th)?(?:\\s*[–-]\\s*(?<dayTo>\\d{1,2}))?\\s+(?:of\\s+)?(?<monthAfter>${monthForm})`,
    `(?<monthBefore>${monthForm})\\s+(?<dayAfter>\\d{1,2})(?:st|nd|rd|th)?(?![\\d.,]*\\d)`,
    `(?<number>${digits})(?:\\s?(?<sign>%|percent\\b|‰)|\\s?(?<scale>k|mn?|bn|thousand|million|billion)\\b)?`,
    `(?<words>\\b(?:${numberWords})(?:[\\s-]+(?:and\\s+)?(?:${numberWords}|one))*)\\b`,
    `(?<relative>\\b(?:${relative}))\\b`,
  ].join("|"),
  "giu",
);

/** The numbers that a text states, also in words and in the digits of other scripts; marks of lists and quarters are none. */
export function findNumbers(text: string): WrittenNumber[] {
  const plain = toPlainDigits(text);
  const found: WrittenNumber[] = [];
  for (const match of plain.matchAll(forms)) {
    const groups = match.groups ?? {};
    if (isMark(plain, match)) continue;
    if (groups.iso) found.push({ text: groups.iso, values: [], kind: "date" });
    else if (groups.monthAfter) {
      const month = toMonth(groups.monthAfter);
      for (const day of [groups.dayFirst, groups.dayTo]) if (day) found.push(toDay(day, month));
    } else if (groups.monthBefore && groups.dayAfter) found.push(toDay(groups.dayAfter, toMonth(groups.monthBefore)));
    else if (groups.number) found.push(toNumber(groups.number, groups));
    else if (groups.words) found.push(toWords(groups.words));
    else if (groups.relative) found.push({ text: groups.relative, values: [], kind: "number" });
  }
  return found;
}

/** Letters and digits as they are meant, whatever script or form they are written in. */
function toPlainDigits(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\u00AD\uFEFF]/g, "")
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      // The digits of each script stand one after the other, from zero on.
      let zero = code;
      while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero--;
      return String(code - zero);
    });
}

/** Numbers of list entries, and names such as Q3. */
function isMark(text: string, { index = 0, groups = {} }: RegExpMatchArray): boolean {
  if (!groups.number) return false;
  const before = text.slice(Math.max(0, index - 3), index);
  const after = text.slice(index + groups.number.length, index + groups.number.length + 2);
  const beginsLine = /(?:^|\n)\s*$/.test(text.slice(Math.max(0, text.lastIndexOf("\n", index - 1)), index));
  if (beginsLine && /^[.)]\s/.test(after) && /^\d{1,2}$/.test(groups.number)) return true;
  return /(?:^|[^\p{L}])[QqHh]$/u.test(before) && /^[1-4]$/.test(groups.number);
}

function toDay(day: string, month: number): WrittenNumber {
  return { text: day, values: [], kind: "date", day: { day: Number(day), month } };
}

function toMonth(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function toNumber(text: string, { sign, scale }: Record<string, string | undefined>): WrittenNumber {
  const factor = scale ? (scales[scale.toLowerCase()] ?? 1) : 1;
  const values = readValues(text).map(({ value, tolerance }) => ({
    value: value * factor,
    tolerance: tolerance * factor,
  }));
  return { text, values, kind: sign ? "percent" : "number" };
}

/** What digits with separators may mean; what is said with fewer places stands for all that is rounded to it. */
function readValues(text: string): { value: number; tolerance: number }[] {
  const candidates = new Set<string>();
  const tight = text.replace(/[ \u00a0\u202f'’]/g, "");
  if (/^\d+$/.test(tight)) candidates.add(tight);
  if (/^\d{1,3}(,\d{3})+(\.\d+)?$/.test(tight)) candidates.add(tight.replaceAll(",", ""));
  if (/^\d{1,3}(\.\d{3})+(,\d+)?$/.test(tight)) candidates.add(tight.replaceAll(".", "").replace(",", "."));
  if (/^\d+[.,]\d+$/.test(tight)) candidates.add(tight.replace(",", "."));
  return [...candidates].map((number) => {
    const places = number.split(".")[1]?.length ?? 0;
    return { value: Number(number), tolerance: 0.5 * 10 ** -places };
  });
}

function toWords(text: string): WrittenNumber {
  let whole = 0;
  let part = 0;
  for (const word of text.toLowerCase().split(/[\s-]+/)) {
    const scale = wordScales[word];
    if (scale === 100) part = Math.max(1, part) * 100;
    else if (scale) {
      whole += Math.max(1, part) * scale;
      part = 0;
    } else part += word === "one" ? 1 : (wordValues[word] ?? 0);
  }
  return { text, values: [{ value: whole + part, tolerance: 0.5 }], kind: "number" };
}
