import { type DateForm, readDay, readMonth, shapeDate } from "../../../connectors/cells/read-date.ts";
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

const monthWords = new Set(["month", "monat", "mes", "mois", "mese", "maand", "ay", "miesiac"]);

/** The month that a cell stands for. In a column of months the first day of one is the month: so spreadsheets write it. */
export function readMonthFor(column: string, text: string, form: DateForm, timeZone: string) {
  const month = readMonth(text);
  if (month || !toWords(column).some((word) => monthWords.has(word))) return month;
  const day = readDay(text, form, timeZone);
  return day?.endsWith("-01") ? readMonth(day.slice(0, 7)) : null;
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
