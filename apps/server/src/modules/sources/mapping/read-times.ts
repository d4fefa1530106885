import type { FieldMapping } from "@console/contracts";
import { type ColumnProfile, hasMonthDays } from "../../../connectors/cells/column-profile.ts";
import { type DateForm, type DateStyle, readDay, readMonth, shapeDate } from "../../../connectors/cells/read-date.ts";
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

/** Whether a column of days is one of months: it is called so, and all of its days are the first or the last of a month. */
export function isOfMonths(column: ColumnProfile, style: DateStyle): boolean {
  return toWords(column.name).some((word) => monthWords.has(word)) && hasMonthDays(column, style);
}

/** The month that a cell stands for; in a column of months a day is its month: so spreadsheets write it. */
export function readMonthFor({ isMonth }: FieldMapping, text: string, form: DateForm, timeZone: string) {
  const month = readMonth(text);
  if (month || !isMonth) return month;
  const day = readDay(text, form, timeZone);
  return day === null ? null : readMonth(day.slice(0, 7));
}

/** What is told of a month that stands for a day. */
export function sayMonth(text: string): string {
  return `"${text}" is a month: the amount is spread over its days.`;
}

/** In which order a column writes its days, as the end of a sentence. */
export function wordOrder({ style }: DateForm): string {
  if (style !== "dmy" && style !== "mdy") return "";
  return ` written as ${style === "dmy" ? "day/month/year" : "month/day/year"}`;
}
