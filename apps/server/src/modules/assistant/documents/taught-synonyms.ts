import type { MetricRegistry } from "../../metrics/index.ts";
import type { TaughtMeaning } from "../engine/taught-word.ts";
import type { Training, TrainingIndex } from "../engine/training-index.ts";
import { listStems } from "./passage-words.ts";
import type { Synonyms } from "./search-passages.ts";

type Pair = { word: readonly string[]; meaning: readonly string[] };

/** What was taught changes seldom, and its stems are made once. */
const pairsByIndex = new WeakMap<TrainingIndex, ReadonlyMap<string, readonly Pair[]>>();

/** What an organisation calls things finds what its documents call them, and the other way round. */
export function synonymsFrom(training: Training, registry: MetricRegistry): Synonyms {
  return (stems) => {
    const asked = new Set(stems);
    const others = stems.map(() => new Set<string>());
    for (const index of training) {
      const pairs = pairsFor(index, registry);
      for (const { word, meaning } of stems.flatMap((stem) => pairs.get(stem) ?? [])) {
        for (const [from, to] of [
          [word, meaning],
          [meaning, word],
        ] as const) {
          if (!from.every((stem) => asked.has(stem))) continue;
          for (const [place, stem] of stems.entries()) {
            if (from.includes(stem)) for (const other of to) if (!asked.has(other)) others[place]?.add(other);
          }
        }
      }
    }
    return others.map((words) => [...words]);
  };
}

function pairsFor(index: TrainingIndex, registry: MetricRegistry): ReadonlyMap<string, readonly Pair[]> {
  const known = pairsByIndex.get(index);
  if (known) return known;
  const pairs = new Map<string, Pair[]>();
  for (const taught of [...index.words.values()].flat()) {
    const word = listStems(taught.word);
    for (const text of listMeanings(taught.meaning, registry)) {
      const meaning = listStems(text);
      if (word.length === 0 || meaning.length === 0) continue;
      for (const stem of new Set([...word, ...meaning])) {
        const list = pairs.get(stem);
        if (list) list.push({ word, meaning });
        else pairs.set(stem, [{ word, meaning }]);
      }
    }
  }
  pairsByIndex.set(index, pairs);
  return pairs;
}

function listMeanings(meaning: TaughtMeaning, { metrics, dimensions }: MetricRegistry): string[] {
  if (meaning.kind === "metric") return [metrics.get(meaning.metric)?.label ?? ""];
  if (meaning.kind === "dimension") return [dimensions.get(meaning.dimension)?.label ?? ""];
  return meaning.kind === "member" ? [...meaning.names] : [];
}
