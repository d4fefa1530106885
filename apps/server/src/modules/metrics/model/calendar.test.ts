import { expect, test } from "vitest";
import {
  addDays,
  addMonths,
  dayIn,
  daysBetween,
  lastYear,
  nextStart,
  previousSpan,
  startOfPeriod,
} from "./calendar.ts";

type PreviousCase = [
  words: string,
  span: [from: string, to: string],
  today: string,
  unit: Parameters<typeof previousSpan>[3],
  before: [from: string, to: string],
];

const running = "2026-03-18";

test.each<PreviousCase>([
  ["this month so far", ["2026-03-01", "2026-03-19"], running, undefined, ["2026-02-01", "2026-02-19"]],
  [
    "a month that is as good as over",
    ["2026-03-01", "2026-04-01"],
    "2026-03-31",
    undefined,
    ["2026-02-01", "2026-03-01"],
  ],
  [
    "this month beyond the length of the last",
    ["2026-03-01", "2026-03-31"],
    "2026-03-30",
    undefined,
    ["2026-02-01", "2026-03-01"],
  ],
  ["a whole month", ["2026-02-01", "2026-03-01"], running, undefined, ["2026-01-01", "2026-02-01"]],
  ["two whole months", ["2026-01-01", "2026-03-01"], running, undefined, ["2025-11-01", "2026-01-01"]],
  [
    "a whole month that has not begun to end",
    ["2026-03-01", "2026-04-01"],
    running,
    undefined,
    ["2026-02-01", "2026-03-01"],
  ],
  ["a whole week", ["2026-03-09", "2026-03-16"], running, undefined, ["2026-03-02", "2026-03-09"]],
  ["the running week", ["2026-03-16", "2026-03-19"], running, undefined, ["2026-03-09", "2026-03-12"]],
  ["today", ["2026-03-18", "2026-03-19"], running, undefined, ["2026-03-17", "2026-03-18"]],
  [
    "a week that began with its month",
    ["2026-06-01", "2026-06-04"],
    "2026-06-03",
    undefined,
    ["2026-05-25", "2026-05-28"],
  ],
  [
    "the same days, meant as a month",
    ["2026-06-01", "2026-06-04"],
    "2026-06-03",
    "month",
    ["2026-05-01", "2026-05-04"],
  ],
  ["the running quarter", ["2026-01-01", "2026-03-19"], running, undefined, ["2025-10-01", "2025-12-17"]],
  ["the same days, meant as a quarter", ["2026-01-01", "2026-03-19"], running, "quarter", ["2025-10-01", "2025-12-17"]],
  ["the same days, meant as a year", ["2026-01-01", "2026-03-19"], running, "year", ["2025-01-01", "2025-03-19"]],
  ["a whole quarter", ["2025-10-01", "2026-01-01"], running, undefined, ["2025-07-01", "2025-10-01"]],
  ["a whole quarter, meant as one", ["2025-10-01", "2026-01-01"], running, "quarter", ["2025-07-01", "2025-10-01"]],
  ["a whole year", ["2025-01-01", "2026-01-01"], running, undefined, ["2024-01-01", "2025-01-01"]],
  ["30 rolling days", ["2026-02-17", "2026-03-19"], running, undefined, ["2026-01-18", "2026-02-17"]],
  [
    "a unit that the days do not begin with",
    ["2026-02-17", "2026-03-19"],
    running,
    "month",
    ["2026-01-18", "2026-02-17"],
  ],
  ["days in the middle of a month", ["2026-02-03", "2026-02-08"], running, undefined, ["2026-01-29", "2026-02-03"]],
  ["March of a leap year", ["2024-03-01", "2024-04-01"], running, undefined, ["2024-02-01", "2024-03-01"]],
  ["March of a leap year so far", ["2024-03-01", "2024-03-30"], "2024-03-29", undefined, ["2024-02-01", "2024-03-01"]],
  ["a leap day", ["2024-02-29", "2024-03-01"], running, undefined, ["2024-02-28", "2024-02-29"]],
  ["a leap year so far", ["2024-01-01", "2024-03-01"], "2024-02-29", "year", ["2023-01-01", "2023-03-02"]],
])("before %s comes the span of the same kind", (_words, [from, to], today, unit, [start, end]) => {
  expect(previousSpan(from, to, today, unit)).toEqual({ from: start, to: end });
});

