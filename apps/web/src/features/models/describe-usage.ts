import type { RouteOutput, Routes } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import type { ChartDescription, ChartSeries } from "@console/figures/chart";
import type { FormatChoices } from "@console/figures/format";
import { describeCountFormat, describeDayAxis } from "../../blocks/chart/describe-day-axis.ts";

const mostSeries = 6;

/** Answers by day, one series for each of the largest parts; the rest together. */
export function describeUsage(
  { from, to, groups, days: counted }: RouteOutput<Routes["readAssistantUsage"]>,
  formats: FormatChoices,
): { description: ChartDescription; days: string[] } {
  const days: string[] = [];
  for (let day = from; day < to; day = addDays(day, 1)) days.push(day);
  const shown = groups.slice(0, mostSeries);
  const keys = new Set(shown.map(({ key }) => key));
  const sum = (day: string, isPart: (key: string) => boolean) =>
    counted.reduce((total, one) => (one.day === day && isPart(one.key) ? total + one.answers : total), 0);
  const series: ChartSeries[] = shown.map(({ key, name }) => ({
    id: key,
    label: name,
    values: days.map((day) => sum(day, (one) => one === key)),
  }));
  if (counted.some(({ key }) => !keys.has(key))) {
    const values = days.map((day) => sum(day, (one) => !keys.has(one)));
    series.push({ id: "rest", label: "Others", colour: "grey", values });
  }
  return {
    days,
    description: {
      kind: "stacked-bar",
      title: "Answers by day",
      unit: "answers",
      ...describeDayAxis(days, formats),
      series,
      ...describeCountFormat(formats),
    },
  };
}
