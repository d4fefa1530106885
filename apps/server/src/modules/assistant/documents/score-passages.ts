import { rarity } from "./search-passages.ts";

/** A passage with those words of a question that it has, and how much each tells of it. */
export type WeighedPassage = { weights: Readonly<Record<string, number>> };

/** Few passages say little about how rare a word is: it is taken to be as rare as among so many. */
const leastTotal = 40;

/** Scores the passages of a few files for the words of a question, the best first; `total` counts those without any of them too. */
export function scorePassages<Scored extends WeighedPassage>(
  words: readonly string[],
  passages: readonly Scored[],
  total: number,
): (Scored & { score: number; coverage: number })[] {
  const among = Math.max(total, leastTotal);
  const counts = new Map(words.map((word) => [word, 0]));
  for (const { weights } of passages) {
    for (const word of Object.keys(weights)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  // A word that stands nowhere is worth as much as one that stands in a single passage.
  const worth = new Map([...counts].map(([word, count]) => [word, rarity(Math.max(1, count), among)]));
  const whole = [...worth.values()].reduce((sum, one) => sum + one, 0);
  return passages
    .map((passage) => {
      let [score, said] = [0, 0];
      for (const [word, weight] of Object.entries(passage.weights)) {
        score += weight * (worth.get(word) ?? 0);
        said += worth.get(word) ?? 0;
      }
      const coverage = whole === 0 ? 0 : said / whole;
      // Most of what is asked for counts more than much of one word of it.
      return { ...passage, score: score * (0.4 + 0.6 * coverage), coverage };
    })
    .sort((a, b) => b.score - a.score);
}
