import { expect, test } from "vitest";
import { isPreloadDue } from "./preload-times.ts";

const times = { days: [1, 2, 3, 4, 5], beginsAt: "08:00", endsAt: "18:00", timeZone: "Asia/Dubai" };

test.each([
  // Dubai is four hours ahead. The 18th of March 2026 is a Wednesday.
  ["as the hours begin", "2026-03-18T04:00:00Z", true],
  ["just before they begin", "2026-03-18T03:59:59Z", false],
  ["just before they end", "2026-03-18T13:59:59Z", true],
  ["as they end", "2026-03-18T14:00:00Z", false],
  ["on a Sunday", "2026-03-22T08:00:00Z", false],
])("a model is loaded in its hours alone: %s", (_, now, isDue) => {
  expect(isPreloadDue(times, new Date(now))).toBe(isDue);
});

test("the day is that of the zone, and Sunday is the seventh", () => {
  const night = { ...times, days: [7], beginsAt: "01:00", endsAt: "03:00" };
  expect(isPreloadDue(night, new Date("2026-03-21T22:00:00Z"))).toBe(true);
  expect(isPreloadDue(night, new Date("2026-03-22T22:00:00Z"))).toBe(false);
});
