import { expect, test } from "vitest";
import { findStyle, readDay, readInstant } from "./read-date.ts";

const zone = "Asia/Bahrain";

const instants: [string, Parameters<typeof readInstant>[1], string | null][] = [
  ["2026-03-01T10:00:00Z", "iso", "2026-03-01T10:00:00.000Z"],
  ["2026-03-01 10:00:00.25+0300", "iso", "2026-03-01T07:00:00.000Z"],
  ["2026-03-01 10:00:00+03", "iso", "2026-03-01T07:00:00.000Z"],
  ["2026-03-01T10:00", "iso", "2026-03-01T07:00:00.000Z"],
  ["2026-03-01", "iso", "2026-02-28T21:00:00.000Z"],
  ["03/04/2026 5:30 pm", "dmy", "2026-04-03T14:30:00.000Z"],
  ["03/04/2026 5:30 pm", "mdy", "2026-03-04T14:30:00.000Z"],
  ["3.4.26", "dmy", "2026-04-02T21:00:00.000Z"],
  ["2026/03/04", "ymd", "2026-03-03T21:00:00.000Z"],
  ["20260304", "iso", "2026-03-03T21:00:00.000Z"],
  ["4 March 2026", "iso", "2026-03-03T21:00:00.000Z"],
  ["Mar 4, 2026 12:00 am", "iso", "2026-03-03T21:00:00.000Z"],
  ["1772359200", "unix", "2026-03-01T10:00:00.000Z"],
  ["1772359200000", "unix", "2026-03-01T10:00:00.000Z"],
  ["46082.5", "excel", "2026-03-01T09:00:00.000Z"],
  ["2026-02-30", "iso", null],
  ["31/04/2026", "dmy", null],
  ["2026-03-01 25:00", "iso", null],
  ["0001-01-01", "iso", null],
  ["soon", "iso", null],
];

test.each(instants)("%j, written as %s, is the instant %s", (text, style, instant) => {
  expect(readInstant(text, style, zone)).toBe(instant);
});

test("a time that clocks skip is the one they jump to, and one that comes twice is the first", () => {
  expect(readInstant("2026-03-08 02:30", "iso", "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
  expect(readInstant("2026-11-01 01:30", "iso", "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
  expect(readInstant("2026-03-29 02:30", "iso", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
  expect(readInstant("2026-10-25 02:30", "iso", "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
});

test("a day is the one that is written, whatever the zone", () => {
  expect(readDay("2026-03-01T23:30:00Z", "iso", zone)).toBe("2026-03-01");
  expect(readDay("25/12/2026", "dmy", zone)).toBe("2026-12-25");
  expect(readDay("46082", "excel", zone)).toBe("2026-03-01");
  expect(readDay("2026-13-01", "iso", zone)).toBeNull();
});

test("the style of a column follows from its values, and says whether it is sure", () => {
  expect(findStyle(["1/2/2026", "13/2/2026"])).toEqual({ style: "dmy", isSure: true });
  expect(findStyle(["1/2/2026", "1/13/2026"])).toEqual({ style: "mdy", isSure: true });
  expect(findStyle(["1/2/2026", "", "3/4/2026"])).toEqual({ style: "dmy", isSure: false });
  expect(findStyle(["2026-03-01"])).toEqual({ style: "ymd", isSure: true });
  expect(findStyle(["1772359200", "1772359201"])).toEqual({ style: "unix", isSure: true });
  expect(findStyle(["46082", "46083.5"])).toEqual({ style: "excel", isSure: true });
  expect(findStyle([])).toEqual({ style: "iso", isSure: true });
});

test("a text of any length is told apart from a day without looking through it", () => {
  const long = `1-1-2026${" ".repeat(1_000_000)}\nx`;
  expect([readInstant(long, "dmy", zone), readDay(long, "dmy", zone)]).toEqual([null, null]);
  expect(findStyle([long])).toEqual({ style: "dmy", isSure: false });
});
