import type { FieldMapping } from "@console/contracts";
import { dayAt, instantAt } from "@console/figures/time-zone";
import { parseNamedDate, parseNamedMonth } from "./month-names.ts";
import { readWeek, toPlainDate } from "./plain-date.ts";

/** How days and times are written. */
export type DateStyle = NonNullable<FieldMapping["dates"]>;

/** How a column's days are written, and the first of the hundred years that two digits may mean. */
export type DateForm = { style: DateStyle; firstYear: number };

/** Two digits of a year are one of 1970 to 2069 where nobody says otherwise. */
export const usualFirstYear = 1970;

/** No day or time that people write is longer; looking into a text of any length could take minutes. */
const longestDate = 100;
const withZone =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?\s*(?:Z|([+-]\d{2})(?::?(\d{2}))?)$/i;
const numeric = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})(?:[T, ]+(.*))?$/;
const time = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?$/i;

/** What a text tells of how its column writes days; `either` may be day/month or month/day, `month` may be a week too. */
export type DateShape = "dmy" | "mdy" | "either" | "iso" | "unix" | "excel" | "month";

/** What a text tells of its column's days, and whether its year has two digits; null where it is no day in any way. */
export function shapeDate(cell: string): { shape: DateShape; isShortYear: boolean } | null {
  if (cell.length > longestDate) return null;
  const text = toPlainDate(cell);
  if (!/\d/.test(text)) return null;
  if (/^\d{10}$|^\d{13}$/.test(text)) return { shape: "unix", isShortYear: false };
  if (/^[2-7]\d{4}([.,]\d+)?$/.test(text)) return { shape: "excel", isShortYear: false };
  if (withZone.test(text)) return { shape: "iso", isShortYear: false };
  const parts = numeric.exec(text);
  if (parts && parts[1]?.length !== 4) {
    const isDmy = readLocal(text, { style: "dmy", firstYear: usualFirstYear }) !== null;
    const isMdy = readLocal(text, { style: "mdy", firstYear: usualFirstYear }) !== null;
    if (!isDmy && !isMdy) return null;
    // The same day and month, such as 5/5, tells nothing and does no harm.
    const isSame = parts[1] && Number(parts[1]) === Number(parts[2]);
    const shape = isDmy && isMdy ? (isSame ? "iso" : "either") : isDmy ? "dmy" : "mdy";
    return { shape, isShortYear: parts[3]?.length === 2 };
  }
  if (readLocal(text, { style: "iso", firstYear: usualFirstYear }) === null) {
    if (!readPeriod(text)) return null;
    return { shape: "month", isShortYear: isShortMonth(text) };
  }
  return { shape: "iso", isShortYear: parseNamedDate(text)?.year.length === 2 };
}

/** The first and the last of three short numbers that can be year, month and day in this order; null where they cannot. */
export function splitShortDate(cell: string): { first: string; last: string } | null {
  const text = toPlainDate(cell);
  const [, first = "", , last = ""] = numeric.exec(text) ?? [];
  const isShort = first.length === 2 && last.length === 2;
  return isShort && readLocal(text, { style: "ymd", firstYear: usualFirstYear }) !== null ? { first, last } : null;
}

/** The instant that a text names, as ISO 8601; null where it names none. Without a zone it is the tenant's. */
export function readInstant(cell: string, form: DateForm, timeZone: string): string | null {
  if (cell.length > longestDate) return null;
  const text = toPlainDate(cell);
  const { style } = form;
  const zoned = withZone.exec(text);
  if (zoned) {
    // PostgreSQL writes an offset of whole hours without minutes.
    const [, day = "", hour = "", minute = "", second = "0", hours = "+00", minutes = "00"] = zoned;
    const iso = `${day}T${pad(hour)}:${pad(minute)}:${pad(second)}${hours}:${minutes}`;
    return toIso(isRealDay(day) ? Date.parse(iso) : Number.NaN);
  }
  if (/^\d{10}$/.test(text) && style === "unix") return toIso(Number(text) * 1000);
  if (/^\d{13}$/.test(text) && style === "unix") return toIso(Number(text));
  if (style === "excel" && /^\d{1,6}([.,]\d+)?$/.test(text)) return excelInstant(text, timeZone);
  const local = readLocal(text, form);
  return local === null ? null : toIso(instantAt(local, timeZone));
}

/** The day that a text names, as YYYY-MM-DD; null where it names none. */
export function readDay(cell: string, form: DateForm, timeZone: string): string | null {
  if (cell.length > longestDate) return null;
  const text = toPlainDate(cell);
  const { style } = form;
  if (style === "excel" && /^\d{1,6}([.,]\d+)?$/.test(text)) return toIso(excelMs(text))?.slice(0, 10) ?? null;
  const [, iso, time = ""] = /^(\d{4}-\d{2}-\d{2})(?:[T ](.*))?$/.exec(text) ?? [];
  if (iso && (!isRealDay(iso) || toIso(Date.parse(iso)) === null)) return null;
  const isInstant = style === "unix" && /^\d{10}$|^\d{13}$/.test(text);
  if (iso && !/(?:Z|[+-]\d{2}:?\d{2})$/i.test(time)) return iso;
  if (iso || isInstant) {
    const instant = readInstant(text, form, timeZone);
    if (instant === null) return iso ?? null;
    // Midnight of Greenwich is how programs write a day without a time; any other moment has a day in the tenant's zone.
    return instant.endsWith("T00:00:00.000Z") ? instant.slice(0, 10) : dayAt(Date.parse(instant), timeZone);
  }
  const local = readLocal(text, form);
  return local === null ? null : (toIso(local)?.slice(0, 10) ?? null);
}

