import { expect, test } from "vitest";
import { passes } from "./present-trial.ts";

const side = { asked: 9, right: 6, wrong: 1, failed: 0, unverified: 2, p50: 10, p95: 20 };

test.each([
  ["as good as the other", side, true],
  ["with more right, and less wrong and made up", { ...side, right: 7, wrong: 0, unverified: 0 }, true],
  ["with fewer right", { ...side, right: 5 }, false],
  ["with more wrong", { ...side, right: 9, wrong: 2 }, false],
  ["with more made up", { ...side, right: 9, unverified: 3 }, false],
])("a side that is %s", (_, own, isPassed) => {
  expect(passes(own, side)).toBe(isPassed);
});

test("where both answer nothing right neither passes", () => {
  expect(passes({ ...side, right: 0 }, { ...side, right: 0 })).toBe(false);
});
