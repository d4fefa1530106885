import { expect, test } from "vitest";
import { computeCover } from "./read-cover.ts";

test("stock lasts as long as the usual demand takes, and shorter in busy weeks", () => {
  const steady = computeCover("Rice", 70, [7, 7, 7, 7], 5);
  expect(steady).toMatchObject({ perDay: 1, days: 70, daysIfHigh: 70, regularity: "X", order: 0 });
  const varied = computeCover("Oil", 70, [0, 14, 0, 14], 5);
  expect(varied.days).toBe(70);
  expect(varied.daysIfHigh).toBeLessThan(70);
  expect(varied.regularity).toBe("Z");
});

test("what is missing until the next delivery is ordered, and nothing without a lead time", () => {
  expect(computeCover("Rice", 2, [7, 7, 7, 7], 10).order).toBe(8);
  expect(computeCover("Rice", 2, [7, 7, 7, 7], null).order).toBeNull();
});

test("what nobody takes lasts for no number of days, and stock below nothing for none", () => {
  expect(computeCover("Salt", 10, [0, 0, 0, 0], 3)).toMatchObject({ days: null, regularity: null, order: 0 });
  expect(computeCover("Rice", -5, [7, 7, 7, 7], null).days).toBe(0);
});
