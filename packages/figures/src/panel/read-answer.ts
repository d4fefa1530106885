import type { MetricAnswer, PanelAnswer } from "@console/contracts";
import { addDays } from "../calendar.ts";
import { formatChange, formatDayRange, formatFigure, formatShortDay } from "../format.ts";
import type { FigureChange, PanelReader } from "./panel-view.ts";

export type Question = PanelAnswer["questions"][number];
export type Column = MetricAnswer["columns"][number];

/** A cell as a number; null where there is none. */
export function numberIn(cell: string | number | null | undefined): number | null {
  const value = cell === null || cell === undefined || cell === "" ? Number.NaN : Number(cell);
  return Number.isFinite(value) ? value : null;
}

/** The column of a metric, which tells its label, unit and which way is good. */
export function findColumn({ answer }: Question, metric: string): Column | undefined {
  return answer.columns.find(({ id }) => id === metric);
}

/** Writes values of a metric as its reader wants them. */
export function formatterFor(question: Question, metric: string, { formats }: PanelReader): (value: number) => string {
  const unit = findColumn(question, metric)?.unit ?? "number";
  const { currency } = question.answer;
  return (value) => formatFigure(value, { unit, currency }, formats);
}

/** What stands beside a title: the unit in words. */
export function unitWords(question: Question, metric: string): string {
  const { unit, label } = findColumn(question, metric) ?? {};
  if (unit === "currency") return question.answer.currency;
  if (unit === "percent") return `${label}, %`;
  if (unit === "count" || unit === "number") return label ?? "";
  return unit === "units" ? "units" : `${label}, ${unit}`;
}

/** How a value moved against the comparison; null where one of the two is missing. */
export function describeChange(
  question: Question,
  metric: string,
  { now, then, isNoise }: { now: number | null; then: number | null; isNoise: boolean },
  { formats }: PanelReader,
): FigureChange | null {
  if (now === null || then === null) return null;
  const unit = findColumn(question, metric)?.unit;
  const comparison = sayComparison(question);
  if (unit === "percent") {
    const by = (now - then) * 100;
    return { by, isNoise, text: formatChange(by, "pts", formats), comparison };
  }
  if (then === 0) return null;
  const by = ((now - then) / Math.abs(then)) * 100;
  return { by, isNoise, text: formatChange(by, "%", formats), comparison };
}

/** What a change is held against, in words. */
export function sayComparison({ answer }: Question): string {
  const { compareTime } = answer;
  if (!compareTime) return "";
  const last = addDays(compareTime.to, -1);
  const year = last.slice(0, 4) === addDays(answer.time.to, -1).slice(0, 4) ? "" : ` ${last.slice(0, 4)}`;
  return `vs ${compareTime.from && compareTime.from !== last ? formatDayRange(compareTime.from, last) : formatShortDay(last)}${year}`;
}
