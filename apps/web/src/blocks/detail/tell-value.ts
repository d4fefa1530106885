import { type FormatChoices, formatDate, formatInstant } from "@console/figures/format";

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
const day = /^\d{4}-\d\d-\d\d$/;

/** A value of the audit log as its reader wants it: instants and days in their format, all else as it is. */
export function tellValue(text: string, formats: FormatChoices): string {
  if (instant.test(text)) return formatInstant(text, formats);
  return day.test(text) ? formatDate(text, formats) : text;
}
