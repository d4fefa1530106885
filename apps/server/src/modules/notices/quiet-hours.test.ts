import { expect, test } from "vitest";
import { findNextDigest, findQuietEnd } from "./quiet-hours.ts";

const night = { start: "22:00", end: "07:00" };
const noon = { start: "12:00", end: "13:00" };
const end = (at: string, quietHours: typeof night | null, zone: string) =>
  findQuietEnd(new Date(at), quietHours, zone)?.toISOString() ?? null;
const digest = (at: string, quietHours: typeof night | null, zone: string) =>
  findNextDigest(new Date(at), quietHours, zone).toISOString();

test.each([
  ["none were chosen", "2026-03-18T23:00:00Z", null, "UTC", null],
  ["before midnight", "2026-03-18T23:00:00Z", night, "UTC", "2026-03-19T07:00:00.000Z"],
  ["after midnight", "2026-03-19T01:00:00Z", night, "UTC", "2026-03-19T07:00:00.000Z"],
  ["at their first minute", "2026-03-18T22:00:00Z", night, "UTC", "2026-03-19T07:00:00.000Z"],
  ["at their end", "2026-03-19T07:00:00Z", night, "UTC", null],
  ["by day", "2026-03-18T15:00:00Z", night, "UTC", null],
  ["within one day", "2026-03-18T12:30:00Z", noon, "UTC", "2026-03-18T13:00:00.000Z"],
  ["east of UTC", "2026-03-18T19:00:00Z", night, "Asia/Dubai", "2026-03-19T03:00:00.000Z"],
  ["west of UTC", "2026-03-18T19:00:00Z", night, "America/New_York", null],
  ["with half an hour", "2026-03-18T17:00:00Z", night, "Asia/Kolkata", "2026-03-19T01:30:00.000Z"],
  ["in the night that loses an hour", "2026-03-28T22:00:00Z", night, "Europe/Berlin", "2026-03-29T05:00:00.000Z"],
  ["in the night that gains an hour", "2026-10-24T21:00:00Z", night, "Europe/Berlin", "2026-10-25T06:00:00.000Z"],
  [
    "an end that clocks skip comes as much later",
    "2026-03-29T00:30:00Z",
    { start: "22:00", end: "02:30" },
    "Europe/Berlin",
    "2026-03-29T01:30:00.000Z",
  ],
  [
    "an end that clocks show twice is over at the first",
    "2026-10-25T01:10:00Z",
    { start: "22:00", end: "02:30" },
    "Europe/Berlin",
    null,
  ],
])("emails wait until quiet hours end: %s", (_, at, quietHours, zone, expected) => {
  expect(end(at, quietHours, zone)).toBe(expected);
});

test.each([
  ["later today", "2026-03-18T05:00:00Z", null, "UTC", "2026-03-18T08:00:00.000Z"],
  ["tomorrow once its hour has come", "2026-03-18T08:00:00Z", null, "UTC", "2026-03-19T08:00:00.000Z"],
  ["on the reader's clocks", "2026-03-18T05:00:00Z", null, "Asia/Dubai", "2026-03-19T04:00:00.000Z"],
  ["over the change of clocks", "2026-03-28T12:00:00Z", null, "Europe/Berlin", "2026-03-29T06:00:00.000Z"],
  [
    "after quiet hours around it",
    "2026-03-18T05:00:00Z",
    { start: "22:00", end: "09:30" },
    "UTC",
    "2026-03-18T09:30:00.000Z",
  ],
])("the daily summary leaves at eight: %s", (_, at, quietHours, zone, expected) => {
  expect(digest(at, quietHours, zone)).toBe(expected);
});
