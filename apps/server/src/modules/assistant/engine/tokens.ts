import { toPlain, toStem } from "../../metrics/index.ts";
import { abbreviations } from "./abbreviations.ts";
import { toLookup } from "./lookup.ts";
import { joinNumbers, toNumber, toOrdinal } from "./number-words.ts";
import { monthNames } from "./time-words.ts";
import { plainWords } from "./word-classes.ts";

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
  /w\/o\b|b4\b|(?<!\p{L})(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)[-'’]\d{2}(?!\d)|\d{4}-\d{1,2}-\d{1,2}|\d{4}-(?:0[1-9]|1[0-2])(?![\d-])|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}\/\d{1,2}(?!\d)|\d+(?:[.,]\d+)*(?:st|nd|rd|th)?\p{L}*\+?|\p{L}+(?:['’]\p{L}+)?\d*|[%#<>≤≥=≠]+|[€$£]+(?!\s?\d)|[,;&+/]|…|\.{2,}|[.?!](?=\s|$)|\s[–—-]+\s/giu;

/** Words whose full stop ends no sentence. */
const shortened =
  /(?:^|\s)(?:vs|no|nr|approx|mr|mrs|ms|dr|st|etc|e\.g|i\.e|incl|excl|avg|p|pp|ca|resp|max|min|dept|qty|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tue|tues|wed|thu|thurs?|fri|sat|sun)$/i;

const contracted = toLookup<string>({
  ve: "have",
  re: "are",
  ll: "will",
  d: "would",
  m: "am",
  t: "not",
});
const countedUnits = new Set("day week month quarter year hour in percent".split(" "));
const durations = /^(\d+)(d|day|days|w|wk|wks|week|weeks|mth|mths|mo|mos|month|months|y|yr|yrs|year|years)$/;
const unitsOfTime = toLookup<string>({ d: "days", w: "weeks", y: "years" });

/** The words of a question, each with its place in it. */
export function readTokens(question: string): Token[] {
  // An apostrophe inside a word quotes nothing.
  const quotes = /["“”«»]([^"“”«»]{2,60})["“”«»]|(?<![\p{L}\d])['‘]([^'’]{2,60})['’](?![\p{L}\d])/gu;
  const quoted = [...question.matchAll(quotes)].map(({ index, 0: all }) => ({
    start: index,
    end: index + all.length,
  }));
  const tokens: Token[] = [];
  // "(a)" and "(b)" number what is asked for.
  const plain = question.replaceAll(/\([a-h]\)/g, "   ");
  for (const { 0: text, index } of plain.matchAll(pattern)) {
    const place = { text, start: index, end: index + text.length };
    if (/^(?:…|\.{2,}|[.?!]|\s[–—-]+\s)$/.test(text)) {
      if (text === "." && shortened.test(question.slice(0, index))) continue;
      const isSentence = /^[.?!]$/.test(text);
      tokens.push({ ...place, word: isSentence ? "." : ",", stem: isSentence ? "." : ",", isName: false });
      continue;
    }
    const isFirst = index === 0 || /^\W*$/.test(question.slice(0, index)) || /[.!?]\s*$/.test(question.slice(0, index));
    const isShouted =
      /^\p{Lu}{2,5}$/u.test(text) &&
      /\p{Ll}/u.test(question) &&
      !(toPlain(text) in abbreviations) &&
      !plainWords.has(toPlain(text));
    const isCapital = (/^\p{Lu}\p{Ll}/u.test(text) && !isFirst) || isShouted;
    const isName = isCapital || quoted.some(({ start, end }) => start < index && place.end <= end);
    for (const word of writeOut(text)) tokens.push({ ...place, word, stem: toStem(word), isName });
  }
  while (tokens.at(-1) && /^[,;.]$/.test(tokens.at(-1)?.word ?? "")) tokens.pop();
  return joinNumbers(joinLetters(joinPercent(tokens.map(nameUnit)))).map((token, place, all) => {
    // "which one" counts nothing.
    const isPronoun = token.word === "1" && /^one$/i.test(token.text) && !countedUnits.has(all[place + 1]?.stem ?? "");
    if (isPronoun) return { ...token, word: "one", stem: "one" };
    const heard = findHomophone(all, place);
    if (heard) return { ...token, word: heard, stem: heard };
    // "I mean" asks for no average.
    const isMeaning = /^mean$/i.test(token.text) && /^(?:i|you|we|they)$/.test(all[place - 1]?.word ?? "");
    return isMeaning ? { ...token, word: "mean", stem: "mean" } : token;
  });
}

/** A letter that stands for a unit of time behind a number: the last 7 d. */
function nameUnit(token: Token, place: number, all: readonly Token[]): Token {
  const unit = unitsOfTime[token.text.toLowerCase()];
  if (
    !unit ||
    !/^\d{1,3}$/.test(all[place - 1]?.text ?? "") ||
    !/^(?:last|past|previous|next|<|>)$/.test(all[place - 2]?.text.toLowerCase() ?? "")
  )
    return token;
  return { ...token, word: unit, stem: toStem(unit) };
}

/** Letters that were spelled out: "m t d". */
function joinLetters(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const before = joined.at(-1);
    const isLetter = /^[a-z]$/i.test(token.text);
    const isSpelled = before !== undefined && /^[a-z]( [a-z])*$/i.test(before.text) && before.end + 1 === token.start;
    if (isLetter && isSpelled && !/^(?:i|a)$/i.test(before.text)) {
      const letters = `${before.text} ${token.text}`;
      const plain = letters.replaceAll(" ", "").toLowerCase();
      joined[joined.length - 1] = { ...before, text: letters, word: plain, stem: plain, end: token.end };
    } else if (isLetter && /^a$/i.test(before?.text ?? "") && /^r$|^p$/i.test(token.text)) {
      // "a r" and "a p" are what is owed.
      const plain = `a${token.word === "are" ? "r" : token.text.toLowerCase()}`;
      joined[joined.length - 1] = {
        ...(before as Token),
        text: `a ${token.text}`,
        word: plain,
        stem: plain,
        end: token.end,
      };
    } else joined.push(token);
  }
  return joined.flatMap((token) => {
    const full = token.text.includes(" ") ? abbreviations[token.word] : undefined;
    return full ? full.split(" ").map((word) => ({ ...token, word, stem: toStem(word) })) : [token];
  });
}

