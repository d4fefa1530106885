import type { MetricAnswer, PanelAnswer } from "@console/contracts";
import { addDays } from "../calendar.ts";
import { formatChange, formatDayRange, formatFigure, todayFor } from "../format.ts";
import { measureChange, sayComparisonGap } from "../measure-change.ts";
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
  const isApproximate = findRule(question, metric)?.accuracy !== undefined;
  return (value) => {
    const text = formatFigure(value, { unit, currency }, formats);
    return isApproximate && value !== 0 ? `about ${text}` : text;
  };
}

/** Writes by how much a metric moved, with its sign: percentages by points. */
export function stepFormatterFor(question: Question, metric: string, reader: PanelReader): (value: number) => string {
  if (findColumn(question, metric)?.unit === "percent")
    return (value) => formatChange(value * 100, "pts", reader.formats);
  const format = formatterFor(question, metric, reader);
  return (value) => `${value > 0 ? "+" : value < 0 ? "−" : "±"}${format(Math.abs(value))}`;
}

/** The rows of an answer that stand for a member each: all but the last where that holds the rest. */
export function membersIn({ rows, rowsInAll }: MetricAnswer): MetricAnswer["rows"] {
  return rowsInAll === undefined ? rows : rows.slice(0, -1);
}

/** What stands beside a title: the unit in words, which may be another than the metric's own. */
export function unitWords(question: Question, metric: string, shownUnit?: string): string {
  const { unit: ownUnit, label } = findColumn(question, metric) ?? {};
  const unit = shownUnit ?? ownUnit;
  if (unit === "currency") return question.answer.currency;
  if (unit === "percent") return `${label}, %`;
  if (unit === "count" || unit === "number") return label ?? "";
  return unit === "units" ? "units" : `${label}, ${unit}`;
}

/** The rule of a metric, with what is not known of it. */
export function findRule(
  { answer }: Pick<Question, "answer">,
  metric: string,
): MetricAnswer["rules"][number] | undefined {
  return answer.rules.find((rule) => rule.metric === metric);
}

/** How a value moved against the comparison; null where one of the two is missing. */
export function describeChange(
  question: Question,
  metric: string,
  { now, then, isUsual }: { now: number | null; then: number | null; isUsual: boolean | null },
  reader: PanelReader,
): FigureChange | null {
  if (now === null || then === null || sayComparisonGap(question.answer, metric, reader)) return null;
  const unit = findColumn(question, metric)?.unit ?? "number";
  const move = measureChange({ now, before: then, unit }, formatterFor(question, metric, reader), reader.formats);
  return move && { ...move, isUsual, comparison: `vs ${sayComparison(question, reader)}` };
}

/** The days that a change is compared with. */
export function sayComparison(
  { answer }: Question,
  { today, formats }: Pick<PanelReader, "today" | "formats">,
): string {
  const { compareTime, time } = answer;
  if (!compareTime) return "";
  const last = addDays(compareTime.to, -1);
  // Days of the same name in another year are told apart by it.
  return formatDayRange(compareTime.from ?? last, last, todayFor([last, addDays(time.to, -1)], today), formats);
}
