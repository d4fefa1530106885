import { toLookup } from "./lookup.ts";

const small = (
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen " +
  "seventeen eighteen nineteen twenty"
).split(" ");
const tens = toLookup<number>({
  thirty: 30,
  forty: 40,
  fourty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
});
const others = toLookup<number>({ hundred: 100, thousand: 1000, million: 1e6, dozen: 12, couple: 2 });
const ordinals = toLookup<string>({
  fourth: "4th",
  fifth: "5th",
  sixth: "6th",
  seventh: "7th",
  eighth: "8th",
  ninth: "9th",
  tenth: "10th",
  eleventh: "11th",
  twelfth: "12th",
  thirteenth: "13th",
  fourteenth: "14th",
  fifteenth: "15th",
  sixteenth: "16th",
  seventeenth: "17th",
  eighteenth: "18th",
  nineteenth: "19th",
  twentieth: "20th",
  thirtieth: "30th",
});

/** The digits of a number that was written in words. */
export function toNumber(word: string): string | null {
  const place = small.indexOf(word);
  if (place >= 0) return String(place);
  const value = tens[word] ?? others[word];
  return value === undefined ? null : String(value);
}

/** The digits of a place in an order. First, second and third are left as they are: quarters and halves have them. */
export function toOrdinal(word: string): string | null {
  return ordinals[word] ?? null;
}

const units = toLookup<number>({ first: 1, second: 2, third: 3 });

/** What is needed of a word of a question. */
type Word = { text: string; word: string; stem: string; end: number };

/** Numbers of several words become one: twenty five, two hundred and fifty, nine thousand, the twenty first. */
export function joinNumbers<Token extends Word>(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  let place = 0;
  while (place < tokens.length) {
    const run = readRun(tokens, place);
    const first = tokens[place];
    const last = tokens[run ? run.next - 1 : place];
    if (!first || !last) break;
    if (run && run.next > place + 1) {
      joined.push({ ...first, text: `${first.text} ${last.text}`, word: run.word, stem: run.word, end: last.end });
    } else joined.push(first);
    place = run?.next ?? place + 1;
  }
  return joined;
}

/** A number written in words from a place on, and the place after it. */
function readRun(tokens: readonly Word[], at: number): { word: string; next: number } | null {
  const isWord = (place: number) => /^[a-z]+$/i.test(tokens[place]?.text ?? "");
  const valueAt = (place: number) => (/^\d+$/.test(tokens[place]?.word ?? "") ? Number(tokens[place]?.word) : null);
  const begin = valueAt(at);
  if (begin === null || !isWord(at) || tokens[at]?.text.toLowerCase() === "couple") return null;
  let total = 0;
  let part = begin;
  let next = at + 1;
  for (;;) {
    // "and" joins what follows a hundred or a thousand: two hundred and fifty.
    const isJoined = tokens[next]?.word === "and" && (part >= 100 || total > 0) && isWord(next + 1);
    const place = isJoined ? next + 1 : next;
    const value = valueAt(place);
    if (value === null || !isWord(place)) break;
    if (value === 100 && part < 100) part *= 100;
    else if ((value === 1000 || value === 1e6) && part < 1000) {
      total += part * value;
      part = 0;
    } else if (part >= 20 && part < 100 && part % 10 === 0 && value > 0 && value < 10) part += value;
    else if (part >= 100 && part % 100 === 0 && value < 100) part += value;
    else if (part === 0 && total > 0 && value < 1000) part = value;
    else break;
    next = place + 1;
  }
  const ordinal =
    units[tokens[next]?.word ?? ""] ?? Number(/^(\d)th$/.exec(tokens[next]?.word ?? "")?.[1] ?? Number.NaN);
  if ((part === 20 || part === 30) && total === 0 && Number.isFinite(ordinal) && isWord(next))
    return { word: `${part + ordinal}th`, next: next + 1 };
  return { word: String(total + part), next };
}
