import { expect, test } from "vitest";
import { axisStart, linearScale, niceTicks, readableTicks } from "./scale.ts";

test("ticks are round numbers that span the range", () => {
  expect(niceTicks(0, 371, 4)).toEqual([0, 100, 200, 300, 400]);
  expect(niceTicks(0.836, 0.948, 4)).toEqual([0.8, 0.85, 0.9, 0.95]);
});

test("ticks print without the dust of floating point", () => {
  expect(niceTicks(0, 0.3, 4).map(String)).toEqual(["0", "0.1", "0.2", "0.3"]);
});

test("there are never more steps than asked for", () => {
  for (const high of [1, 3, 7, 12, 99, 101, 1_234, 98_765]) {
    for (const low of [0, high / 3, -high / 7]) {
      const ticks = niceTicks(low, high, 4);
      expect(ticks.length - 1).toBeLessThanOrEqual(4);
      expect(ticks[0]).toBeLessThanOrEqual(low);
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(high);
    }
  }
});

test("a single value, zero and nothing at all still give an axis", () => {
  expect(niceTicks(5, 5, 4).at(-1)).toBeGreaterThanOrEqual(5);
  expect(niceTicks(0, 0, 4).length).toBeGreaterThan(1);
  expect(niceTicks(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 4)).toEqual([0, 1]);
});

test("an axis starts at zero unless all values lie close together far above it", () => {
  expect(axisStart(10, 100, false)).toBe(0);
  expect(axisStart(0.84, 0.95, false)).toBe(0.84);
  expect(axisStart(0.84, 0.95, true)).toBe(0);
  expect(axisStart(-3, 9, true)).toBe(-3);
});

test("a scale maps its ends onto the ends", () => {
  const scale = linearScale(0, 10, 200, 0);
  expect([scale(0), scale(5), scale(10)]).toEqual([200, 100, 0]);
});

test("no two ticks read the same", () => {
  const whole = (value: number) => value.toFixed(0);
  for (const high of [1, 2, 3, 5, 9]) {
    const texts = readableTicks(0, high, 4, whole).map(whole);
    expect(new Set(texts).size).toBe(texts.length);
  }
  expect(readableTicks(0, 2, 4, whole)).toEqual([0, 1, 2]);
});