const monthForms = [
  /^(?<year>\d{4})[-/. ]?(?<month>0[1-9]|1[0-2])$/,
  /^(?<year>\d{4})[-/. ](?<month>[1-9])$/,
  /^(?<month>0?[1-9]|1[0-2])[-/. ](?<year>\d{4})$/,
];

/** Whether a text is the word of a month and two digits, which may be a year or a day. */
export function isShortMonth(cell: string): boolean {
  return cell.length <= longestDate && parseNamedMonth(toPlainDate(cell))?.year.length === 2;
}

/** The first and the last day of the month that a text names, as YYYY-MM-DD; null where it names none. */
export function readMonth(cell: string, firstYear = usualFirstYear): { first: string; last: string } | null {
  if (cell.length > longestDate) return null;
  const text = toPlainDate(cell);
  const parts = monthForms.map((form) => form.exec(text)?.groups).find(Boolean) ?? parseNamedMonth(text);
  const [year, month] = [Number(fullYear(parts?.year ?? "", firstYear)), Number(parts?.month)];
  if (!parts || year < earliestYear || year >= 2200) return null;
  const start = `${year}-${pad(String(month))}`;
  return { first: `${start}-01`, last: `${start}-${pad(String(new Date(Date.UTC(year, month, 0)).getUTCDate()))}` };
}

/** The first and the last day of the month or the week that a text names, as YYYY-MM-DD; null where it names none. */
export function readPeriod(cell: string, firstYear = usualFirstYear): { first: string; last: string } | null {
  return cell.length > longestDate ? null : (readMonth(cell, firstYear) ?? readWeek(cell.trim()));
}

/** Whether the day that a text names in an order of day and month is the first or the last of its month. */
export function readMonthEdge(cell: string, order: "dmy" | "mdy"): ("first" | "last")[] {
  const day = readDay(cell, { style: order, firstYear: usualFirstYear }, "UTC");
  const month = day === null ? null : readMonth(day.slice(0, 7));
  if (!month) return [];
  return [...(day === month.first ? ["first" as const] : []), ...(day === month.last ? ["last" as const] : [])];
}

/** Whether a text names a day without a time. */
export function isDayAlone(cell: string, { style }: DateForm): boolean {
  return style === "excel" ? !/[.,]/.test(cell) : style !== "unix" && !toPlainDate(cell).includes(":");
}

/** The last instant of the day that a text names, as ISO 8601; null where it names none. */
export function readDayEnd(cell: string, form: DateForm, timeZone: string): string | null {
  const day = readDay(cell, form, timeZone);
  return day === null ? null : toIso(instantAt(Date.parse(day) + 86_400_000, timeZone) - 1);
}

/** What clocks show, as if it were UTC. */
function readLocal(text: string, { style, firstYear }: DateForm): number | null {
  const toLocal = (year: string, month: string, day: string, rest: string | undefined) =>
    localTime(fullYear(year, firstYear), month, day, rest);
  const parts = numeric.exec(text);
  if (parts) {
    const [, first = "", second = "", third = "", rest] = parts;
    if (first.length === 4 || style === "ymd") return toLocal(first, second, third, rest);
    if (style === "mdy") return toLocal(third, first, second, rest);
    // A column without days of its own order says nothing of this one, unless both orders name the same day.
    const isOrdered = style === "dmy" || Number(first) === Number(second);
    return isOrdered ? toLocal(third, second, first, rest) : null;
  }
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (packed) return toLocal(packed[1] ?? "", packed[2] ?? "", packed[3] ?? "", undefined);
  const named = parseNamedDate(text);
  return named ? toLocal(named.year, String(named.month), named.day, named.time) : null;
}

/** Before it, a two-digit year and a forgotten one look alike. */
const earliestYear = 1900;

/** Two digits are the one year of a hundred that ends with them. */
function fullYear(year: string, firstYear: number): string {
  if (year.length !== 2) return year;
  return String(firstYear + ((Number(year) - (firstYear % 100) + 100) % 100));
}

function localTime(full: string, month: string, day: string, rest: string | undefined): number | null {
  if (full.length !== 4 || Number(full) < earliestYear || !isRealDay(`${full}-${pad(month)}-${pad(day)}`)) return null;
  const clock = rest?.trim() ? time.exec(rest.trim()) : ["", "0", "0", "0"];
  if (!clock) return null;
  const half = clock[4]?.toLowerCase().startsWith("p") ? 12 : 0;
  const hour = clock[4] ? (Number(clock[1]) % 12) + half : Number(clock[1]);
  const [minute, second] = [Number(clock[2] ?? 0), Number(clock[3] ?? 0)];
  // The end of a day is the beginning of the next one.
  const isEnd = hour === 24 && minute === 0 && second === 0 && !clock[4];
  if ((hour > 23 && !isEnd) || minute > 59 || second > 59) return null;
  return Date.UTC(Number(full), Number(month) - 1, Number(day), hour, minute, second);
}

/** Days since the last day of 1899, as spreadsheets count them. */
function excelMs(text: string): number {
  return Date.UTC(1899, 11, 30) + Math.round(Number(text.replace(",", ".")) * 86_400) * 1000;
}

function excelInstant(text: string, timeZone: string): string | null {
  return toIso(instantAt(excelMs(text), timeZone));
}

function isRealDay(day: string): boolean {
  const instant = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === day;
}

function toIso(instant: number): string | null {
  const isUsual = instant >= Date.UTC(1900, 0, 1) && instant < Date.UTC(2200, 0, 1);
  return isUsual ? new Date(instant).toISOString() : null;
}

function pad(part: string): string {
  return part.padStart(2, "0");
}
