import type { Candidate } from "./candidates.ts";
import { isAction, isEnglish } from "./english.ts";
import type { Token } from "./tokens.ts";
import { plainWords, roleWords } from "./word-classes.ts";

/** One way to give every word of a question a meaning or none. */
export type Combination = { items: readonly Candidate[]; left: readonly number[]; score: number };

const beamWidth = 60;
/** So many meanings of words that begin at one place are tried, the best ones. */
const mostAtOnePlace = 24;

/** A way to read the words so far: what it adds stands in front of the way that it goes on from. */
type Path = {
  before: Path | null;
  item: Candidate | null;
  left: number | null;
  /** A bit for each word that has a meaning. */
  used: bigint;
  score: number;
};

/** The best ways to put candidates together so that no word is used twice. */
export function combine(tokens: readonly Token[], candidates: readonly Candidate[], most = 24): Combination[] {
  const byStart = groupByStart(candidates);
  // What has a name in the semantic layer is not talk.
  const named = candidates.filter(({ kind }) => kind === "dimension" || kind === "metric");
  const known = new Set(named.flatMap(({ places }) => places));
  const heads = new Set(
    candidates.flatMap(({ kind, places }) => (kind === "metric" && places.length === 1 ? places : [])),
  );
  let beam: Path[] = [{ before: null, item: null, left: null, used: 0n, score: 0 }];
  for (const [place, token] of tokens.entries()) {
    const cost = costOfLeaving(token, known.has(place), heads.has(place));
    const bit = 1n << BigInt(place);
    const next: Path[] = [];
    for (const path of beam) {
      if (path.used & bit) {
        next.push(path);
        continue;
      }
      next.push({ before: path, item: null, left: place, used: path.used, score: path.score - cost });
      for (const { item, mask } of byStart.get(place) ?? []) {
        if (path.used & mask) continue;
        next.push({ before: path, item, left: null, used: path.used | mask, score: path.score + item.score });
      }
    }
    beam = next.sort((a, b) => b.score - a.score).slice(0, beamWidth);
  }
  return beam.slice(0, most).map(unroll);
}

function groupByStart(candidates: readonly Candidate[]): Map<number, { item: Candidate; mask: bigint }[]> {
  const byStart = new Map<number, { item: Candidate; mask: bigint }[]>();
  for (const item of candidates) {
    const first = Math.min(...item.places);
    const mask = item.places.reduce((bits, place) => bits | (1n << BigInt(place)), 0n);
    const list = byStart.get(first);
    if (list) list.push({ item, mask });
    else byStart.set(first, [{ item, mask }]);
  }
  for (const list of byStart.values()) {
    list.sort((a, b) => b.item.score - a.item.score);
    list.length = Math.min(list.length, mostAtOnePlace);
  }
  return byStart;
}

function unroll(path: Path): Combination {
  const items: Candidate[] = [];
  const left: number[] = [];
  for (let step: Path | null = path; step; step = step.before) {
    if (step.item) items.push(step.item);
    if (step.left !== null) left.push(step.left);
  }
  return { items: items.reverse(), left: left.reverse(), score: path.score };
}

/** What it costs to leave a word without a meaning: names and numbers must be understood, common words need not. */
function costOfLeaving({ word, isName }: Token, isKnown: boolean, isHead: boolean): number {
  if (/^[,;.]$/.test(word) || plainWords.has(word)) return isName && !plainWords.has(word) ? 2 : 0;
  if (/^\d/.test(word)) return 2;
  if (isName) return 2.2;
  if (roleWords.has(word)) return 1.2;
  // "Who takes longer": a verb may say something else than the figure that it can name.
  if (isHead) return isAction(word) ? 1.5 : 2.6;
  return isKnown || !isEnglish(word) ? 1.8 : 0.9;
}
