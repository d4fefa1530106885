import type { FieldMapping, SourceColumn } from "@console/contracts";
import { type ColumnProfile, hasMonthDays } from "../../../connectors/cells/column-profile.ts";
import { findLongPeriod, readWeek } from "../../../connectors/cells/plain-date.ts";
import {
  type DateForm,
  type DateStyle,
  isShortMonth,
  readDay,
  readMonth,
  readPeriod,
  shapeDate,
} from "../../../connectors/cells/read-date.ts";
import { toWords } from "./column-words.ts";

/** Whether two digits of a year say one that has not come yet. */
export function isOfUnclearCentury(
  text: string,
  form: DateForm,
  { latestYear, timeZone }: { latestYear?: number; timeZone: string },
): boolean {
  if (latestYear === undefined || !shapeDate(text)?.isShortYear) return false;
  const day = readDay(text, form, timeZone);
  return day !== null && Number(day.slice(0, 4)) > latestYear;
}

const monthWords = new Set(
  `month monat mes mois mese maand ay miesiac mesiac mesic period periode periodo zeitraum okres donem месяц месяць μηνα μηνας
  شهر 月 月份 年月`
    .split(/\s+/)
    .flatMap(toWords),
);

/** So many different numbers beside the words of months are days. */
const fewestDays = 8;

/**
 * Whether a column of days is one of months: it is called so, and all of its days are the first or the last of a month;
 * or it has words of months with two digits that are too few to be days.
 */
export function isOfMonths(column: ColumnProfile, style: DateStyle): boolean {
  const shortMonths = (column.values ?? []).flatMap(({ value }) => (isShortMonth(value) ? [value.slice(-2)] : []));
  if (shortMonths.length > 0 && new Set(shortMonths).size < fewestDays) return true;
  return toWords(column.name).some((word) => monthWords.has(word)) && hasMonthDays(column, style);
}

/** Whether the days of a column may stand for their months, with what tells so; undefined where they cannot. */
export function describeMonths(column: ColumnProfile, style: DateStyle): SourceColumn["months"] {
  const isFound = isOfMonths(column, style);
  if (!isFound && !hasMonthDays(column, style)) return undefined;
  if (!hasMonthDays(column, style)) return { isFound, evidence: "Its words are months with a year of two digits." };
  const edges = "All of its days are the first or the last of a month";
  return {
    isFound,
    evidence: isFound ? `${edges}, and its name says a period.` : `${edges}. Each may stand for the whole month.`,
  };
}

/** The month or the week that a cell stands for; in a column of months a day is its month: so spreadsheets write it. */
export function readMonthFor({ isMonth }: FieldMapping, text: string, form: DateForm, timeZone: string) {
  const month = isMonth === false && isShortMonth(text) ? null : readPeriod(text, form.firstYear);
  if (month || !isMonth) return month;
  const day = readDay(text, form, timeZone);
  return day === null ? null : readMonth(day.slice(0, 7));
}

/** What is told of a month or a week that stands for a day. */
export function sayMonth(text: string): string {
  return `"${text}" is a ${findLongPeriod(text) === "week" ? "week" : "month"}: the amount is spread over its days.`;
}

/** Why a text is not what a field of days or times takes. */
export function sayNotDate(
  text: string,
  form: DateForm,
  what: "a day" | "a date and time",
  column = "the column",
): string {
  const sign = findDivider(text, form);
  if (sign !== null) {
    const formula = `split([${column.replaceAll("]", "]]")}], "${sign}", 1)`;
    return `"${text}" holds several dates. To take one of them, add the computed column ${formula} and map it here.`;
  }
  const period = findLongPeriod(text);
  const monday = period === "week" ? readWeek(text.trim())?.first : undefined;
  if (monday) return `"${text}" is a week, and every row needs a day of it, such as ${monday}.`;
  if (period === "unclear week") {
    return `"${text}" is a week. Write it as 2016-W23, whose weeks begin on Mondays, or give its first day.`;
  }
  if (period === "long") return `"${text}" is longer than a month. Give each month or day a row of its own.`;
  return `"${text}" is not ${what}${wordOrder(form)}.`;
}

/** The sign between several dates of one text; null where it does not hold several. */
function findDivider(text: string, form: DateForm): string | null {
  const isDate = (part: string) => readDay(part.trim(), form, "UTC") !== null;
  const divides = (sign: string) => text.includes(sign) && text.split(sign).every(isDate);
  return [";", "|", ",", " and ", " to ", " - ", " – "].find(divides) ?? null;
}

/** In which order a column writes its days, as the end of a sentence. */
function wordOrder({ style }: DateForm): string {
  if (style !== "dmy" && style !== "mdy") return "";
  return ` written as ${style === "dmy" ? "day/month/year" : "month/day/year"}`;
}
