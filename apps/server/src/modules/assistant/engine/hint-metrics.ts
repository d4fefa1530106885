import type { Token } from "./tokens.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { plainWords, roleWords, toCanonical, toRoot } from "./word-classes.ts";

/** So many figures are hinted at. */
const mostHints = 12;
/** Units that a question asks for by words of its own. */
const unitHints: readonly { pattern: RegExp; units: readonly string[] }[] = [
  { pattern: /\b(?:percent|share|rate|ratio|proportion|quota|tenths?)\b/, units: ["percent"] },
  {
    pattern: /\b(?:how long|longer|slower|faster|quicker|hours?|minutes?|duration|time)\b/,
    units: ["minutes", "hours"],
  },
  { pattern: /\b(?:value|worth|money|euros?|dollars|cash|pay|paid|cost|costs)\b/, units: ["currency"] },
  { pattern: /\b(?:how many|number of|count of)\b/, units: ["count", "units"] },
];

/** Figures that share words with a question, those that share the rarest first: what may be offered where none is named for sure. */
export function hintMetrics(tokens: readonly Token[], { registry, wordsByMetric }: Vocabulary): string[] {
  const telling = tokens.filter(
    ({ word }) => /^[a-z]{3,}$/.test(word) && !plainWords.has(word) && !roleWords.has(word),
  );
  const stems = [...new Set(telling.map(({ stem }) => toCanonical(stem)))];
  const metrics = [...wordsByMetric];
  const shares = stems.map((stem) => {
    const root = toRoot(stem);
    const sharing = metrics.filter(([, words]) => words.has(stem) || words.has(root)).map(([id]) => id);
    return { sharing, weight: Math.log(metrics.length / Math.max(1, sharing.length)) };
  });
  const text = tokens.map(({ word }) => word).join(" ");
  const units = new Set(unitHints.flatMap(({ pattern, units }) => (pattern.test(text) ? units : [])));
  const scores = metrics.map(([id]) => {
    const shared = shares.reduce((sum, { sharing, weight }) => sum + (sharing.includes(id) ? weight : 0), 0);
    const isUnit = units.has(registry.metrics.get(id)?.unit ?? "");
    return { id, score: shared > 0 && isUnit ? shared + 0.7 : shared };
  });
  return scores
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, mostHints)
    .map(({ id }) => id);
}
