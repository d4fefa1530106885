import { expect, test } from "vitest";
import { type DateStyle, readDay, readInstant, readPeriod, shapeDate, usualFirstYear } from "./read-date.ts";

const zone = "Asia/Bahrain";
const as = (style: DateStyle, firstYear = usualFirstYear) => ({ style, firstYear });

const instants: [string, DateStyle, string | null][] = [
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
  ["01/31/2026", "dmy", null],
  ["31/01/2026", "mdy", null],
  ["03/04/2026", "iso", null],
  ["05/05/2026", "iso", "2026-05-04T21:00:00.000Z"],
  ["26/03/04", "ymd", "2026-03-03T21:00:00.000Z"],
  ["2026-03-01 25:00", "iso", null],
  ["0001-01-01", "iso", null],
  ["soon", "iso", null],
];

test.each(instants)("%j, written as %s, is the instant %s", (text, style, instant) => {
  expect(readInstant(text, as(style), zone)).toBe(instant);
});

test.each([
  ["令和5年3月1日", "2023-03-01"],
  ["令和元年5月1日", "2019-05-01"],
  ["平成30年4月1日", "2018-04-01"],
  ["R5.3.1", "2023-03-01"],
  ["H30/4/1", "2018-04-01"],
  ["S64.1.7", "1989-01-07"],
  ["15 كانون الأول 2016", "2016-12-15"],
  ["٥ آب ٢٠١٦", "2016-08-05"],
  ["3 جويلية 2016", "2016-07-03"],
  ["3 kesäkuuta 2016", "2016-06-03"],
  ["5. augusti 2016", "2016-08-05"],
  ["T5.3.1", null],
  ["R5.13.1", null],
  ["2559-06-01", null],
])("%j is the day %s", (text, day) => {
  expect(readDay(text, as("dmy"), zone)).toBe(day);
});

test.each([
  ["2016-W23", { first: "2016-06-06", last: "2016-06-12" }],
  ["KW 23/2016", { first: "2016-06-06", last: "2016-06-12" }],
  ["KW1 2016", { first: "2016-01-04", last: "2016-01-10" }],
  ["2015-W53", { first: "2015-12-28", last: "2016-01-03" }],
  ["2016-W53", null],
  ["W23 2016", null],
  ["تشرين الثاني 2016", { first: "2016-11-01", last: "2016-11-30" }],
  ["平成30年4月", { first: "2018-04-01", last: "2018-04-30" }],
])("%j is the period %j", (text, period) => {
  expect(readPeriod(text)).toEqual(period);
});

test("24:00 is the end of its day, and no other time after 23:59 is one", () => {
  expect(readInstant("2026-03-13 24:00", as("iso"), "Europe/Berlin")).toBe("2026-03-13T23:00:00.000Z");
  expect(readInstant("31.12.2026 24:00:00", as("dmy"), "Europe/Berlin")).toBe("2026-12-31T23:00:00.000Z");
  expect(readInstant("2026-03-13T24:00:00+03:00", as("iso"), "Europe/Berlin")).toBe("2026-03-13T21:00:00.000Z");
  expect(readInstant("2026-03-13 24:01", as("iso"), "Europe/Berlin")).toBeNull();
  expect(readInstant("2026-03-13T24:00:01Z", as("iso"), "Europe/Berlin")).toBeNull();
  expect(readInstant("2026-03-13 12:00 am", as("iso"), "Europe/Berlin")).toBe("2026-03-12T23:00:00.000Z");
});

