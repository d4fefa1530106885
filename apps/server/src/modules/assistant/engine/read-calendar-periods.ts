import { addDays, addMonths, startOfPeriod } from "../../metrics/index.ts";
import { type Days, type Read, readCount, readOrdinal, readYear, readYearAfter } from "./time-words.ts";

/** "q4", "q3 2025", "second quarter of last year". */
export function readQuarter(words: readonly string[], at: number, today: string): Read<Days> {
  // "2025 Q4"
  if (readYear(words[at]) !== null && /^(?:q[1-4]|h[12])$/.test(words[at + 1] ?? "")) {
    const turned = [words[at + 1] ?? "", words[at] ?? ""];
    const read = readQuarter(turned, 0, today) ?? readHalfYear(turned, 0, today);
    return read && { value: read.value, next: at + 2 };
  }
  const short = /^(?:q([1-4])|([1-4])q)((?:20)?\d\d)?$/.exec(words[at] ?? "");
  const number = short ? Number(short[1] ?? short[2]) : words[at + 1] === "quarter" ? readOrdinal(words[at]) : null;
  if (!number || number > 4) return null;
  const joined = short?.[3] ? Number(short[3].padStart(4, "20")) : null;
  const next = short ? at + 1 : at + 2;
  const after = joined === null ? readYearAfter(words, next, today, true) : { year: joined, next };
  const own = after.year ?? Number(today.slice(0, 4));
  const month = String(number * 3 - 2).padStart(2, "0");
  const from = `${own}-${month}-01`;
  const start = after.year === null && from > today ? addMonths(from, -12) : from;
  return { value: { from: start, to: addMonths(start, 3), unit: "quarter" }, next: after.next };
}

/** "h1 2025", "first half of 2025". */
export function readHalfYear(words: readonly string[], at: number, today: string): Read<Days> {
  const short = /^h([12])((?:20)?\d\d)?$/.exec(words[at] ?? "");
  const number = short ? Number(short[1]) : words[at + 1] === "half" ? readOrdinal(words[at]) : null;
  if (number !== 1 && number !== 2) return null;
  const next = short ? at + 1 : at + 2;
  const joined = short?.[2] ? Number(short[2].padStart(4, "20")) : null;
  const after = joined === null ? readYearAfter(words, next, today) : { year: joined, next };
  if (!short && after.year === null) return null;
  const own = after.year ?? Number(today.slice(0, 4));
  const from = `${own}-${number === 1 ? "01" : "07"}-01`;
  const start = after.year === null && from > today ? addMonths(from, -12) : from;
  return { value: { from: start, to: addMonths(start, 6) }, next: after.next };
}

/** "week 12", "cw10 2025", "calendar week 3". */
export function readWeekNumber(words: readonly string[], at: number, today: string): Read<Days> {
  const joined = /^(?:cw|kw|wk|week|w)(\d{1,2})$/.exec(words[at] ?? "")?.[1];
  const place = words[at] === "calendar" ? at + 1 : at;
  const apart = words[place] === "week" ? readCount(words[place + 1]) : null;
  const number = joined ? Number(joined) : apart;
  if (!number || number > 53) return null;
  const { year, next } = readYearAfter(words, joined ? at + 1 : place + 2, today);
  const own = year ?? Number(today.slice(0, 4));
  // The first week of a year is the one with 4 January in it.
  const from = addDays(startOfPeriod("week", `${own}-01-04`), (number - 1) * 7);
  const start =
    year === null && from > today ? addDays(startOfPeriod("week", `${own - 1}-01-04`), (number - 1) * 7) : from;
  return { value: { from: start, to: addDays(start, 7), unit: "week" }, next };
}

/** "2025", "fy25". */
export function readYearAlone(words: readonly string[], at: number): Read<Days> {
  const joined = /^fy((?:20)?\d\d)$/.exec(words[at] ?? "")?.[1];
  const lead = ["fy", "year", "calendar"].includes(words[at] ?? "") && readYear(words[at + 1]) !== null ? 1 : 0;
  const year = joined ? Number(joined.padStart(4, "20")) : readYear(words[at + lead]);
  if (year === null) return null;
  const next = at + 1 + lead;
  return { value: { from: `${year}-01-01`, to: `${year + 1}-01-01`, unit: "year" }, next };
}
