import { expect, test } from "vitest";
import {
  dayAt,
  deviceTimeZone,
  instantAt,
  isTimeZone,
  knownTimeZone,
  offsetAt,
  startOfDay,
  timeZones,
  wallClockAt,
} from "./time-zone.ts";

const hourMs = 3_600_000;
const toMs = (text: string) => Date.parse(`${text}Z`);
const toText = (ms: number) => new Date(ms).toISOString().slice(0, 16);

test.each([
  ["Europe/Berlin", "2026-03-29T00:59", 1],
  ["Europe/Berlin", "2026-03-29T01:00", 2],
  ["Europe/Berlin", "2026-10-25T00:59", 2],
  ["Europe/Berlin", "2026-10-25T01:00", 1],
  ["America/New_York", "2026-03-08T06:59", -5],
  ["America/New_York", "2026-03-08T07:00", -4],
  ["America/New_York", "2026-11-01T05:59", -4],
  ["America/New_York", "2026-11-01T06:00", -5],
  ["Asia/Kathmandu", "2026-03-29T01:00", 5.75],
  ["Africa/Casablanca", "2025-02-23T01:59", 1],
  ["Africa/Casablanca", "2025-02-23T02:00", 0],
  ["Africa/Casablanca", "2025-04-06T01:59", 0],
  ["Africa/Casablanca", "2025-04-06T02:00", 1],
  ["Pacific/Apia", "2011-12-30T09:59", -10],
  ["Pacific/Apia", "2011-12-30T10:00", 14],
  ["Antarctica/Troll", "2026-03-29T01:00", 2],
  ["UTC", "2026-03-29T01:00", 0],
])("in %s at %s clocks are %d hours ahead of UTC", (zone, instant, hours) => {
  expect(offsetAt(toMs(instant), zone)).toBe(hours * hourMs);
});

test.each([
  ["Europe/Berlin", "2026-07-01T12:00", "2026-07-01T10:00"],
  ["Europe/Berlin", "2026-03-29T01:59", "2026-03-29T00:59"],
  // Skipped: as much later as clocks jump.
  ["Europe/Berlin", "2026-03-29T02:00", "2026-03-29T01:00"],
  ["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30"],
  ["Europe/Berlin", "2026-03-29T03:00", "2026-03-29T01:00"],
  // Twice: the first.
  ["Europe/Berlin", "2026-10-25T02:00", "2026-10-25T00:00"],
  ["Europe/Berlin", "2026-10-25T02:59", "2026-10-25T00:59"],
  ["Europe/Berlin", "2026-10-25T03:00", "2026-10-25T02:00"],
  ["America/New_York", "2026-03-08T01:59", "2026-03-08T06:59"],
  ["America/New_York", "2026-03-08T02:30", "2026-03-08T07:30"],
  ["America/New_York", "2026-03-08T03:00", "2026-03-08T07:00"],
  ["America/New_York", "2026-11-01T01:30", "2026-11-01T05:30"],
  ["America/New_York", "2026-11-01T02:00", "2026-11-01T07:00"],
  ["Asia/Kathmandu", "2026-03-29T02:30", "2026-03-28T20:45"],
  ["Africa/Casablanca", "2025-02-23T02:30", "2025-02-23T01:30"],
  ["Africa/Casablanca", "2025-02-23T03:00", "2025-02-23T03:00"],
  ["Africa/Casablanca", "2025-04-06T02:30", "2025-04-06T02:30"],
  ["Africa/Casablanca", "2025-04-06T03:00", "2025-04-06T02:00"],
  ["Pacific/Apia", "2011-12-29T23:59", "2011-12-30T09:59"],
  // A whole day is skipped.
  ["Pacific/Apia", "2011-12-30T12:00", "2011-12-30T22:00"],
  ["Pacific/Apia", "2011-12-31T00:00", "2011-12-30T10:00"],
])("clocks of %s show %s at %s", (zone, wallClock, instant) => {
  expect(toText(instantAt(toMs(wallClock), zone))).toBe(instant);
});

