import { type Candidate, placesBetween } from "./candidates.ts";
import { toLookup } from "./lookup.ts";
import type { Token } from "./tokens.ts";

type Op = "<" | "<=" | ">" | ">=";

/** Words before a number that make it a limit; longer ones first. */
const leads: readonly { words: readonly string[]; op: Op }[] = [
  { words: ["no", "more", "than"], op: "<=" },
  { words: ["not", "more", "than"], op: "<=" },
  { words: ["no", "less", "than"], op: ">=" },
  { words: ["not", "less", "than"], op: ">=" },
  { words: ["more", "than"], op: ">" },
  { words: ["greater", "than"], op: ">" },
  { words: ["higher", "than"], op: ">" },
  { words: ["better", "than"], op: ">" },
  { words: ["bigger", "than"], op: ">" },
  { words: ["longer", "than"], op: ">" },
  { words: ["less", "than"], op: "<" },
  { words: ["fewer", "than"], op: "<" },
  { words: ["lower", "than"], op: "<" },
  { words: ["smaller", "than"], op: "<" },
  { words: ["worse", "than"], op: "<" },
  { words: ["shorter", "than"], op: "<" },
  { words: ["in", "excess", "of"], op: ">" },
  { words: ["at", "least"], op: ">=" },
  { words: ["at", "most"], op: "<=" },
  { words: ["up", "to"], op: "<=" },
  { words: ["fell", "short", "of"], op: "<" },
  { words: ["falls", "short", "of"], op: "<" },
  { words: ["fall", "short", "of"], op: "<" },
  { words: ["short", "of"], op: "<" },
  { words: ["not", "as", "much", "as"], op: "<" },
  { words: ["north", "of"], op: ">" },
  { words: ["south", "of"], op: "<" },
  { words: ["a", "minimum", "of"], op: ">=" },
  { words: ["a", "maximum", "of"], op: "<=" },
  { words: ["upwards", "of"], op: ">" },
  { words: ["above"], op: ">" },
  { words: ["over"], op: ">" },
  { words: ["exceeding"], op: ">" },
  { words: ["exceed"], op: ">" },
  { words: ["exceeds"], op: ">" },
  { words: ["exceeded"], op: ">" },
  { words: ["beyond"], op: ">" },
  { words: ["below"], op: "<" },
  { words: ["under"], op: "<" },
  { words: ["beneath"], op: "<" },
  { words: ["minimum"], op: ">=" },
  { words: ["maximum"], op: "<=" },
];

const trails: readonly { words: readonly string[]; op: Op }[] = [
  { words: ["or", "more"], op: ">=" },
  { words: ["or", "above"], op: ">=" },
  { words: ["or", "higher"], op: ">=" },
  { words: ["and", "more"], op: ">=" },
  { words: ["or", "less"], op: "<=" },
  { words: ["or", "fewer"], op: "<=" },
  { words: ["or", "below"], op: "<=" },
];

/** "below 85%", "more than 10k", "at least 5", "20 or more". */
export function findComparators(tokens: readonly Token[]): Candidate[] {
  const found: Candidate[] = [];
  const matches = (words: readonly string[], at: number) =>
    words.every((word, index) => tokens[at + index]?.word === word);
  for (let place = 0; place < tokens.length; place++) {
    const lead = leads.find(({ words }) => matches(words, place));
    if (lead) {
      const skip = ["the", "a", "of"].includes(tokens[place + lead.words.length]?.word ?? "") ? 1 : 0;
      const number = readAmount(tokens, place + lead.words.length + skip);
      // "over 2025" is a time.
      const isYear = lead.words[0] === "over" && number !== null && number.value >= 2015 && number.value <= 2035;
      const isStretch =
        lead.words[0] === "over" &&
        skip > 0 &&
        /^(?:day|week|month|quarter|year)s?$/.test(tokens[number?.bare ?? 0]?.word ?? "");
      if (number && !isYear && !isStretch) found.push(...withAndWithoutUnit(place, number, lead.op));
      continue;
    }
    const missed = findMissed(tokens, place);
    if (missed) {
      found.push(...withAndWithoutUnit(place, missed, "<"));
      continue;
    }
    const number = readAmount(tokens, place);
    const trail = number && trails.find(({ words }) => matches(words, number.next));
    if (number && trail) found.push(toLimit(place, { ...number, next: number.next + trail.words.length }, trail.op));
    // "20 drops or more": what is counted stands between.
    const later = number && trails.find(({ words }) => matches(words, number.next + 1));
    if (number && later) {
      const places = [place, number.next + 1, number.next + 2];
      found.push({
        kind: "limit",
        op: later.op,
        value: number.value,
        isPercent: number.isPercent,
        unit: null,
        places,
        score: 3.6,
      });
    }
  }
  return found;
}

