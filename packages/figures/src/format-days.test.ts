import { dateFormats } from "@console/contracts";
import { expect, test } from "vitest";
import { addDays } from "./calendar.ts";
import {
  type FormatChoices,
  formatDate,
  formatDay,
  formatDayRange,
  formatInstant,
  formatMonth,
  formatShortDay,
  ownFormats,
  type Today,
  todayFor,
} from "./format.ts";

type Order = FormatChoices["dateFormat"];

test.each([
  ["auto", "Sat 14 Nov", "14 Nov", "Fri 14 Nov 2025", "14 Nov 2026", "Nov 2026"],
  ["dmy", "Sat 14 Nov", "14 Nov", "Fri 14 Nov 2025", "14 Nov 2026", "Nov 2026"],
  ["mdy", "Sat, Nov 14", "Nov 14", "Fri, Nov 14, 2025", "Nov 14, 2026", "Nov 2026"],
  ["ymd", "Sat 11-14", "11-14", "Fri 2025-11-14", "2026-11-14", "2026-11"],
] as const)("days in the order %s read as %s and %s, and in another year with that", (dateFormat, ...texts) => {
  const formats = { dateFormat };
  expect([
    formatDay("2026-11-14", "2026-01-01", formats),
    formatShortDay("2026-11-14", "2026-12-31", formats),
    formatDay("2025-11-14", "2026-01-01", formats),
    formatShortDay("2026-11-14", null, formats),
    formatMonth("2026-11-14", formats),
  ]).toEqual(texts);
});

test.each([
  ["2026-11-08", "2026-11-14", "8 – 14 Nov", "Nov 8 – 14", "11-08 – 11-14"],
  ["2026-10-16", "2026-11-14", "16 Oct – 14 Nov", "Oct 16 – Nov 14", "10-16 – 11-14"],
  ["2026-11-14", "2026-11-14", "14 Nov", "Nov 14", "11-14"],
  ["2025-11-08", "2025-11-14", "8 – 14 Nov 2025", "Nov 8 – 14, 2025", "2025-11-08 – 2025-11-14"],
  ["2025-10-16", "2025-11-14", "16 Oct – 14 Nov 2025", "Oct 16 – Nov 14, 2025", "2025-10-16 – 2025-11-14"],
  // The same month of two years is not one month.
  ["2025-11-08", "2026-11-14", "8 Nov 2025 – 14 Nov 2026", "Nov 8, 2025 – Nov 14, 2026", "2025-11-08 – 2026-11-14"],
])("the days from %s to %s read as %s, %s or %s", (from, to, ...texts) => {
  const orders: Order[] = ["auto", "mdy", "ymd"];
  expect(orders.map((dateFormat) => formatDayRange(from, to, "2026-11-15", { dateFormat }))).toEqual(texts);
});

test("days of several years all say theirs", () => {
  expect(todayFor(["2025-12-31", "2026-01-01"], "2026-01-01")).toBeNull();
  expect(todayFor(["2026-01-01", "2026-03-01"], "2026-03-01")).toBe("2026-03-01");
});

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const pad = (part: string | number) => String(part).padStart(2, "0");

/** Reads a label back as someone does who knows the order and which year it is; null where it says no such day. */
function readLabel(label: string, order: Order, today: Today): string | null {
  const year = today?.slice(0, 4);
  const text = label.replace(/^(Sun|Mon|Tue|Wed|Thu|Fri|Sat),? /, "");
  if (order === "ymd") return /^\d{4}-/.test(text) ? text : `${year}-${text}`;
  const numbers = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(text);
  if (numbers) {
    const [, first = "", second = "", ownYear] = numbers;
    return `${ownYear}-${order === "mdy" ? `${first}-${second}` : `${second}-${first}`}`;
  }
  const named = order === "mdy" ? /^(\w{3}) (\d+)(?:, (\d{4}))?$/ : /^(\d+) (\w{3})(?: (\d{4}))?$/;
  const [, first = "", second = "", ownYear = year] = named.exec(text) ?? [];
  const [month, date] = order === "mdy" ? [first, second] : [second, first];
  return `${ownYear}-${pad(months.indexOf(month) + 1)}-${pad(date)}`;
}

/** Reads both ends of a range. Only where months are named may the first leave out its year, and takes that of the last. */
function readRange(label: string, order: Order, today: Today): (string | null)[] {
  const [first = "", last = first] = label.split(" – ");
  const month = /[A-Z]\w\w/;
  const [firstYear, lastYear] = [first, last].map((end) => /\d{4}/.exec(end)?.[0]);
  const isNamed = order !== "ymd";
  const mayTakeYear = isNamed && firstYear === undefined;
  if (!mayTakeYear && (firstYear === undefined) !== (lastYear === undefined)) return [null, null];
  const whole = order === "mdy" && !month.test(last) ? `${month.exec(first)?.[0]} ${last}` : last;
  const start = isNamed && order !== "mdy" && !month.test(first) ? `${first} ${month.exec(last)?.[0]}` : first;
  return [readLabel(start, order, mayTakeYear ? (lastYear ?? today) : today), readLabel(whole, order, today)];
}

test.each(dateFormats)("in the order %s each label of a day, an instant or a range reads back as its days", (order) => {
  const formats = { ...ownFormats, dateFormat: order };
  const todays: Today[] = ["2024-02-29", "2026-11-18", null];
  const wrong: string[] = [];
  const check = (label: string, read: (string | null)[], days: string[]) => {
    if (read.join() !== days.join()) wrong.push(`${label} is read as ${read}, not ${days}`);
  };
  for (let day = "2023-12-01"; day < "2026-02-01"; day = addDays(day, 1)) {
    const instant = formatInstant(`${day}T23:59:00Z`, { ...formats, timeZone: "UTC" });
    for (const label of [formatDate(day, formats), instant.replace(", 23:59", "")]) {
      check(label, [readLabel(label, order, null)], [day]);
    }
    for (const today of todays) {
      for (const label of [formatDay(day, today, formats), formatShortDay(day, today, formats)]) {
        check(label, [readLabel(label, order, today)], [day]);
      }
      for (const length of [0, 6, 29, 400]) {
        const to = addDays(day, length);
        const label = formatDayRange(day, to, today, formats);
        check(label, readRange(label, order, today), [day, to]);
      }
    }
  }
  expect(wrong).toEqual([]);
});