test.each([
  ["2026-03-01", "2026-03-19", "2025-03-01", "2025-03-19"],
  ["2026-02-01", "2026-03-01", "2025-02-01", "2025-03-01"],
  ["2025-02-01", "2025-03-01", "2024-02-01", "2024-03-01"],
  ["2024-02-01", "2024-03-01", "2023-02-01", "2023-03-01"],
  ["2024-02-29", "2024-03-01", "2023-02-28", "2023-03-01"],
  // The last day that is meant is the 28th, in both years.
  ["2024-02-20", "2024-02-29", "2023-02-20", "2023-03-01"],
  ["2026-01-01", "2027-01-01", "2025-01-01", "2026-01-01"],
])("a year before %s to %s the same days are %s to %s", (from, to, start, end) => {
  expect(lastYear(from, to)).toEqual({ from: start, to: end });
});

test.each([
  ["hour", "2026-03-18", "2026-03-18", "2026-03-19"],
  ["day", "2026-12-31", "2026-12-31", "2027-01-01"],
  ["week", "2026-03-18", "2026-03-16", "2026-03-23"],
  ["week", "2026-03-16", "2026-03-16", "2026-03-23"],
  ["week", "2026-03-15", "2026-03-09", "2026-03-16"],
  ["week", "2027-01-01", "2026-12-28", "2027-01-04"],
  ["month", "2024-02-29", "2024-02-01", "2024-03-01"],
  ["month", "2026-12-31", "2026-12-01", "2027-01-01"],
  ["quarter", "2026-01-01", "2026-01-01", "2026-04-01"],
  ["quarter", "2026-05-31", "2026-04-01", "2026-07-01"],
  ["quarter", "2026-12-31", "2026-10-01", "2027-01-01"],
  ["year", "2024-12-31", "2024-01-01", "2025-01-01"],
] as const)("the %s of %s begins on %s and the next on %s", (grain, day, start, next) => {
  expect(startOfPeriod(grain, day)).toBe(start);
  expect(nextStart(grain, start)).toBe(next);
});

test.each([
  ["America/New_York", "2026-03-08T04:59:59Z", "2026-03-07"],
  ["America/New_York", "2026-03-08T05:00:00Z", "2026-03-08"],
  // One hour less on this day, so the next one begins earlier.
  ["America/New_York", "2026-03-09T03:59:59Z", "2026-03-08"],
  ["America/New_York", "2026-03-09T04:00:00Z", "2026-03-09"],
  ["Europe/Berlin", "2026-10-24T21:59:59Z", "2026-10-24"],
  ["Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25"],
  ["Europe/Berlin", "2026-10-25T22:59:59Z", "2026-10-25"],
  ["Europe/Berlin", "2026-10-25T23:00:00Z", "2026-10-26"],
  // A day without a midnight.
  ["America/Sao_Paulo", "2018-11-04T02:59:59Z", "2018-11-03"],
  ["America/Sao_Paulo", "2018-11-04T03:00:00Z", "2018-11-04"],
  ["Asia/Kolkata", "2026-03-18T18:29:59Z", "2026-03-18"],
  ["Asia/Kolkata", "2026-03-18T18:30:00Z", "2026-03-19"],
  ["Pacific/Kiritimati", "2026-12-31T10:00:00Z", "2027-01-01"],
  ["Pacific/Pago_Pago", "2027-01-01T10:59:59Z", "2026-12-31"],
  ["UTC", "2024-02-29T23:59:59.999Z", "2024-02-29"],
])("in %s, %s is on %s", (timeZone, instant, day) => {
  expect(dayIn(timeZone, new Date(instant))).toBe(day);
});

test("days and months are added as in the calendar, whatever zone the machine is in", () => {
  expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  expect(addDays("2026-03-08", 1)).toBe("2026-03-09");
  expect(addMonths("2026-01-31", 1)).toBe("2026-02-28");
  expect(addMonths("2024-01-31", 1)).toBe("2024-02-29");
  expect(addMonths("2026-01-15", -13)).toBe("2024-12-15");
  expect(daysBetween("2024-02-28", "2024-03-01")).toBe(2);
});