const reaching = new Set(
  "even make made reach reached hit get got to shift sell sold manage do did come clear bring".split(" "),
);

/** "did not even make 80%", "failed to reach 100": less than that. */
function findMissed(tokens: readonly Token[], at: number): Amount | null {
  const isFailing = tokens[at]?.word === "failed" && tokens[at + 1]?.word === "to";
  if (tokens[at]?.word !== "not" && !isFailing) return null;
  let place = at + 1;
  while (place < at + 5 && reaching.has(tokens[place]?.word ?? "")) place++;
  return place > at + 1 ? readAmount(tokens, place) : null;
}

function withAndWithoutUnit(first: number, amount: Amount, op: Op): Candidate[] {
  const whole = toLimit(first, amount, op);
  if (amount.bare === amount.next) return [whole];
  return [whole, toLimit(first, { ...amount, next: amount.bare }, op)];
}

/** `bare` is the place after the number itself, without its unit. */
type Amount = { value: number; isPercent: boolean; unit: string | null; next: number; bare: number };

function toLimit(first: number, { value, isPercent, unit, next }: Amount, op: Op): Candidate {
  const places = placesBetween(first, next - 1);
  return { kind: "limit", op, value, isPercent, unit, places, score: 1.2 * places.length };
}

const multipliers = toLookup<number>({
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mio: 1e6,
  million: 1e6,
  hundred: 100,
});
/** What a part of a whole is in percent: nine tenths of the target. */
const fractions = toLookup<number>({ tenth: 10, tenths: 10, fifth: 20, fifths: 20, third: 100 / 3, thirds: 100 / 3 });
const unitWords = new Set(
  "percent euro euros eur dollar dollars usd gbp pounds units unit minutes minute hours hour days day weeks week km pieces".split(
    " ",
  ),
);

function readAmount(tokens: readonly Token[], at: number): Amount | null {
  const match = /^(\d+(?:[.,]\d+)*)(k|m|mio|h|min|km|eur|usd)?$/.exec(tokens[at]?.word ?? "");
  if (!match) return null;
  const [, digits = "", unit = ""] = match;
  const plain = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(digits) ? digits.replaceAll(",", "") : digits.replace(",", ".");
  const value = Number(plain);
  if (!Number.isFinite(value)) return null;
  let next = at + 1;
  let factor = multipliers[unit] ?? 1;
  const word = tokens[next]?.word ?? "";
  const further = multipliers[word];
  if (further !== undefined && word !== "m") {
    factor *= further;
    next++;
  } else if (/^(?:100|1000)$/.test(word)) {
    factor *= Number(word);
    next++;
  }
  const after = tokens[next]?.word ?? "";
  const isPercent = after === "percent";
  // A unit belongs to the number, unless it begins what is counted: "more than 5 days of cover".
  const isUnit = unitWords.has(after) && tokens[next + 1]?.word !== "of";
  // "1 in 10" is a share.
  const parts = after === "in" ? Number(tokens[next + 1]?.word) : Number.NaN;
  if (Number.isInteger(parts) && parts > 1)
    return { value: (100 * value) / parts, isPercent: true, unit: null, next: next + 2, bare: next + 2 };
  const tenths = fractions[after];
  if (tenths) return { value: value * tenths, isPercent: true, unit: null, next: next + 1, bare: next + 1 };
  const named = /^(?:minute|hour|day|week)s?$/.test(after)
    ? `${after.replace(/s$/, "")}s`
    : after === "km"
      ? "km"
      : null;
  return {
    value: value * factor,
    isPercent,
    unit: named,
    next: isUnit && after !== "units" ? next + 1 : next,
    bare: next,
  };
}
