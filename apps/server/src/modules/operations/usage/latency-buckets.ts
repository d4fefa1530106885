/** Where the buckets of answer times end, in milliseconds. Kept counts name them: an end may be added, never moved. */
const bucketEnds = [10, 25, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 10_000];

/** The bucket of what took longer than the last end. */
const longerBucket = "longer";

/** The name of the bucket that an answer belongs to. */
export function bucketForTime(milliseconds: number): string {
  const end = bucketEnds.find((one) => milliseconds <= one);
  return end === undefined ? longerBucket : String(end);
}

/** How long answers took: `ms` is where a bucket ends, so that they took at most that, or longer than the last end. */
export type AnswerTime = { ms: number; isAbove: boolean };

/** The end of a bucket by its name. */
export function endOfBucket(bucket: string): AnswerTime {
  const lastEnd = bucketEnds.at(-1) ?? 0;
  return bucket === longerBucket ? { ms: lastEnd, isAbove: true } : { ms: Number(bucket), isAbove: false };
}

/** Buckets in the order of their ends. */
export function compareBuckets(a: string, b: string): number {
  const [first, second] = [endOfBucket(a), endOfBucket(b)];
  return first.ms - second.ms || Number(first.isAbove) - Number(second.isAbove);
}

/** The time within which a share of the answers was given, as far as buckets can tell; null where none was. */
export function findQuantile(counts: ReadonlyMap<string, number>, share: number): AnswerTime | null {
  const total = [...counts.values()].reduce((sum, times) => sum + times, 0);
  if (total === 0) return null;
  let passed = 0;
  const sorted = [...counts].sort(([a], [b]) => compareBuckets(a, b));
  for (const [bucket, times] of sorted) {
    passed += times;
    if (passed >= share * total) return endOfBucket(bucket);
  }
  return endOfBucket(longerBucket);
}
