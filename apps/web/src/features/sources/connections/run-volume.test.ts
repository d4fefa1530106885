import type { SourceRun } from "@console/contracts";
import { expect, test } from "vitest";
import { isUnusual } from "./run-volume.ts";

const usual = { rows: 420, swing: 60 };
const makeRun = (read: number, part: Partial<Pick<SourceRun, "state" | "cause" | "isFull">> = {}) => ({
  state: "done" as const,
  cause: "schedule" as const,
  isFull: false,
  ...part,
  rows: {
    read,
    written: read,
    replaced: 0,
    unchanged: 0,
    duplicates: 0,
    deleted: 0,
    rejected: 0,
    leftOut: 0,
    total: null,
  },
});

test("a run far from what is usual stands out, one within its swing does not", () => {
  expect([35, 300, 420, 590, 700].map((read) => isUnusual(makeRun(read), usual))).toEqual([
    true,
    false,
    false,
    false,
    true,
  ]);
});

test("where all runs are alike a few rows more are no news", () => {
  expect(isUnusual(makeRun(101), { rows: 100, swing: 0 })).toBe(false);
});

test("files, ranges of days, readings of everything and runs that did not end well are not compared", () => {
  expect(isUnusual(makeRun(1, { cause: "import" }), usual)).toBe(false);
  expect(isUnusual(makeRun(1, { cause: "range" }), usual)).toBe(false);
  expect(isUnusual(makeRun(9000, { isFull: true }), usual)).toBe(false);
  expect(isUnusual(makeRun(1, { state: "failed" }), usual)).toBe(false);
});
