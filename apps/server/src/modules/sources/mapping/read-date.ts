import type { FieldMapping } from "@console/contracts";
import { instantAt } from "@console/figures/time-zone";

/** How days and times are written. */
export type DateStyle = NonNullable<FieldMapping["dates"]>;

/** No day or time that people write is longer; looking into a text of any length could take minutes. */
const longestDate = 100;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const withZone =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?\s*(?:Z|([+-]\d{2})(?::?(\d{2}))?)$/i;
const numeric = /^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})(?:[T, ]+(.*))?$/;
const namedMonth = /^(?:[a-z]{3,9},?\s+)?(\d{1,2})[-/. ]([a-z]{3,9})\.?,?[-/. ](\d{2,4})(?:[T, ]+(.*))?$/i;
const namedFirst = /^([a-z]{3,9})\.?\s+(\d{1,2}),?\s+(\d{4})(?:[T, ]+(.*))?$/i;
const time = /^(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?)?$/i;

/** The style of a column's days, from some of its values; `isSure` is false where both day and month may come first. */
export function findStyle(samples: readonly string[]): { style: DateStyle; isSure: boolean } {
  const filled = samples.map((sample) => sample.trim().slice(0, longestDate)).filter(Boolean);
  if (filled.length > 0 && filled.every((one) => /^\d{10}$|^\d{13}$/.test(one))) return { style: "unix", isSure: true };
  if (filled.length > 0 && filled.every((one) => /^[2-7]\d{4}([.,]\d+)?$/.test(one)))
    return { style: "excel", isSure: true };
  const parts = filled.flatMap((one) => numeric.exec(one)?.slice(1, 4).map(Number) ?? []);
  const firsts = parts.filter((_, place) => place % 3 === 0);
  const seconds = parts.filter((_, place) => place % 3 === 1);
  if (firsts.some((one) => one > 31)) return { style: "ymd", isSure: true };
  if (firsts.some((one) => one > 12)) return { style: "dmy", isSure: true };
  if (seconds.some((one) => one > 12)) return { style: "mdy", isSure: true };
  return firsts.length > 0 ? { style: "dmy", isSure: false } : { style: "iso", isSure: true };
}

/** The instant that a text names, as ISO 8601; null where it names none. Without a zone it is the tenant's. */
export function readInstant(cell: string, style: DateStyle, timeZone: string): string | null {
  const text = cell.trim();
  if (text.length > longestDate) return null;
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
  const local = readLocal(text, style);
  return local === null ? null : toIso(instantAt(local, timeZone));
}

/** The day that a text names, as YYYY-MM-DD; null where it names none. */
export function readDay(cell: string, style: DateStyle, timeZone: string): string | null {
  const text = cell.trim();
  if (text.length > longestDate) return null;
  if (style === "excel" && /^\d{1,6}([.,]\d+)?$/.test(text)) return toIso(excelMs(text))?.slice(0, 10) ?? null;
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(text)?.[1];
  if (iso) return isRealDay(iso) ? iso : null;
  if (style === "unix" && /^\d{10}$|^\d{13}$/.test(text))
    return readInstant(text, style, timeZone)?.slice(0, 10) ?? null;
  const local = readLocal(text, style);
  return local === null ? null : (toIso(local)?.slice(0, 10) ?? null);
}

/** What clocks show, as if it were UTC. */
function readLocal(text: string, style: DateStyle): number | null {
  const parts = numeric.exec(text);
  if (parts) {
    const [, first = "", second = "", third = "", rest] = parts;
    const order = first.length === 4 ? "ymd" : style === "mdy" ? "mdy" : "dmy";
    if (order === "ymd") return toLocal(first, second, third, rest);
    return order === "mdy" ? toLocal(third, first, second, rest) : toLocal(third, second, first, rest);
  }
  const packed = /^(\d{4})(\d{2})(\d{2})$/.exec(text);
  if (packed) return toLocal(packed[1] ?? "", packed[2] ?? "", packed[3] ?? "", undefined);
  const words = namedMonth.exec(text);
  if (words) return toLocal(words[3] ?? "", readMonth(words[2]), words[1] ?? "", words[4]);
  const other = namedFirst.exec(text);
  return other ? toLocal(other[3] ?? "", readMonth(other[1]), other[2] ?? "", other[4]) : null;
}

function readMonth(word = ""): string {
  return String(months.indexOf(word.slice(0, 3).toLowerCase()) + 1);
}

/** Before it, a two-digit year and a forgotten one look alike. */
const earliestYear = 1900;

function toLocal(year: string, month: string, day: string, rest: string | undefined): number | null {
  const full = year.length === 2 ? `20${year}` : year;
  if (full.length !== 4 || Number(full) < earliestYear || !isRealDay(`${full}-${pad(month)}-${pad(day)}`)) return null;
  const clock = rest?.trim() ? time.exec(rest.trim()) : ["", "0", "0", "0"];
  if (!clock) return null;
  const half = clock[4]?.toLowerCase().startsWith("p") ? 12 : 0;
  const hour = clock[4] ? (Number(clock[1]) % 12) + half : Number(clock[1]);
  const [minute, second] = [Number(clock[2] ?? 0), Number(clock[3] ?? 0)];
  if (hour > 23 || minute > 59 || second > 59) return null;
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
