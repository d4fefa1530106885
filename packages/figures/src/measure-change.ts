import type { ComparisonGap, MetricAnswer } from "@console/contracts";
import { addDays } from "./calendar.ts";
import { type FormatChoices, formatChange, formatShortDay } from "./format.ts";

/**
 * Whether a change is within the usual range: smaller than twice the standard error of the difference between the means
 * of the single values of two periods. With fewer than three values nothing can be said of it.
 */
export function isWithinUsualRange(now: readonly number[], then: readonly number[]): boolean | null {
  if (now.length < 3 || then.length < 3) return null;
  const error = Math.sqrt(variance(now) / now.length + variance(then) / then.length);
  return Math.abs(mean(now) - mean(then)) < 2 * error;
}

/** Whether a change is within the usual range of an answer's rows, such as its days; null where that is not known. */
export function isUsualChange(metric: string, { rows }: Pick<MetricAnswer, "rows">): boolean | null {
  const valuesIn = (column: string) => rows.flatMap((row) => toNumber(row[column]) ?? []);
  return isWithinUsualRange(valuesIn(metric), valuesIn(`${metric}__compare`));
}

/**
 * Whether a change is larger than the usual swing: that of single days, or that of each day against its weekday, which
 * leaves out what a week always does. Single days that on the whole went the other way do not bear it out.
 */
export function isBeyondUsual(metric: string, answer: Pick<MetricAnswer, "rows">, change: number): boolean {
  const steps = answer.rows.flatMap((row) => {
    const [now, before] = [toNumber(row[metric]), toNumber(row[`${metric}__compare`])];
    return now === null || before === null ? [] : [now - before];
  });
  if (steps.length < 3 || Math.sign(mean(steps)) !== Math.sign(change)) return false;
  const error = Math.sqrt(variance(steps) / steps.length);
  return Math.abs(mean(steps)) >= 2 * error || isUsualChange(metric, answer) !== true;
}

function toNumber(cell: unknown): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function variance(values: readonly number[]): number {
  const middle = mean(values);
  return values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1);
}

/** Below so many a large percentage says less than the numbers themselves. */
const smallBase = 30;
const largeChange = 50;

/**
 * How far a figure has moved, and that in words: percentages by points, counts on a small base by both numbers (from 3
 * to 11 says more than +266.7%), all else by percent. Null where there is no percentage of nothing.
 */
export function measureChange(
  { now, before, unit }: { now: number; before: number; unit: string },
  format: (value: number) => string,
  formats: Pick<FormatChoices, "numberFormat">,
): { by: number; text: string } | null {
  if (unit === "percent") {
    const by = (now - before) * 100;
    return { by, text: formatChange(by, "pts", formats) };
  }
  const isCount = unit === "count" || unit === "units";
  if (before === 0 && (!isCount || now === 0)) return now === 0 ? { by: 0, text: formatChange(0, "%", formats) } : null;
  const by = before === 0 ? Math.sign(now) * 100 : ((now - before) / Math.abs(before)) * 100;
  const isOnSmallBase = isCount && Math.abs(before) < smallBase && Math.abs(by) >= largeChange;
  return { by, text: isOnSmallBase ? `from ${format(before)} to ${format(now)}` : formatChange(by, "%", formats) };
}

/** Why a metric is not compared with anything; null where it is, or nobody asked for it. */
export function sayComparisonGap(
  { rules, compareTime, freshness, time }: Pick<MetricAnswer, "rules" | "compareTime" | "freshness" | "time">,
  metric: string,
  { today, formats }: { today: string; formats: Pick<FormatChoices, "dateFormat"> },
): string | null {
  const gap = rules.find((rule) => rule.metric === metric)?.comparisonGap;
  if (gap) return `No comparison: ${sayGapReason(gap, (day) => formatShortDay(day, today, formats))}`;
  if (compareTime === null) return null;
  // Days that have not arrived yet would count as days on which nothing happened.
  const late = freshness.find(({ isLate, lastDay }) => isLate && lastDay !== null && lastDay < addDays(time.to, -1));
  return late?.lastDay ? `No comparison: the data ends on ${formatShortDay(late.lastDay, today, formats)}` : null;
}

/** What stands against a comparison, as the end of a sentence. */
export function sayGapReason(gap: ComparisonGap, formatDay: (day: string) => string): string {
  return "firstDay" in gap ? `figures begin on ${formatDay(gap.firstDay)}` : `the compared period needs ${gap.needs}`;
}
