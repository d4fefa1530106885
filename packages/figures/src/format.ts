import type { UserDocument } from "@console/contracts";
import { countCurrencyDigits } from "./currency.ts";
import { wallClockAt } from "./time-zone.ts";

/** The language of the console's own words; numbers and days follow it so that a sentence never mixes two. */
const locale = "en-GB";

const wholeNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
/** A count with its thousands apart: 12,480. */
export function formatCount(count: number): string {
  return wholeNumber.format(count);
}

/** A number with one decimal: 12.4. */
export function formatDecimal(value: number): string {
  return oneDecimal.format(value);
}

/** A share of one as a percentage: 0.934 is 93.4 %. */
export function formatPercent(share: number): string {
  return `${oneDecimal.format(share * 100)}%`;
}

/** Money given in minor units, as an amount with the decimals of its currency: 123456 of AED is 1,234.56. */
export function formatMoney(
  minorUnits: number,
  currency: string,
  { numberFormat }: Pick<FormatChoices, "numberFormat"> = ownFormats,
): string {
  const digits = countCurrencyDigits(currency);
  return withMinus(formatWithDecimals(minorUnits / 10 ** digits, numberFormat, digits, digits));
}

/** A number's hyphen as the sign that it stands for. */
function withMinus(text: string): string {
  return text.replace("-", "−");
}

/** A difference with its sign and unit, as its reader wants it: +3.1 pts, −2.4%, ±0.0 min. */
export function formatChange(
  difference: number,
  unit: "pts" | "%" | "min",
  { numberFormat }: Pick<FormatChoices, "numberFormat"> = ownFormats,
): string {
  const size = formatWithDecimals(Math.abs(difference), numberFormat, 1, 1);
  const sign = Math.round(Math.abs(difference) * 10) === 0 ? "±" : difference > 0 ? "+" : "−";
  return unit === "%" ? `${sign}${size}%` : `${sign}${size} ${unit}`;
}

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** The order in which a reader wants day, month and year. */
type DateOrder = Pick<FormatChoices, "dateFormat">;

/** The day that decides which year goes without saying: that of today. Null says every year. */
export type Today = string | null;

/** The parts of a calendar day as they are written; the year is empty where it goes without saying. */
function readDay(day: string, today: Today) {
  const year = day.slice(0, 4);
  return {
    year: year === today?.slice(0, 4) ? "" : year,
    month: months[Number(day.slice(5, 7)) - 1],
    date: Number(day.slice(8, 10)),
  };
}

/** A calendar day with its weekday: Tue 14 Nov, Tue, Nov 14, in another year Tue 14 Nov 2025. */
export function formatDay(day: string, today: Today, order: DateOrder): string {
  const weekday = weekdays[new Date(day).getUTCDay()];
  return `${weekday}${order.dateFormat === "mdy" ? "," : ""} ${formatShortDay(day, today, order)}`;
}

/** A calendar day without its weekday, for axes and ranges: 14 Nov, Nov 14, 11-14, in another year 14 Nov 2025. */
export function formatShortDay(day: string, today: Today, { dateFormat }: DateOrder): string {
  const { year, month, date } = readDay(day, today);
  if (dateFormat === "ymd") return year ? day : day.slice(5);
  if (dateFormat === "mdy") return `${month} ${date}${year && `, ${year}`}`;
  return `${date} ${month}${year && ` ${year}`}`;
}

/**
 * The first and the last day of a stretch, told once where they are alike: 8 – 14 Nov, Nov 8 – 14,
 * 1 Dec 2010 – 9 Dec 2011.
 */
export function formatDayRange(from: string, to: string, today: Today, order: DateOrder): string {
  const last = formatShortDay(to, today, order);
  if (from === to) return last;
  if (from.slice(0, 4) !== to.slice(0, 4)) {
    return `${formatShortDay(from, null, order)} – ${formatShortDay(to, null, order)}`;
  }
  if (order.dateFormat === "ymd") return `${formatShortDay(from, today, order)} – ${last}`;
  const { date, year } = readDay(to, today);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  // The year of both stands behind the last.
  const first = formatShortDay(from, from, order);
  if (order.dateFormat === "mdy") return `${first} – ${isOneMonth ? `${date}${year && `, ${year}`}` : last}`;
  return `${isOneMonth ? Number(from.slice(8, 10)) : first} – ${last}`;
}

/** Today, unless some days lie in several years: then each of them says its year. */
export function todayFor(days: readonly string[], today: string): Today {
  return new Set(days.map((day) => day.slice(0, 4))).size > 1 ? null : today;
}

/** A month with its year: Nov 2026, 2026-11. */
export function formatMonth(day: string, { dateFormat }: DateOrder): string {
  const { month, year } = readDay(day, null);
  return dateFormat === "ymd" ? day.slice(0, 7) : `${month} ${year}`;
}

/** The name of a country by its two-letter code, or the code itself when it has no name. */
export function countryName(code: string): string {
  return new Intl.DisplayNames(locale, { type: "region" }).of(code) ?? code;
}

