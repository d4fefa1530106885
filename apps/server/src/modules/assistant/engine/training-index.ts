import type { TaughtWord } from "./taught-word.ts";
import type { TaughtExample, VerifiedAnswer } from "./training-items.ts";
import { plainWords, roleWords } from "./word-classes.ts";

/** What one scope has taught, by the texts that it is looked up by. */
export type TrainingIndex = {
  words: ReadonlyMap<string, readonly TaughtWord[]>;
  /** Every word of taught words, which typing errors are mended to. */
  stems: ReadonlySet<string>;
  examples: ReadonlyMap<string, readonly TaughtExample[]>;
  /** Examples by the words that tell what they ask for. */
  examplesByStem: ReadonlyMap<string, readonly TaughtExample[]>;
  answers: ReadonlyMap<string, readonly VerifiedAnswer[]>;
};

/** What holds for a question, the nearer scope first: the tenant's before the platform's. */
export type Training = readonly TrainingIndex[];

export const noTraining: Training = [];

/** So many examples of one word are weighed, the newest ones. */
const mostPerStem = 40;

/** Puts what one scope has taught in order. Of two with the same key the first given is taken first. */
export function indexTraining({
  words,
  examples,
  answers,
}: {
  words: readonly (TaughtWord & { key: string })[];
  examples: readonly TaughtExample[];
  answers: readonly VerifiedAnswer[];
}): TrainingIndex {
  const examplesByStem = new Map<string, TaughtExample[]>();
  for (const example of examples) {
    for (const stem of tellingStems(example.key)) {
      const list = examplesByStem.get(stem);
      if (!list) examplesByStem.set(stem, [example]);
      else if (list.length < mostPerStem) list.push(example);
    }
  }
  return {
    words: groupByKey(words),
    stems: new Set(words.flatMap(({ key }) => key.split(" "))),
    examples: groupByKey(examples),
    examplesByStem,
    answers: groupByKey(answers),
  };
}

function groupByKey<Item extends { key: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const list = groups.get(item.key);
    if (list) list.push(item);
    else groups.set(item.key, [item]);
  }
  return groups;
}

type Keyed = "words" | "examples" | "answers";
type Found<Kind extends Keyed> = TrainingIndex[Kind] extends ReadonlyMap<string, infer List> ? List : never;

/** What the nearest scope has under a key. */
export function lookUp<Kind extends Keyed>(training: Training, kind: Kind, key: string): Found<Kind> {
  for (const index of training) {
    const found = index[kind].get(key);
    if (found) return found as Found<Kind>;
  }
  return [] as unknown as Found<Kind>;
}

/** The words of a key that tell what is asked for: no days, names, roles or numbers. */
export function tellingStems(key: string): string[] {
  const stems = key.split(" ").filter((stem) => /^\p{L}/u.test(stem) && !plainWords.has(stem) && !roleWords.has(stem));
  return [...new Set(stems)];
}