/** What a word that sounds alike stands for where it makes no sense itself: week buy week, more then last year. */
function findHomophone(tokens: readonly Token[], place: number): string | null {
  const [before = "", word = "", after = ""] = [-1, 0, 1].map((step) => tokens[place + step]?.word);
  const text = tokens[place]?.text.toLowerCase();
  // "the documents which we created": a relative clause asks nothing.
  if (
    word === "which" &&
    /^[a-z]/.test(before) &&
    !/^(?:in|at|on|for|by|of|from|and|or|tell|know|show|me|is|are|see)$/.test(before)
  ) {
    if (/^(?:we|they|i|you|he|she|have|has|had|are|is|was|were|did|do|bring|brings|got|get|came|come)$/.test(after))
      return "that";
  }
  if (
    word === "then" &&
    /^(?:more|less|fewer|better|worse|higher|lower|greater|bigger|smaller|later|[a-z]{3,}er)$/.test(before)
  )
    return "than";
  if (word === "then" && /^(?:in|last|the|we|it|on|before|what)$/.test(after)) {
    const isCompared = tokens.slice(0, place).some((one) => /^(?:more|less|fewer|better|worse)$/.test(one.word));
    if (isCompared) return "than";
  }
  if (word === "buy" && !/^(?:to|we|they|people|customers|you|i|did|do|us)$/.test(before) && after !== "") return "by";
  // "More returns this month as in the last one"
  const isMore = tokens
    .slice(0, place)
    .some((one) => /^(?:more|less|fewer|better|worse|[a-z]{3,}(?:gh|ow|w|st|ick|arg)er)$/.test(one.word));
  if (word === "as" && isMore && /^(?:in|last|the|on|before|yesterday)$/.test(after) && before !== "same")
    return "than";
  if (word === "sails") return "sales";
  // Not what somebody is to sell, but how much of a whole.
  if (word === "quota" && after === "of") return "rate";
  if (word === "moth" && /^(?:last|lats|lsat|lasst|this|thsi|tihs|next|per|each|every|by|a|the)$/.test(before))
    return "month";
  if (word === "lats" && /^(?:moth|month|week|year|quarter|[a-z]{3,6})$/.test(after)) return "last";
  if (word === "form" && (monthNames.includes(after) || /^\d/.test(after))) return "from";
  if (word === "witch") return "which";
  if (word === "stalk" || word === "stalks") return "stock";
  if (word === "write" && after === "now") return "right";
  if (word === "cell" && /^(?:we|they|shops|stores|did|do|to)$/.test(before)) return "sell";
  if (word === "weak" && /^(?:last|this|next|per|each|every|by|buy|a|the)$/.test(before)) return "week";
  if (word === "weak" && /^(?:by|buy)$/.test(after)) return "week";
  if (text === "four" && /^(?:last|this|the|all|yesterday|today)$/.test(after)) return "for";
  if ((text === "two" || text === "to") && after === "" && place > 2) return "too";
  return null;
}

/** "per cent" is one word. */
function joinPercent(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, place) => {
    if (token.word === "cent" && tokens[place - 1]?.word === "per") return [];
    if (token.word !== "per" || tokens[place + 1]?.word !== "cent") return [token];
    return [{ ...token, word: "percent", stem: "percent", end: tokens[place + 1]?.end ?? token.end }];
  });
}

/** Letters that were held down: "plssss" and "sooo". */
function calmDown(word: string): string {
  return word.replace(/([a-z])\1{2,}/g, "$1").replace(/^(heyy|okk|plss|hii|noo|yess)$/, (word) => word.slice(0, -1));
}

function writeOut(text: string): string[] {
  // Taking off accents would take off its stroke.
  if (text === "≠") return ["not"];
  const plain = calmDown(toPlain(text));
  const duration = durations.exec(plain);
  if (duration) {
    const [, count = "", unit = ""] = duration;
    return [count, unitsOfTime[unit] ?? abbreviations[unit] ?? unit];
  }
  const month = /^([a-z]{3,9})[-'](\d{2})$/.exec(plain);
  if (month) return [abbreviations[month[1] ?? ""] ?? month[1] ?? "", `20${month[2]}`];
  const atLeast = /^(\d+(?:[.,]\d+)*[km]?)\+$/.exec(plain)?.[1];
  if (atLeast) return [atLeast, "or", "more"];
  const full = abbreviations[plain];
  if (full) return full.split(" ");
  const contraction = /^([a-z]+)(?:'(ve|re|ll|d|m)|n'(t))$/.exec(plain);
  if (contraction) return [contraction[1] ?? "", contracted[contraction[2] ?? contraction[3] ?? ""] ?? ""];
  const number = toNumber(plain) ?? toOrdinal(plain);
  if (number) return [number];
  const owner = /^(.+)'s?$/.exec(plain)?.[1];
  if (owner) return [owner];
  if (/^\d+%$/.test(plain)) return [plain.slice(0, -1), "percent"];
  return [plain];
}
