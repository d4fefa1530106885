import { expect, test } from "vitest";
import { addDays } from "../../metrics/index.ts";
import { computeMonthPace, computePastPace, type PaceFacts } from "./compute-pace.ts";

const [from, to, until] = ["2026-03-01", "2026-04-01", "2026-03-18"];
const daysFrom = (first: string, count: number) => Array.from({ length: count }, (_, index) => addDays(first, index));
const isSaturday = (day: string) => new Date(day).getUTCDay() === 6;

/** Ten a day and a hundred on Saturdays. */
const usual = (day: string) => (isSaturday(day) ? 100 : 10);
const historyFrom = (first: string, count: number) => new Map(daysFrom(first, count).map((day) => [day, usual(day)]));

const facts: PaceFacts = {
  from,
  to,
  until,
  actuals: new Map(daysFrom(from, 17).map((day) => [day, 2 * usual(day)])),
  targets: new Map(daysFrom(from, 31).map((day) => [day, 20])),
  soFar: new Map([
    ["Old", { actual: 500, target: 340 }],
    ["New", { actual: 90, target: 0 }],
  ]),
  goals: new Map([["Old", 620]]),
  history: new Map([
    ["Old", historyFrom(addDays(until, -56), 56)],
    // Open for two weeks: the weeks before are not its zeros.
    ["New", historyFrom(addDays(until, -14), 14)],
  ]),
};

/** Fourteen days are left, two of them Saturdays. */
const left = 12 * 10 + 2 * 100;

test("a day that is not over is the mean of its weekday in the weeks before, or since the first day there", () => {
  const { members, whole, periods } = computeMonthPace(facts);
  expect(members).toEqual([
    { member: "Old", actual: 500, targetSoFar: 340, target: 620, forecast: 500 + left },
    { member: "New", actual: 90, targetSoFar: 0, target: 0, forecast: 90 + left },
  ]);
  expect(whole).toEqual({ actual: 590, targetSoFar: 340, target: 620, forecast: 590 + 2 * left });
  expect(periods).toHaveLength(31);
  expect(periods.find(({ start }) => start === "2026-03-17")).toMatchObject({ actual: 20, forecast: null, target: 20 });
  expect(periods.find(({ start }) => start === "2026-03-21")).toMatchObject({ actual: null, forecast: 200 });
});

test("the first day that is not over is forecast, and nothing of it counts as come in", () => {
  const { periods } = computeMonthPace(facts);
  // A Wednesday, in two branches.
  expect(periods.find(({ start }) => start === until)).toEqual({
    start: until,
    actual: null,
    target: 20,
    forecast: 20,
  });
});

test("a day without anything lowers the mean of its weekday", () => {
  const history = historyFrom(addDays(until, -56), 56);
  for (const day of [-7, -14, -21, -28]) history.delete(addDays(until, day));
  const { members, periods } = computeMonthPace({ ...facts, history: new Map([["Old", history]]) });
  expect(periods.find(({ start }) => start === until)?.forecast).toBe(5);
  expect(members[0]?.forecast).toBe(500 + left - 2 * 5);
});

test("a target that is set once for the month is spread by the weekdays, and still adds up", () => {
  const { members, periods } = computeMonthPace({ ...facts, targets: new Map([["2026-03-01", 620]]) });
  const [saturday, sunday] = ["2026-03-07", "2026-03-08"].map((day) => periods.find(({ start }) => start === day));
  expect(saturday?.target).toBeCloseTo(10 * (sunday?.target ?? 0), 9);
  expect(periods.reduce((sum, { target }) => sum + target, 0)).toBeCloseTo(620, 9);
  const before = periods.filter(({ start }) => start < until).reduce((sum, { target }) => sum + target, 0);
  expect(members[0]?.targetSoFar).toBeCloseTo(before, 9);
});

test("a branch of which nothing is known gets its target evenly, and no forecast beyond what came in", () => {
  const { members } = computeMonthPace({
    ...facts,
    targets: new Map([["2026-03-01", 310]]),
    history: new Map(),
    soFar: new Map(),
    goals: new Map([["Closed", 310]]),
  });
  expect(members[0]).toMatchObject({ member: "Closed", target: 310, forecast: 0 });
  expect(members[0]?.targetSoFar).toBeCloseTo(170, 9);
});

test("a period that is over has no forecast, and ends with what came in", () => {
  const { periods, whole } = computePastPace({ ...facts, until: to });
  expect(periods.every(({ forecast }) => forecast === null)).toBe(true);
  expect(whole).toEqual({ actual: 590, targetSoFar: 340, target: 340, forecast: 590 });
});
