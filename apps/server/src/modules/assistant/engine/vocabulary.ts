import { listMetricPhrases, type MetricRegistry, toStem } from "../../metrics/index.ts";
import { droppedInPhrases, particles, toCanonical } from "./word-classes.ts";

/** Words that must stand together. */
export type PhraseUnit = readonly string[];

export type MetricPhraseEntry = {
  metric: string;
  units: readonly PhraseUnit[];
  /** All words of the phrase. */
  words: ReadonlySet<string>;
  isWritten: boolean;
};

export type JudgementEntry = { metric: string; words: readonly string[]; op: "<" | ">="; value: number };
export type NameEntry = { id: string; words: readonly string[] };
export type FixedMember = { dimension: string; name: string; words: readonly string[] };

/** Everything that the semantic layer can be asked by, taken apart into words. */
export type Vocabulary = {
  registry: MetricRegistry;
  phrases: readonly MetricPhraseEntry[];
  judgements: readonly JudgementEntry[];
  dimensions: readonly NameEntry[];
  members: readonly FixedMember[];
  /** Every word in the names of figures. */
  metricWords: ReadonlySet<string>;
  /** Every word in the names of dimensions and of the members that are the same for all. */
  names: ReadonlySet<string>;
  /** Every word of these, which typing errors are mended to. */
  words: ReadonlySet<string>;
};

const vocabularies = new WeakMap<MetricRegistry, Vocabulary>();

/** The vocabulary of a registry; it is taken apart once. */
export function readVocabulary(registry: MetricRegistry): Vocabulary {
  const known = vocabularies.get(registry);
  if (known) return known;
  const vocabulary = buildVocabulary(registry);
  vocabularies.set(registry, vocabulary);
  return vocabulary;
}

function buildVocabulary(registry: MetricRegistry): Vocabulary {
  const metrics = [...registry.metrics.values()];
  const phrases = metrics.flatMap((metric) =>
    listMetricPhrases(metric, registry).flatMap(({ text, isWritten }) => {
      const units = toUnits(text);
      return units.length > 0 ? [{ metric: metric.id, units, words: new Set(units.flat()), isWritten }] : [];
    }),
  );
  const judgements = metrics.flatMap(({ id, judgements = [] }) =>
    judgements.flatMap(({ words, op, value }) =>
      words.map((text) => ({ metric: id, words: splitText(text), op, value })),
    ),
  );
  const dimensions = [...registry.dimensions.values()].flatMap(({ id, label, synonyms, phrases: further = [] }) => {
    const texts = new Set([label, ...synonyms, ...further].map((text) => splitText(text).join(" ")));
    return [...texts].map((text) => ({ id, words: text.split(" ") }));
  });
  const members = [...registry.dimensions.values()].flatMap(({ id, members = [] }) =>
    members.map((name) => ({ dimension: id, name, words: splitText(name) })),
  );
  const metricWords = new Set(phrases.flatMap((phrase) => [...phrase.words]));
  const names = new Set([...dimensions, ...members].flatMap((entry) => entry.words));
  const words = new Set([
    ...metricWords,
    ...judgements.flatMap((entry) => entry.words),
    ...dimensions.flatMap((entry) => entry.words),
    ...members.flatMap((entry) => entry.words),
  ]);
  return { registry, phrases, judgements, dimensions, members, metricWords, names, words };
}

function splitText(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s\-–/,()]+/)
    .filter((word) => word !== "")
    .map((word) => (word === "%" ? "percent" : word === "avg" ? "average" : word === "vs" ? "versus" : toStem(word)));
}

/** The words of a phrase in groups that must stand together; words that need not be said are left out. */
function toUnits(text: string): PhraseUnit[] {
  const words = splitText(text).map(toCanonical);
  const kept = words.filter((word) => !droppedInPhrases.has(word));
  const units: string[][] = [];
  let lead: string[] = [];
  for (const word of kept) {
    if (particles.has(word)) {
      lead.push(word);
    } else {
      units.push([...lead, word]);
      lead = [];
    }
  }
  if (lead.length > 0) {
    const last = units.at(-1);
    if (last) last.push(...lead);
    else units.push(lead);
  }
  return units;
}
