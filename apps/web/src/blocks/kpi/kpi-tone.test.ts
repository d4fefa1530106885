import { expect, test } from "vitest";
import { describeTone } from "./kpi-tone.ts";

test("a delay that grows is worse although it goes up", () => {
  expect(describeTone(2.5, 0.1, "down")).toEqual({ arrow: "up", meaning: "bad", words: "worse" });
});

test("a rate that grows is better", () => {
  expect(describeTone(2.5, 0.1, "up")).toEqual({ arrow: "up", meaning: "good", words: "better" });
});

test("a change within noise is neither good nor bad", () => {
  expect(describeTone(-0.05, 0.1, "up").meaning).toBe("even");
});

test("a number without a good direction takes no side", () => {
  expect(describeTone(-5, 0.1, "none")).toEqual({ arrow: "down", meaning: "even", words: "lower" });
});
