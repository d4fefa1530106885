import { expect, test } from "vitest";
import { readTimes } from "./read-times.ts";
import { readTokens } from "./tokens.ts";

/** What a text says of time on a day: days as from/to, a day alone for a moment, or its other kind. */
function read(text: string, today: string): string[] {
  return readTimes(readTokens(text), today).map((mention) => {
    if (mention.kind === "days") return `${mention.days.from}/${mention.days.to}`;
    if (mention.kind === "moment") return mention.day;
    if (mention.kind === "grain") return mention.grain;
    if (mention.kind === "compare") return mention.compare;
    return mention.kind === "weekdays" ? mention.names.join() : mention.kind;
  });
}

const wednesday = "2026-03-18";
const newYear = "2026-01-01";
const leapDay = "2024-02-29";
const monday = "2026-03-16";
const quarterEnd = "2026-03-31";

test.each([
  [wednesday, "yesterday", "2026-03-17/2026-03-18"],
  [newYear, "yesterday", "2025-12-31/2026-01-01"],
  [wednesday, "the day before yesterday", "2026-03-16/2026-03-17"],
  [wednesday, "this week", "2026-03-16/2026-03-19"],
  [monday, "this week", "2026-03-16/2026-03-17"],
  [wednesday, "last week", "2026-03-09/2026-03-16"],
  [newYear, "last week", "2025-12-22/2025-12-29"],
  [wednesday, "last month", "2026-02-01/2026-03-01"],
  [newYear, "last month", "2025-12-01/2026-01-01"],
  [leapDay, "this month", "2024-02-01/2024-03-01"],
  [leapDay, "last 7 days", "2024-02-23/2024-03-01"],
  [wednesday, "last 4 weeks", "2026-02-16/2026-03-16"],
  [wednesday, "last 3 months", "2025-12-01/2026-03-01"],
  [wednesday, "since the first of january", "2026-01-01/2026-03-19"],
  [wednesday, "since the year began", "2026-01-01/2026-03-19"],
  [wednesday, "from the beginning of this month", "2026-03-01/2026-03-19"],
  [wednesday, "on the twenty first of february", "2026-02-21/2026-02-22"],
  [wednesday, "between 1 april and 30 june 2025", "2025-04-01/2025-07-01"],
  [wednesday, "the week of 9 march", "2026-03-09/2026-03-16"],
  [wednesday, "january to date", "2026-01-01/2026-03-19"],
  [wednesday, "2025 h2", "2025-07-01/2026-01-01"],
  [wednesday, "Feb-25", "2025-02-01/2025-03-01"],
  [wednesday, "the quarter just ended", "2025-10-01/2026-01-01"],
  [wednesday, "the same days of the prior year", "same_period_last_year"],
  [wednesday, "the previous quarter", "previous_period"],
  [wednesday, "on a saturday", "Saturday"],
  [wednesday, "month upon month", "month"],
  [quarterEnd, "this quarter", "2026-01-01/2026-04-01"],
  [wednesday, "q4", "2025-10-01/2026-01-01"],
  [wednesday, "q4 24", "2024-10-01/2025-01-01"],
  [newYear, "q4", "2025-10-01/2026-01-01"],
  [wednesday, "h1 2025", "2025-01-01/2025-07-01"],
  [wednesday, "ytd", "2026-01-01/2026-03-19"],
  [wednesday, "2025", "2025-01-01/2026-01-01"],
  [wednesday, "february", "2026-02-01/2026-03-01"],
  [wednesday, "december", "2025-12-01/2026-01-01"],
  [wednesday, "in may", "2025-05-01/2025-06-01"],
  [wednesday, "feb last year", "2025-02-01/2025-03-01"],
  [wednesday, "between 3 and 7 march", "2026-03-03/2026-03-08"],
  [wednesday, "between the 2nd and the 6th of february", "2026-02-02/2026-02-07"],
  [wednesday, "from january to march 2025", "2025-01-01/2025-04-01"],
  [wednesday, "since monday", "2026-03-16/2026-03-19"],
  [wednesday, "since the start of the year", "2026-01-01/2026-03-19"],
  [wednesday, "on friday", "2026-03-13/2026-03-14"],
  [wednesday, "last weekend", "2026-03-14/2026-03-16"],
  [wednesday, "week 10", "2026-03-02/2026-03-09"],
  [wednesday, "14/2", "2026-02-14/2026-02-15"],
  [wednesday, "the first ten days of february", "2026-02-01/2026-02-11"],
  [wednesday, "the first two months of this year", "2026-01-01/2026-03-01"],
  [wednesday, "the fortnight ending on sunday, 15 march", "2026-03-02/2026-03-16"],
  [wednesday, "the week before last", "2026-03-02/2026-03-09"],
  [wednesday, "3 days ago", "2026-03-15/2026-03-16"],
  [wednesday, "at the end of february", "2026-02-28"],
  [leapDay, "at the end of february", "2024-02-29"],
  [wednesday, "as of friday", "2026-03-13"],
  [wednesday, "at the end of each month", "month"],
  [wednesday, "week by week", "week"],
  [wednesday, "per month", "month"],
  [wednesday, "over time", "fitting"],
  [wednesday, "on mondays", "Monday"],
  [wednesday, "same period last year", "same_period_last_year"],
  [wednesday, "the week before", "previous_period"],
])("on %s, %s is %s", (today, text, expected) => {
  expect(read(text, today)).toEqual([expected]);
});

test("words that only look like times are none", () => {
  expect(read("we may march to the second depot", wednesday)).toEqual(["2026-03-01/2026-03-19"]);
  expect(read("dayton first class", wednesday)).toEqual([]);
});
