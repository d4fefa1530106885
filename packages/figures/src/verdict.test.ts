import { expect, test } from "vitest";
import { ownFormats } from "./format.ts";
import { isBeyondUsual, isUsualChange, isWithinUsualRange, measureChange } from "./measure-change.ts";
import { judgeChange } from "./verdict.ts";

test("a delay that grows is worse although it goes up, a rate that grows is better", () => {
  expect(judgeChange(2.5, false, "down")).toEqual({ arrow: "up", meaning: "bad", words: "worse" });
  expect(judgeChange(2.5, false, "up")).toEqual({ arrow: "up", meaning: "good", words: "better" });
});

test("a number without a good direction takes no side", () => {
  expect(judgeChange(-5, false, "none")).toEqual({ arrow: "down", meaning: "even", words: "lower" });
});

test("a small change of a figure that nobody knows the range of is about the same", () => {
  expect(judgeChange(1.9, null, "up").words).toBe("about the same");
  expect(judgeChange(2.1, null, "up").words).toBe("better");
});

test("a change within what single values usually differ by is usual; with fewer than three nobody knows", () => {
  expect(isWithinUsualRange([10, 20, 10, 20], [12, 18, 11, 21])).toBe(true);
  expect(isWithinUsualRange([10, 20, 10, 20], [50, 60, 50, 60])).toBe(false);
  expect(isWithinUsualRange([10, 20, 10], [12, 18])).toBeNull();
});

const rowsWith = (now: (number | null)[], then: (number | null)[]) => ({
  rows: now.map((value, index) => ({ count: value, count__compare: then[index] ?? null })),
});

test("the single values of an answer are its rows; what is not known is none of them", () => {
  expect(isUsualChange("count", rowsWith([10, 20, 10, 20], [12, 18, 11, 21]))).toBe(true);
  expect(isUsualChange("count", rowsWith([10, 20, 10, 20], [50, 60, 50, 60]))).toBe(false);
  expect(isUsualChange("count", rowsWith([10, 20, 10], [12, 18, null]))).toBeNull();
});

test("a change that every day bears out is beyond the usual, however much the days differ; one against them is not", () => {
  const [week, more] = [
    [40, 10, 4, 30],
    [45, 14, 9, 34],
  ];
  expect(isUsualChange("count", rowsWith(more, week))).toBe(true);
  expect(isBeyondUsual("count", rowsWith(more, week), 18)).toBe(true);
  expect(isBeyondUsual("count", rowsWith(more, week), -18)).toBe(false);
  expect(isBeyondUsual("count", rowsWith([45, 14], [40, 10]), 9)).toBe(false);
});

test.each([
  ["count", 3, 11, "from 3 to 11"],
  ["count", 3, 4, "+33.3%"],
  ["count", 0, 7, "from 0 to 7"],
  ["count", 400, 1200, "+200.0%"],
  ["currency", 3, 11, "+266.7%"],
  ["percent", 0.5, 0.53, "+3.0 pts"],
  ["units", -100, 50, "+150.0%"],
])("a figure in %s that went from %d to %d moved %s", (unit, then, now, text) => {
  expect(measureChange({ now, before: then, unit }, String, ownFormats)?.text).toBe(text);
});

test("there is no percentage of nothing, and nothing of nothing is no change", () => {
  expect(measureChange({ now: 5, before: 0, unit: "currency" }, String, ownFormats)).toBeNull();
  expect(measureChange({ now: 0, before: 0, unit: "currency" }, String, ownFormats)).toEqual({ by: 0, text: "±0.0%" });
});

/** Numbers that look random and are the same each time. */
function* randomNumbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    yield state / 2 ** 32;
  }
}

test("over random series a verdict never contradicts the change that it stands beside", () => {
  const random = randomNumbers(7);
  const next = () => random.next().value;
  const seen = new Set<string>();
  for (let round = 0; round < 20_000; round++) {
    const [level, swing, days] = [10 ** (4 * next()), next() * 2, Math.floor(next() * 12)];
    const course = (shift: number) => Array.from({ length: days }, () => level * shift * (1 + swing * (next() - 0.5)));
    const [now, then] = [course(next() < 0.3 ? 1 : 0.5 + next()), course(1)];
    const sum = (values: number[]) => Math.round(values.reduce((total, value) => total + value, 0));
    const unit = ["count", "currency", "percent", "minutes"][Math.floor(next() * 4)] ?? "count";
    const good = (["up", "down", "none"] as const)[Math.floor(next() * 3)] ?? "none";
    const scale = unit === "percent" ? 1e5 : 1;
    const change = measureChange({ now: sum(now) / scale, before: sum(then) / scale, unit }, String, ownFormats);
    if (!change) continue;
    const isUsual = isWithinUsualRange(now, then);
    const { arrow, meaning, words } = judgeChange(change.by, isUsual, good);
    seen.add(words);
    const size = Number(/[\d.]+/.exec(change.text.replaceAll(",", ""))?.[0]);
    const isZero = change.text.startsWith("±");
    expect(words === "no change").toBe(isZero);
    expect(arrow === "flat").toBe(isZero);
    if (meaning !== "even") expect([isZero, isUsual, good]).not.toEqual([true, true, "none"]);
    if (meaning !== "even") expect(isUsual).not.toBe(true);
    if (words === "about the same") expect(size).toBeLessThanOrEqual(2);
    if (!isZero && !change.text.startsWith("from")) expect(arrow).toBe(change.text.startsWith("+") ? "up" : "down");
    expect(words === "within usual range").toBe(!isZero && isUsual === true);
  }
  expect([...seen].sort()).toEqual(
    ["about the same", "better", "higher", "lower", "no change", "within usual range", "worse"].sort(),
  );
});