test.each([
  ["Europe/Berlin", "2026-03-29", "2026-03-28T23:00"],
  ["Europe/Berlin", "2026-03-30", "2026-03-29T22:00"],
  ["America/New_York", "2026-11-01", "2026-11-01T04:00"],
  ["America/New_York", "2026-11-02", "2026-11-02T05:00"],
  ["Asia/Kathmandu", "2026-03-29", "2026-03-28T18:15"],
  ["Africa/Casablanca", "2025-02-23", "2025-02-22T23:00"],
  ["Pacific/Apia", "2011-12-30", "2011-12-30T10:00"],
  ["Pacific/Apia", "2011-12-31", "2011-12-30T10:00"],
  // Midnight is skipped, comes twice, and lies in the middle of what is skipped.
  ["America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00"],
  ["Asia/Amman", "2021-10-29", "2021-10-28T21:00"],
  ["America/Toronto", "1919-03-31", "1919-03-31T04:30"],
])("in %s the day %s begins at %s", (zone, day, instant) => {
  expect(toText(startOfDay(day, zone))).toBe(instant);
});

/** The same numbers between 0 and 1 in every run. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const zones = timeZones();
const random = seededRandom(20_261_117);
/** A thousand instants from 1900 to 2100, half of them within a day around the changes of clocks of our time. */
const instants = Array.from({ length: 1000 }, (_, n) => {
  const zone = zones[Math.floor(random() * zones.length)] ?? "UTC";
  const [from, to] = [Date.UTC(1900, 0, 1), Date.UTC(2100, 0, 1)];
  if (n % 2 === 0) return { zone, instant: Math.floor(from + random() * (to - from)) };
  const year = 1970 + Math.floor(random() * 60);
  const change = nearestChange(zone, Date.UTC(year, 0, 1), Date.UTC(year, 6, 1));
  return { zone, instant: Math.floor(change + (random() - 0.5) * 24 * hourMs) };
});

/** An instant at which the clocks of a zone are changed between two others, as Intl shows it; the later where they are not. */
function nearestChange(zone: string, from: number, to: number): number {
  const offset = (ms: number) => Date.parse(`${readIntl(zone, ms).replace(" ", "T")}Z`) - Math.floor(ms / 1000) * 1000;
  let [earlier, later] = [from, to];
  if (offset(earlier) === offset(later)) return later;
  while (later - earlier > 1000) {
    const middle = Math.floor((earlier + later) / 2);
    if (offset(middle) === offset(from)) earlier = middle;
    else later = middle;
  }
  return later;
}

/** What Intl itself says that clocks show: 2026-03-29 03:30:00. */
function readIntl(timeZone: string, instant: number): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(instant);
}

test("a thousand instants are shown as Intl shows them, and read back", () => {
  for (const { zone, instant } of instants) {
    const words = `${zone} ${new Date(instant).toISOString()}`;
    const wallClock = wallClockAt(instant, zone);
    const shown = readIntl(zone, instant);
    expect(new Date(wallClock).toISOString().slice(0, 19).replace("T", " "), words).toBe(shown);
    expect(dayAt(instant, zone), words).toBe(shown.slice(0, 10));
    // The first instant at which clocks show this: an hour or so earlier where they show it twice.
    const back = instantAt(wallClock, zone);
    expect(wallClockAt(back, zone), words).toBe(wallClock);
    expect(back, words).toBeLessThanOrEqual(instant);
    const start = startOfDay(shown.slice(0, 10), zone);
    expect(start, words).toBeLessThanOrEqual(instant);
    expect(readIntl(zone, start).slice(0, 10), words).toBe(shown.slice(0, 10));
    expect(readIntl(zone, start - 1).slice(0, 10) < shown.slice(0, 10), words).toBe(true);
  }
});

test("the time zones hold UTC and cities, each once", () => {
  expect(zones).toEqual(expect.arrayContaining(["UTC", "Asia/Dubai"]));
  expect(new Set(zones).size).toBe(zones.length);
});

test("a zone is known by its name, whatever was asked before", () => {
  for (const zone of ["Asia/Bahrain", "UTC", "Africa/Casablanca"]) expect(isTimeZone(zone)).toBe(true);
  for (const zone of ["Mars/Olympus", "", "Europe/Berlin "])
    expect([isTimeZone(zone), isTimeZone(zone)]).toEqual([false, false]);
  expect(() => offsetAt(0, "Mars/Olympus")).toThrow(RangeError);
  expect(() => dayAt(Number.NaN, "UTC")).toThrow(RangeError);
});

test("a zone that nobody knows gives way to that of the device", () => {
  expect([knownTimeZone("Asia/Dubai"), knownTimeZone("Mars/Olympus"), knownTimeZone(null)]).toEqual([
    "Asia/Dubai",
    deviceTimeZone(),
    deviceTimeZone(),
  ]);
});
