import type { MetricRegistry } from "../../metrics/index.ts";
import { placesBetween } from "./candidates.ts";
import type { MemberMatch } from "./chart.ts";
import type { TaughtWord } from "./taught-word.ts";
import { matchTaught, type TaughtMatch } from "./taught-words.ts";
import type { Token } from "./tokens.ts";
import { lookUp, type Training } from "./training-index.ts";
import type { Vocabulary } from "./vocabulary.ts";

type Taught = {
  tokens: readonly Token[];
  members: readonly MemberMatch[];
  /** Words that mean nothing here: the question is read without them. */
  passed: readonly TaughtWord[];
  taught: readonly TaughtMatch[];
};

/** Whether what a word was taught to mean is still there to be asked for. */
export function isBroken({ meaning }: TaughtWord, { metrics, dimensions }: MetricRegistry): boolean {
  if (meaning.kind === "metric") return !metrics.has(meaning.metric);
  return (meaning.kind === "dimension" || meaning.kind === "member") && !dimensions.has(meaning.dimension);
}

/** Finds taught words in a question, and takes out those that mean nothing. */
export function readTaught(
  tokens: readonly Token[],
  members: readonly MemberMatch[],
  training: Training,
  registry: MetricRegistry,
): Taught {
  if (training.every(({ words }) => words.size === 0)) return { tokens, members, passed: [], taught: [] };
  const find = (key: string) => lookUp(training, "words", key);
  const all = matchTaught(tokens, find).filter(({ word }) => !isBroken(word, registry));
  const empty = all.filter((match) => match.word.meaning.kind === "nothing" && !isWithinOther(match, all, members));
  const dropped = new Set(empty.flatMap(({ first, last }) => placesBetween(first, last)));
  if (dropped.size === 0) return { tokens, members, passed: [], taught: all };
  const kept = tokens.filter((_, place) => !dropped.has(place));
  const places = new Map<number, number>();
  for (const place of tokens.keys()) if (!dropped.has(place)) places.set(place, places.size);
  return {
    tokens: kept,
    members: members.flatMap((match) => moveMatch(match, places)),
    passed: empty.map(({ word }) => word),
    taught: matchTaught(kept, find).filter(({ word }) => !isBroken(word, registry)),
  };
}

/** Whether words are a part of a longer taught word, or of the whole name of a member. */
function isWithinOther({ first, last }: TaughtMatch, all: readonly TaughtMatch[], members: readonly MemberMatch[]) {
  const names = members.filter(({ kind }) => kind === "whole" || kind === "core");
  return [...all, ...names].some(
    (other) => other.first <= first && other.last >= last && other.last - other.first > last - first,
  );
}

/** A member where its words stand after others were taken out; none where one of its own was. */
export function moveMatch(match: MemberMatch, places: ReadonlyMap<number, number>): MemberMatch[] {
  const [first, last] = [places.get(match.first), places.get(match.last)];
  if (first === undefined || last === undefined || last - first !== match.last - match.first) return [];
  return [{ ...match, first, last }];
}

/** A vocabulary with the words that were taught: they are no talk, and typing errors are mended to them. */
export function withTaughtWords(vocabulary: Vocabulary, training: Training): Vocabulary {
  if (training.every(({ stems }) => stems.size === 0)) return vocabulary;
  const names = new Set(vocabulary.names);
  const words = new Set(vocabulary.words);
  for (const { stems } of training) {
    for (const stem of stems) {
      names.add(stem);
      words.add(stem);
    }
  }
  return { ...vocabulary, names, words };
}
