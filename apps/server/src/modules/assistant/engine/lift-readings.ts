import type { Reading } from "./interpret.ts";
import { type Training, tellingStems } from "./training-index.ts";
import type { TaughtExample } from "./training-items.ts";

/** An example moves a reading by no more than this: less than a word that is not understood costs. */
const mostLift = 0.6;
/** Examples that share less of their words with a question say nothing about it. */
const leastShared = 0.5;

/** Readings whose scores differ by less than this are equally likely. */
export const closeness = 0.22;

/** An example whose words a question shares, and how many of them. */
export type Evidence = { example: TaughtExample; shared: number };

/** The examples that share words with a question, those that share the most first. */
export function findEvidence(key: string, training: Training): Evidence[] {
  const stems = tellingStems(key);
  const counts = new Map<TaughtExample, number>();
  for (const { examplesByStem } of training) {
    for (const stem of stems) {
      for (const example of examplesByStem.get(stem) ?? []) counts.set(example, (counts.get(example) ?? 0) + 1);
    }
  }
  return [...counts]
    .map(([example, count]) => ({
      example,
      shared: count / Math.max(stems.length, tellingStems(example.key).length),
    }))
    .filter(({ shared }) => shared >= leastShared)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, 3);
}

/** Readings, the likeliest first, and the example without which another would be or none would be clear. */
type Lifted = { readings: Reading[]; decisive: TaughtExample | null };

/** Readings whose metrics and splits an example has too, a little more likely than they were. */
export function liftReadings(readings: readonly Reading[], evidence: readonly Evidence[]): Lifted {
  const before = [...readings].sort(byScore);
  if (evidence.length === 0) return { readings: before, decisive: null };
  const lifted = before.map((reading) => {
    const [best] = evidence
      .map(({ example, shared }) => ({ example, lift: liftBy(reading, example, shared) }))
      .filter(({ lift }) => lift > 0)
      .sort((a, b) => b.lift - a.lift);
    const score = reading.score + (best?.lift ?? 0);
    return { before: reading, reading: { ...reading, score }, example: best?.example ?? null };
  });
  const after = lifted.sort((a, b) => byScore(a.reading, b.reading));
  const wasFirst = after[0]?.before === before[0];
  const wasClear = measureMargin(before) >= closeness;
  const isDecided = !wasFirst || (!wasClear && measureMargin(after.map(({ reading }) => reading)) >= closeness);
  return { readings: after.map(({ reading }) => reading), decisive: isDecided ? (after[0]?.example ?? null) : null };
}

function byScore(a: Reading, b: Reading): number {
  return b.score - a.score;
}

/** How much likelier the first reading is than the second. */
export function measureMargin([first, second]: readonly Reading[]): number {
  return first && second ? first.score - second.score : Number.POSITIVE_INFINITY;
}

function liftBy({ query }: Reading, { query: taught }: TaughtExample, shared: number): number {
  const isSame = (a: readonly string[] = [], b: readonly string[] = []) =>
    [...a].sort().join() === [...b].sort().join();
  if (!isSame(query.metrics, taught.metrics)) return 0;
  return mostLift * shared * (isSame(query.dimensions, taught.dimensions) ? 1 : 0.75);
}
