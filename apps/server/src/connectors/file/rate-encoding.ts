import type { FileEncoding } from "@console/contracts";
import { createDecoder } from "./decode-text.ts";
import { type Alphabet, alphabets, type WideScript, wideScripts } from "./encoding-letters.ts";

/** The encoding in which bytes beyond ASCII make the likeliest text; null where none makes any sense. */
export function findLikeliest(sample: Buffer): FileEncoding | null {
  let best: { encoding: FileEncoding; score: number } | null = null;
  const propose = (encoding: FileEncoding, score: number) => {
    // Counting in twos must not prefer the later of two that fit alike.
    if (score > (best?.score ?? 0) + 0.001) best = { encoding, score };
  };
  const bytes = sample.toString("latin1");
  for (const encoding of new Set(alphabets.map((alphabet) => alphabet.encoding))) {
    const text = createDecoder(encoding)(bytes);
    if (text === null) continue;
    const characters = countBeyond(text);
    const own = alphabets.filter((alphabet) => alphabet.encoding === encoding);
    for (const alphabet of own) propose(encoding, rateLetters(characters, alphabet));
    const [first] = own;
    // Names of many countries: a language alone is likelier than all of them at once.
    const letters = own.map((alphabet) => alphabet.letters).join("");
    if (first?.script === "Latin") propose(encoding, 0.75 * rateLetters(characters, { ...first, letters }));
  }
  for (const script of wideScripts) {
    if (createDecoder(script.encoding)(bytes) !== null) propose(script.encoding, ratePairs(sample, script));
  }
  return (best as { encoding: FileEncoding } | null)?.encoding ?? null;
}

/** A character beyond ASCII with those beside it, and how often these three come. */
type Neighbours = { before: string; character: string; after: string; count: number };

function countBeyond(text: string): Neighbours[] {
  const counts = new Map<string, number>();
  for (let place = 0; place < text.length; place++) {
    if (text.charCodeAt(place) < 0x80) continue;
    const three = `${text[place - 1] ?? " "}${text[place]}${text[place + 1] ?? " "}`;
    counts.set(three, (counts.get(three) ?? 0) + 1);
  }
  return [...counts].map(([three, count]) => {
    const [before = " ", character = "", after = " "] = [three[0], three[1], three[2]];
    return { before, character, after, count };
  });
}

const isAsciiLetter = (character: string) => /[A-Za-z]/.test(character);
const isLower = (character: string) => character.toLowerCase() === character && character.toUpperCase() !== character;
const isUpper = (character: string) => character.toUpperCase() === character && character.toLowerCase() !== character;
const isBeyond = (character: string) => character.charCodeAt(0) >= 0x80 && /\p{L}/u.test(character);
/** Signs that texts of every language have. */
const typography = /[\u00a0€£°№§«»‘’‚“”„–—…•·´¡¿®©™×\u200e\u200f،؛؟ـ]/;

/** How well characters fit a language: one where each is a frequent letter in a likely place, below zero where most are not. */
function rateLetters(characters: readonly Neighbours[], alphabet: Alphabet): number {
  let [score, all] = [0, 0];
  for (const neighbours of characters) {
    score += rateCharacter(neighbours, alphabet) * neighbours.count;
    all += neighbours.count;
  }
  return all === 0 ? 0 : score / all;
}

function rateCharacter({ before, character, after }: Neighbours, { script, letters }: Alphabet): number {
  const index = letters.indexOf(character) >= 0 ? letters.indexOf(character) : letters.indexOf(character.toLowerCase());
  if (index < 0) return typography.test(character) ? 0.3 : -1;
  // Capitals stand at the beginning of a word or fill it.
  if (isLower(before) && isUpper(character)) return -1;
  if (script === "Latin") return isBeyond(before) && isBeyond(after) ? -0.3 : 1;
  if (isAsciiLetter(before) || isAsciiLetter(after)) return -1;
  return rateRank(index, letters.length);
}

/** A third of the letters makes most of a text, the last third hardly any of it. */
function rateRank(index: number, length: number): number {
  if (index < length / 3) return 1;
  return index < (length * 2) / 3 ? 0.5 : 0.1;
}

/** How well pairs of bytes fit an encoding of two bytes a character. */
function ratePairs(sample: Buffer, { leads, usualTrail, asciiTrail, single }: WideScript): number {
  let [score, all] = [0, 0];
  for (let place = 0; place < sample.length; place++) {
    const lead = sample[place] ?? 0;
    if (lead < 0x80) continue;
    all++;
    if (single && lead >= single[0] && lead <= single[1]) {
      score += 0.2;
      continue;
    }
    const trail = sample[++place] ?? 0;
    const weight = trail < usualTrail ? undefined : leads.find(([from, to]) => lead >= from && lead <= to)?.[2];
    score += weight === undefined ? -0.5 : trail < 0x80 ? weight * asciiTrail : weight;
  }
  return all === 0 ? 0 : score / all;
}
