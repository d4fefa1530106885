import { expect, test } from "vitest";
import { adviceOn, fieldWords, nextRunWords, scheduleWords } from "./source-words.ts";

const formats = { timeZone: "UTC", dateFormat: "auto", numberFormat: "auto" } as const;
const now = Date.parse("2026-11-15T10:00:00Z");
const planned = { nextRunAt: "2026-11-15T10:05:00.000Z", intervalMinutes: 5, state: "healthy" } as const;

test.each([
  [5, "Every 5 minutes"],
  [1, "Every minute"],
  [60, "Every hour"],
  [360, "Every 6 hours"],
  [1440, "Every day"],
  [90, "Every 90 minutes"],
  [null, "Only by hand"],
])("a schedule of %s minutes is said in words", (minutes, words) => {
  expect(scheduleWords(minutes)).toBe(words);
});

test("the next run is told as an instant, as due, or as nothing that comes by itself", () => {
  expect(nextRunWords(planned, now, formats)).toBe("15 Nov 2026, 10:05");
  expect(nextRunWords(planned, now + 600_000, formats)).toBe("Due now");
  expect(nextRunWords({ ...planned, state: "paused" }, now, formats)).toBe("Not while it is paused");
  expect(nextRunWords({ ...planned, nextRunAt: null }, now, formats)).toBe("None planned");
  expect(nextRunWords({ ...planned, nextRunAt: null, intervalMinutes: null }, now, formats)).toBe("Not scheduled");
});

test("a wrong configuration asks for someone, a passing problem does not", () => {
  const config = { kind: "config", message: "The key is refused." } as const;
  const passing = { kind: "passing", message: "The source answers 503." } as const;
  expect(adviceOn({ problem: config, nextRunAt: null })).toContain("until someone changes the connection");
  expect(adviceOn({ problem: passing, nextRunAt: planned.nextRunAt })).toBe("It is retried automatically.");
  expect(adviceOn({ problem: passing, nextRunAt: null })).toContain("Sync it again");
  const shrunk = { ...config, isShrunk: true } as const;
  expect(adviceOn({ problem: shrunk, nextRunAt: null })).toContain("until someone has checked it");
  expect(adviceOn({ problem: null, nextRunAt: null })).toBeNull();
});

test("a field is named without the unit that it is kept in", () => {
  expect([fieldWords("gross_minor"), fieldWords("sold_at")]).toEqual(["Gross", "Sold at"]);
});