/** Orders two texts as a reader expects. */
export function compareText(first: string, second: string): number {
  return first.localeCompare(second, locale);
}

/** How a reader wants instants and numbers to be written. */
export type FormatChoices = Pick<UserDocument, "dateFormat" | "numberFormat"> & { timeZone: string };

/** The choices of a reader who has made none; whoever writes times for someone gives the zone. */
export const ownFormats: FormatChoices = { timeZone: "UTC", dateFormat: "auto", numberFormat: "auto" };

/** Locales that write numbers in the chosen way. */
const numberLocales: Record<FormatChoices["numberFormat"], string> = {
  auto: locale,
  comma: "en-GB",
  point: "de-DE",
  space: "fr-FR",
};

/** A number as its reader wants it: 1,234.5 or 1.234,5 or 1 234,5. */
export function formatNumber(value: number, { numberFormat }: FormatChoices): string {
  return formatWithDecimals(value, numberFormat, 0, 1);
}

/** How many of something there are: "1 row", "1,204 rows". */
export function formatCounted(count: number, one: string, formats: FormatChoices, many = `${one}s`): string {
  return `${formatNumber(count, formats)} ${count === 1 ? one : many}`;
}

/** What stands behind a value; a unit that is not here stands elsewhere, such as beside the label. */
const unitMarks: Record<string, string> = {
  percent: "%",
  minutes: " min",
  hours: " h",
  days: " days",
  km: " km",
  megabytes: " MB",
  gigabytes: " GB",
  terabytes: " TB",
};

/** A figure as its reader wants it, with the mark of its unit: 93.4%, 38.2 min, 1,234. Percentages are fractions. */
export function formatFigure(
  value: number,
  { unit, currency }: { unit: string; currency: string },
  { numberFormat }: FormatChoices,
): string {
  const readable = readableUnit(value, unit);
  const mark = unitMarks[readable.unit];
  const shown = unit === "percent" ? value * 100 : value / readable.per;
  // Cents say nothing beside thousands.
  const money = unit === "currency" && Math.abs(value) < 1000 ? countCurrencyDigits(currency) : 0;
  // Beside ten days and more, tenths of a day say nothing.
  const tenths = readable.per > 1 && readable.unit === "days" && Math.abs(shown) >= 9.95 ? 0 : 1;
  const most = Math.max(tenths, countSmallDigits(shown));
  const [least, largest] =
    unit === "currency" ? [money, money] : mark ? [tenths, most] : [0, unit === "count" ? 0 : most];
  return `${withMinus(formatWithDecimals(shown, numberFormat, least, largest))}${mark ?? ""}`;
}

/** The decimals that two digits of a small number need: 0.13 and not 0.1. */
function countSmallDigits(value: number): number {
  const size = Math.abs(value);
  return size === 0 || size >= 0.995 ? 0 : Math.min(6, 1 - Math.floor(Math.log10(size)));
}

/** From so many on, minutes are told in hours, and both in days. */
const minutesToHours = 600;
const hoursToDays = 72;

/** The unit that a figure is told in, and how many of its own unit make one: 984 hours are 41 days, 4,623 MB are 4.6 GB. */
export function readableUnit(value: number, unit: string): { unit: string; per: number } {
  const size = Math.abs(value);
  if (unit === "megabytes") {
    if (size >= 999_950) return { unit: "terabytes", per: 1e6 };
    return size >= 999.95 ? { unit: "gigabytes", per: 1000 } : { unit, per: 1 };
  }
  if (unit !== "minutes" && unit !== "hours") return { unit, per: 1 };
  const perHour = unit === "minutes" ? 60 : 1;
  if (size >= hoursToDays * perHour) return { unit: "days", per: 24 * perHour };
  if (unit === "minutes" && size >= minutesToHours) return { unit: "hours", per: perHour };
  return { unit, per: 1 };
}

/** Kept, because a table writes thousands of numbers and making a format takes longer than using it. */
const numberFormatCache = new Map<string, Intl.NumberFormat>();

function formatWithDecimals(
  value: number,
  numberFormat: FormatChoices["numberFormat"],
  least: number,
  most: number,
): string {
  const id = `${numberFormat} ${least} ${most}`;
  const cached = numberFormatCache.get(id);
  if (cached) return cached.format(value);
  const made = new Intl.NumberFormat(numberLocales[numberFormat], {
    minimumFractionDigits: least,
    maximumFractionDigits: most,
    useGrouping: "always",
  });
  numberFormatCache.set(id, made);
  return made.format(value);
}

/** A length of time in its two largest units: 45 s, 12 min, 1 h 12 min, 2 d 3 h. What is negative has its sign. */
export function formatDuration(seconds: number, { numberFormat }: Pick<FormatChoices, "numberFormat">): string {
  const size = Math.round(Math.abs(seconds));
  const sign = size > 0 && seconds < 0 ? "−" : "";
  if (size < 60) return `${sign}${size} s`;
  const minutes = Math.round(size / 60);
  if (minutes < 60) return `${sign}${minutes} min`;
  const hours = minutes < 24 * 60 ? Math.floor(minutes / 60) : Math.round(minutes / 60);
  const [large, small] = minutes < 24 * 60 ? [hours, minutes % 60] : [Math.floor(hours / 24), hours % 24];
  const [mark, rest] = minutes < 24 * 60 ? ["h", "min"] : ["d", "h"];
  return `${sign}${formatWithDecimals(large, numberFormat, 0, 0)} ${mark}${small > 0 ? ` ${small} ${rest}` : ""}`;
}

