import type { ComparisonName, DateBasis, PeriodName, ReportView } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { type FormatChoices, formatDayRange, formatShortDay } from "@console/figures/format";
import type { ViewFilter } from "./filter-view.ts";

/** The periods in the order in which they are offered. */
export const periodWords: Record<PeriodName, string> = {
  today: "Today",
  yesterday: "Yesterday",
  last_7_days: "Last 7 days",
  last_30_days: "Last 30 days",
  last_90_days: "Last 90 days",
  this_week: "This week to date",
  last_week: "Last week",
  this_month: "This month to date",
  last_month: "Last month",
  this_quarter: "This quarter to date",
  last_quarter: "Last quarter",
  this_year: "This year to date",
  last_12_months: "Last 12 months",
};

export const comparisonWords: Record<ComparisonName, string> = {
  previous_period: "Previous period",
  same_weekdays: "Same weekdays before",
  same_period_last_year: "Same period last year",
  none: "No comparison",
};

/** Where only some days can be seen, those of a year ago never can. */
export const nearComparisonWords = {
  previous_period: comparisonWords.previous_period,
  same_weekdays: comparisonWords.same_weekdays,
  none: comparisonWords.none,
};

export const grainWords = { "": "Automatic", day: "Day", week: "Week", month: "Month", quarter: "Quarter" };

export const basisWords: Record<DateBasis, string> = {
  due: "Due",
  created: "Created",
  completed: "Completed",
};

/** A filter in words: "Driver: Ali and 2 more", "Depot is not North". */
export function sayFilter({ dimension, isExcluded, members }: ViewFilter, label = dimension): string {
  return `${label}${isExcluded ? " is not " : ": "}${sayMembers(members)}`;
}

function sayMembers(members: readonly string[]): string {
  const [first = "", second] = members;
  if (members.length === 2) return `${first}, ${second}`;
  return members.length > 2 ? `${first} and ${members.length - 1} more` : first;
}

/** The period of a view in words. */
export function periodLabel({ period, from, to }: ReportView, byDefault: PeriodName, formats: FormatChoices): string {
  const last = to && addDays(to, -1);
  if (from && last) return formatDayRange(from, last, null, formats);
  if (from) return `Since ${formatShortDay(from, null, formats)}`;
  if (last) return `Up to ${formatShortDay(last, null, formats)}`;
  return periodWords[period ?? byDefault];
}
