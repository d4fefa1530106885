import { expect, test } from "vitest";
import { instantAt, toClockTime } from "./zone-time.ts";

test.each([
  ["2026-03-19T09:00:00.000Z", "Asia/Bahrain", "2026-03-19T12:00"],
  ["2026-03-19T22:30:00.000Z", "Asia/Kolkata", "2026-03-20T04:00"],
  ["2026-03-19T09:00:00.000Z", "UTC", "2026-03-19T09:00"],
  ["2026-07-01T12:00:00.000Z", "Europe/Berlin", "2026-07-01T14:00"],
  ["2026-12-31T23:00:00.000Z", "Europe/Berlin", "2027-01-01T00:00"],
  ["2026-03-29T00:30:00.000Z", "Europe/Berlin", "2026-03-29T01:30"],
  ["2026-03-29T01:30:00.000Z", "Europe/Berlin", "2026-03-29T03:30"],
])("%s is shown in %s as %s and read back as the same instant", (instant, zone, shown) => {
  expect(toClockTime(instant, zone)).toBe(shown);
  expect(instantAt(shown, zone)).toBe(instant);
});

test("what is no time is no instant", () => {
  expect(instantAt("", "UTC")).toBeNull();
  expect(instantAt("tomorrow", "UTC")).toBeNull();
});
