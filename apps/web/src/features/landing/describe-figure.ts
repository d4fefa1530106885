import type { MetricAnswer } from "@console/contracts";
import { addDays } from "@console/figures/calendar";
import { type FormatChoices, formatDayRange, formatFigure } from "@console/figures/format";
import { isUsualChange, measureChange, sayComparisonGap } from "@console/figures/measure-change";
import type { KpiChange } from "../../blocks/kpi/kpi-tile.tsx";
import { dayCount } from "./ask-figures.ts";
import type { FigureSpan } from "./domain-reports.ts";

type FigureQuestion = { metric: string; span: FigureSpan };
type FigureReader = { formats: FormatChoices; today: string };

/** A cell as a number; exact ones arrive as text. */
export function numberIn(cell: string | number | null | undefined): number | null {
  const value = cell === null || cell === undefined ? Number.NaN : Number(cell);
  return Number.isFinite(value) ? value : null;
}

/** What stands beside the label of a figure: its unit, where the value does not carry it, and whether it is a state. */
export function describeUnit(unit: string, span: FigureSpan, currency: string): string {
  const own = unit === "currency" ? currency : unit === "units" ? "units" : null;
  return [own, span === "now" ? "now" : null].filter((part) => part !== null).join(", ");
}

/** The value of a figure and how it moved, in words. */
export function describeFigure(
  { metric, span }: FigureQuestion,
  unit: string,
  answer: MetricAnswer,
  { formats, today }: FigureReader,
): { value: string; change: KpiChange | string } {
  const { totals, time, compareTime, currency, rules } = answer;
  const { unknown = null } = rules.find((rule) => rule.metric === metric) ?? {};
  const format = (amount: number) => formatFigure(amount, { unit, currency }, formats);
  const now = numberIn(totals[metric]);
  if (unknown) return { value: "Not known", change: unknown };
  if (now === null) return { value: "–", change: "There is nothing to count in these days." };
  const value = format(now);
  if (compareTime === null)
    return {
      value,
      change: `next ${dayCount} days, ${describeDays(time.from ?? time.to, time.to, { formats, today })}`,
    };
  const gap = sayComparisonGap(answer, metric, { formats, today });
  if (gap) return { value, change: gap };

  const before = numberIn(totals[`${metric}__compare`]);
  const comparison = span === "now" ? `vs ${dayCount} days ago` : compareWords(time, compareTime, { formats, today });
  if (before === null) return { value, change: "There is nothing to compare with." };
  const move = measureChange({ now, before, unit }, format, formats);
  if (move === null) return { value, change: `${format(before)} before` };
  return { value, change: { ...move, isUsual: isUsualChange(metric, answer), comparison } };
}

/** Half-open days as a reader counts them, the last one included. */
function describeDays(from: string, to: string, { formats, today }: FigureReader): string {
  return formatDayRange(from, addDays(to, -1), today, formats);
}

/** What a period is compared with; whole months may be compared with whole months, which are then named. */
function compareWords(
  { from }: MetricAnswer["time"],
  before: { from: string | null; to: string },
  { formats, today }: FigureReader,
): string {
  if (before.from === null || from === null) return "vs before";
  const isJustBefore = before.to === from && addDays(before.from, dayCount) === from;
  return isJustBefore
    ? `vs previous ${dayCount} days`
    : `vs ${describeDays(before.from, before.to, { formats, today })}`;
}