/** How late something came, or how early: 12 min late, 32 min early. */
export function formatLateness(seconds: number, formats: Pick<FormatChoices, "numberFormat">): string {
  if (Math.round(seconds) === 0) return "On time";
  return `${formatDuration(Math.abs(seconds), formats)} ${seconds > 0 ? "late" : "early"}`;
}

/** A quantity given in thousandths of a unit: 12500 is 12.5. */
export function formatQuantity(milli: number, { numberFormat }: Pick<FormatChoices, "numberFormat">): string {
  return withMinus(formatWithDecimals(milli / 1000, numberFormat, 0, 3));
}

/** A distance given in metres: 850 m, 12.4 km. */
export function formatDistance(metres: number, { numberFormat }: Pick<FormatChoices, "numberFormat">): string {
  if (Math.abs(metres) < 999.5) return `${withMinus(formatWithDecimals(metres, numberFormat, 0, 0))} m`;
  return `${withMinus(formatWithDecimals(metres / 1000, numberFormat, 1, 1))} km`;
}

/** What the cells of a table are written with. */
export type CellView = { currency: string; formats: FormatChoices };

/** One cell of a table by the format of its column; what is unknown is a dash. */
export function formatCell(
  value: string | number | boolean | null | undefined,
  format: string,
  { currency, formats }: CellView,
): string {
  if (value === null || value === undefined || value === "") return "–";
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (format === "instant") return formatInstant(value, formats);
  if (format === "day") return formatDate(String(value), formats);
  if (typeof value === "string") return value;
  if (format === "money") return formatMoney(value, currency, formats);
  if (format === "quantity") return formatQuantity(value, formats);
  if (format === "duration" || format === "long_duration") return formatDuration(value, formats);
  if (format === "lateness") return formatLateness(value, formats);
  if (format === "distance") return formatDistance(value, formats);
  return withMinus(formatWithDecimals(value, formats.numberFormat, 0, 6));
}

/**
 * A value on an axis, as short as it can be told: 12k, 1.2M, 40%. Percentages are fractions. The largest value of the
 * axis says how all of them are told, so that 5,000 does not stand beside 10k.
 */
export function formatAxis(
  value: number,
  unit: string,
  { numberFormat }: Pick<FormatChoices, "numberFormat">,
  largest = value,
): string {
  if (unit === "percent") return `${formatWithDecimals(value * 100, numberFormat, 0, 1)}%`;
  const size = Math.abs(largest);
  const [per, mark] = size >= 1e9 ? [1e9, "B"] : size >= 1e6 ? [1e6, "M"] : size >= 1e4 ? [1e3, "k"] : [1, ""];
  const shown = value / per;
  const decimals = Math.abs(shown) < 10 ? 2 : 1;
  return `${withMinus(formatWithDecimals(shown, numberFormat, 0, decimals))}${value === 0 ? "" : mark}`;
}

/** An instant in its reader's time zone and order: 14 Nov 2026, 09:20. */
export function formatInstant(
  instant: string | number,
  { timeZone, dateFormat }: Pick<FormatChoices, "timeZone" | "dateFormat">,
): string {
  const shown = new Date(wallClockAt(new Date(instant).getTime(), timeZone)).toISOString();
  return `${formatDate(shown.slice(0, 10), { dateFormat })}, ${shown.slice(11, 16)}`;
}

/** How long something has been, in the largest unit that says enough: 3 min, 2 h, 5 days. */
export function formatAge(milliseconds: number): string {
  const minutes = Math.max(0, Math.floor(milliseconds / 60_000));
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440)} days`;
}

/** The size of a file: 640 kB, 12.4 MB, 3.1 GB. */
export function formatSize(bytes: number, { numberFormat }: Pick<FormatChoices, "numberFormat">): string {
  const [per, unit, most] =
    bytes < 999_500
      ? ([1e3, "kB", 0] as const)
      : bytes < 999_950_000
        ? ([1e6, "MB", 1] as const)
        : ([1e9, "GB", 1] as const);
  return `${formatWithDecimals(Math.max(bytes / per, bytes > 0 ? 1 / 10 : 0), numberFormat, 0, most)} ${unit}`;
}

/** A calendar day with its year, in its reader's order: 14 Nov 2026. */
export function formatDate(day: string, { dateFormat }: DateOrder): string {
  const [year, month, date] = day.split("-");
  if (dateFormat === "dmy") return `${date}/${month}/${year}`;
  if (dateFormat === "mdy") return `${month}/${date}/${year}`;
  return formatShortDay(day, null, { dateFormat });
}