test("a time that clocks skip is the one they jump to, and one that comes twice is the first", () => {
  expect(readInstant("2026-03-08 02:30", as("iso"), "America/New_York")).toBe("2026-03-08T07:30:00.000Z");
  expect(readInstant("2026-11-01 01:30", as("iso"), "America/New_York")).toBe("2026-11-01T05:30:00.000Z");
  expect(readInstant("2026-03-29 02:30", as("iso"), "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
  expect(readInstant("2026-10-25 02:30", as("iso"), "Europe/Berlin")).toBe("2026-10-25T00:30:00.000Z");
});

test("a day is the one that is written, and a moment has its day in the tenant's zone", () => {
  expect(readDay("2026-03-01T23:30:00", as("iso"), zone)).toBe("2026-03-01");
  expect(readDay("2026-03-01T23:30:00Z", as("iso"), zone)).toBe("2026-03-02");
  expect(readDay("2026-03-01T23:30:00-05:00", as("iso"), "America/New_York")).toBe("2026-03-01");
  expect(readDay("2026-03-01T00:00:00Z", as("iso"), "America/New_York")).toBe("2026-03-01");
  expect(readDay("1427835600", as("unix"), "Asia/Bahrain")).toBe("2015-04-01");
  expect(readDay("25/12/2026", as("dmy"), zone)).toBe("2026-12-25");
  expect(readDay("46082", as("excel"), zone)).toBe("2026-03-01");
  expect(readDay("2026-13-01", as("iso"), zone)).toBeNull();
});

const named: [string, string | null][] = [
  ["5 mai 2019", "2019-05-05"],
  ["5 avr. 2019", "2019-04-05"],
  ["12 août 2020", "2020-08-12"],
  ["1er févr. 2020", "2020-02-01"],
  ["lundi 6 juillet 2020", "2020-07-06"],
  ["5-déc.-19", "2019-12-05"],
  ["5. März 2019", "2019-03-05"],
  ["Di., 5. Mrz. 2019 14:30", "2019-03-05"],
  ["31.Dez.2019", "2019-12-31"],
  ["5 de marzo de 2019", "2019-03-05"],
  ["5 de setembro de 2019", "2019-09-05"],
  ["segunda-feira, 4 de março de 2019", "2019-03-04"],
  ["5 mrt 2019", "2019-03-05"],
  ["3 mei 2019", "2019-05-03"],
  ["5 gen 2019", "2019-01-05"],
  ["mar 5 mar 2019", "2019-03-05"],
  ["15 luglio 2019", "2019-07-15"],
  ["5th March 2019", "2019-03-05"],
  ["Tue, Mar 5th, 2019", "2019-03-05"],
  ["5 Sept 2019", "2019-09-05"],
  ["5 Marketing 1996", null],
  ["5 Decor 1996", null],
  ["5 mayor 1996", null],
  ["Junction 5, 2019", null],
  ["Room 5 May 2019", null],
  ["5 jui 2019", null],
  ["31 avril 2019", null],
];

test.each(named)("the text %j, with a month in words, is the day %s", (text, day) => {
  expect(readDay(text, as("iso"), zone)).toBe(day);
  expect(shapeDate(text)?.shape ?? null).toBe(day === null ? null : "iso");
});

test("two digits of a year are one of the hundred years from the first on", () => {
  expect(readDay("31/12/69", as("dmy"), zone)).toBe("2069-12-31");
  expect(readDay("31/12/70", as("dmy"), zone)).toBe("1970-12-31");
  expect(readDay("31-Dec-99", as("iso"), zone)).toBe("1999-12-31");
  expect(readDay("31/12/69", as("dmy", 1930), zone)).toBe("1969-12-31");
  expect(readDay("31/12/30", as("dmy", 1930), zone)).toBe("1930-12-31");
  expect(readDay("31/12/29", as("dmy", 1930), zone)).toBe("2029-12-31");
});

const shapes: [string, ReturnType<typeof shapeDate>][] = [
  ["13/2/2026", { shape: "dmy", isShortYear: false }],
  ["2/13/26 10:00", { shape: "mdy", isShortYear: true }],
  ["1/2/2026", { shape: "either", isShortYear: false }],
  ["2/2/2026", { shape: "iso", isShortYear: false }],
  ["2026-03-01", { shape: "iso", isShortYear: false }],
  ["2026-03-01T10:00:00Z", { shape: "iso", isShortYear: false }],
  ["4 March 26", { shape: "iso", isShortYear: true }],
  ["1772359200", { shape: "unix", isShortYear: false }],
  ["46082.5", { shape: "excel", isShortYear: false }],
  ["13/13/2026", null],
  ["perpetual", null],
  ["", null],
];

test.each(shapes)("the text %j tells %j of how its column writes days", (text, shape) => {
  expect(shapeDate(text)).toEqual(shape);
});

test("a text of any length is told apart from a day without looking through it", () => {
  const long = `1-1-2026${" ".repeat(1_000_000)}\nx`;
  expect([readInstant(long, as("dmy"), zone), readDay(long, as("dmy"), zone)]).toEqual([null, null]);
  expect(shapeDate(long)).toBeNull();
});
