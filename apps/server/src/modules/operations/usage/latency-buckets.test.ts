import { expect, test } from "vitest";
import { bucketForTime, findQuantile } from "./latency-buckets.ts";

test("a time belongs to the bucket that ends at it or after it", () => {
  expect([0.4, 10, 10.1, 999, 10_000, 10_001].map(bucketForTime)).toEqual([
    "10",
    "10",
    "25",
    "1000",
    "10000",
    "longer",
  ]);
});

test("a quantile is where the bucket ends that holds it, whatever the order of the buckets", () => {
  const counts = new Map([
    ["500", 5],
    ["10", 95],
  ]);
  expect(findQuantile(counts, 0.95)).toEqual({ ms: 10, isAbove: false });
  expect(findQuantile(counts.set("500", 6), 0.95)).toEqual({ ms: 500, isAbove: false });
  expect(findQuantile(counts.set("longer", 50), 0.95)).toEqual({ ms: 10_000, isAbove: true });
});

test("without calls there is no time", () => {
  expect(findQuantile(new Map(), 0.95)).toBeNull();
});
