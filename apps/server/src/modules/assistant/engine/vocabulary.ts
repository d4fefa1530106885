import {
  listMeasures,
  listMetricPhrases,
  type Metric,
  type MetricRegistry,
  metricConcepts,
  toStem,
} from "../../metrics/index.ts";
import { droppedInPhrases, particles, toCanonical, toRoot } from "./word-classes.ts";

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
  /** Phrases by the word of theirs that the fewest phrases have, as it is and without its ending. */
  phrasesByWord: ReadonlyMap<string, readonly MetricPhraseEntry[]>;
  judgements: readonly JudgementEntry[];
  dimensions: readonly NameEntry[];
  members: readonly FixedMember[];
  /** The words that each metric is asked by, and what its rows are called. */
  wordsByMetric: ReadonlyMap<string, ReadonlySet<string>>;
  /** The words of the label and the synonyms of each metric. */
  namesByMetric: ReadonlyMap<string, ReadonlySet<string>>;
  /** Every word in the names of figures. */
  metricWords: ReadonlySet<string>;
  /** Words that ask for a figure by themselves. */
  metricHeads: ReadonlySet<string>;
  /** Every word in the names of dimensions and of the members that are the same for all. */
  names: ReadonlySet<string>;
  /** Every word of these, which typing errors are mended to. */
  words: ReadonlySet<string>;
};

/** What the metrics can be asked by. A tenant's own fields add dimensions, and leave the metrics as they are. */
type MetricVocabulary = Pick<
  Vocabulary,
  "phrasesByWord" | "judgements" | "wordsByMetric" | "namesByMetric" | "metricWords" | "metricHeads"
>;

const metricVocabularies = {
  all: new WeakMap<MetricRegistry["metrics"], MetricVocabulary>(),
  names: new WeakMap<MetricRegistry["metrics"], MetricVocabulary>(),
};

/** The vocabulary of a registry; its metrics are taken apart once. */
export function readVocabulary(registry: MetricRegistry, usesPhrases = true): Vocabulary {
  const ofMetrics = readMetrics(registry, usesPhrases);
  const { metricWords, judgements } = ofMetrics;
  const dimensions = [...registry.dimensions.values()].flatMap(({ id, label, synonyms, phrases: further = [] }) => {
    const texts = new Set([label, ...synonyms, ...further].map((text) => splitText(text).join(" ")));
    return [...texts].map((text) => ({ id, words: text.split(" ") }));
  });
  const members = [...registry.dimensions.values()].flatMap(({ id, members = [] }) =>
    members.map((name) => ({ dimension: id, name, words: splitText(name) })),
  );
  const names = new Set([...dimensions, ...members].flatMap((entry) => entry.words));
  const words = new Set([...metricWords, ...judgements.flatMap((entry) => entry.words), ...names]);
  return { registry, ...ofMetrics, dimensions, members, names, words };
}

function readMetrics(registry: MetricRegistry, usesPhrases: boolean): MetricVocabulary {
  const store = metricVocabularies[usesPhrases ? "all" : "names"];
  const known = store.get(registry.metrics);
  if (known) return known;
  const vocabulary = buildMetrics(registry, usesPhrases);
  store.set(registry.metrics, vocabulary);
  return vocabulary;
}

function buildMetrics(registry: MetricRegistry, usesPhrases: boolean): MetricVocabulary {
  const metrics = [...registry.metrics.values()];
  const phrases = metrics.flatMap((metric) =>
    listTexts(metric, registry, usesPhrases).flatMap(({ text, isWritten }) => {
      const units = toUnits(text);
      return units.length > 0 ? [{ metric: metric.id, units, words: new Set(units.flat()), isWritten }] : [];
    }),
  );
  const judgements = metrics.flatMap(({ id, judgements = [] }) =>
    judgements.flatMap(({ words, op, value }) =>
      words.map((text) => ({ metric: id, words: splitText(text), op, value })),
    ),
  );
  const wordsByMetric = new Map(metrics.map(({ id }) => [id, new Set<string>()] as const));
  for (const { metric, words } of phrases) for (const word of words) wordsByMetric.get(metric)?.add(word);
  for (const metric of metrics) {
    for (const name of listMeasures(metric)) {
      const { nouns = [] } = registry.datasets.get(name.split(".")[0] ?? "") ?? {};
      for (const noun of nouns) wordsByMetric.get(metric.id)?.add(toStem(noun));
    }
  }
  // What is said of one figure of a thing may be said of another: stock on hand and its value.
  for (const { figures } of metricConcepts) {
    const ids = [...new Set(Object.values(figures))];
    const shared = new Set(ids.flatMap((id) => [...(wordsByMetric.get(id) ?? [])]));
    if (ids.length > 1) for (const id of ids) for (const word of shared) wordsByMetric.get(id)?.add(word);
  }
  const namesByMetric = new Map(
    metrics.map(
      ({ id, label, synonyms, phrases: further = [] }) =>
        [id, new Set([label, ...synonyms, ...further].flatMap(splitText))] as const,
    ),
  );
  // What is counted may be called by any of its names: the SKUs below their reorder point.
  for (const { id, formula } of metrics) {
    if (formula.kind !== "items") continue;
    for (const by of formula.by) {
      const { isThing, synonyms = [] } = registry.dimensions.get(by) ?? {};
      if (isThing) for (const word of synonyms.flatMap(splitText)) namesByMetric.get(id)?.add(word);
    }
  }
  return {
    phrasesByWord: indexPhrases(phrases),
    judgements,
    wordsByMetric,
    namesByMetric,
    metricWords: new Set(phrases.flatMap((phrase) => [...phrase.words])),
    metricHeads: new Set(phrases.flatMap(({ words }) => (words.size === 1 ? [...words] : []))),
  };
}

function indexPhrases(phrases: readonly MetricPhraseEntry[]): Map<string, MetricPhraseEntry[]> {
  const counts = new Map<string, number>();
  for (const { words } of phrases) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const index = new Map<string, MetricPhraseEntry[]>();
  for (const phrase of phrases) {
    const [rarest = ""] = [...phrase.words].sort((a, b) => (counts.get(a) ?? 0) - (counts.get(b) ?? 0));
    for (const key of new Set([rarest, toRoot(rarest)])) {
      const list = index.get(key);
      if (list) list.push(phrase);
      else index.set(key, [phrase]);
    }
  }
  return index;
}

function listTexts(metric: Metric, registry: MetricRegistry, usesPhrases: boolean) {
  if (usesPhrases) return listMetricPhrases(metric, registry);
  return [metric.label, ...metric.synonyms].map((text) => ({ text: text.toLowerCase(), isWritten: true }));
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
  // "To be signed" is not "signed".
  const kept = words.filter(
    (word, place) => !droppedInPhrases.has(word) || (word === "be" && words[place - 1] === "to"),
  );
  const units: string[][] = [];
  let lead: string[] = [];
  for (const word of kept) {
    if (particles.has(word) || word === "be") {
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
