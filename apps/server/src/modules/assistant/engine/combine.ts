import type { Candidate } from "./candidates.ts";
import { isEnglish } from "./english.ts";
import type { Token } from "./tokens.ts";
import { plainWords, roleWords } from "./word-classes.ts";

/** One way to give every word of a question a meaning or none. */
export type Combination = { items: readonly Candidate[]; left: readonly number[]; score: number };

const beamWidth = 60;

/** The best ways to put candidates together so that no word is used twice. */
export function combine(tokens: readonly Token[], candidates: readonly Candidate[], most = 24): Combination[] {
  const byStart = new Map<number, Candidate[]>();
  for (const candidate of candidates) {
    const first = Math.min(...candidate.places);
    byStart.set(first, [...(byStart.get(first) ?? []), candidate]);
  }
  // What has a name in the semantic layer is not talk.
  const named = candidates.filter(({ kind }) => kind === "dimension" || kind === "metric");
  const known = new Set(named.flatMap(({ places }) => places));
  let beam: { items: Candidate[]; used: ReadonlySet<number>; left: number[]; score: number }[] = [
    { items: [], used: new Set(), left: [], score: 0 },
  ];
  for (const [place, token] of tokens.entries()) {
    const next: typeof beam = [];
    for (const state of beam) {
      if (state.used.has(place)) {
        next.push(state);
        continue;
      }
      next.push({
        ...state,
        left: [...state.left, place],
        score: state.score - costOfLeaving(token, known.has(place)),
      });
      for (const candidate of byStart.get(place) ?? []) {
        if (candidate.places.some((one) => state.used.has(one))) continue;
        next.push({
          items: [...state.items, candidate],
          used: new Set([...state.used, ...candidate.places]),
          left: state.left,
          score: state.score + candidate.score,
        });
      }
    }
    beam = next.sort((a, b) => b.score - a.score).slice(0, beamWidth);
  }
  return beam.slice(0, most).map(({ items, left, score }) => ({ items, left, score }));
}

/** What it costs to leave a word without a meaning: names and numbers must be understood, common words need not. */
function costOfLeaving({ word, isName }: Token, isKnown: boolean): number {
  if (/^[,;]$/.test(word) || plainWords.has(word)) return isName && !plainWords.has(word) ? 2 : 0;
  if (/^\d/.test(word)) return 2;
  if (isName) return 2.2;
  if (roleWords.has(word)) return 1.2;
  return isKnown || !isEnglish(word) ? 1.8 : 0.9;
}
