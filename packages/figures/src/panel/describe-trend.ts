import type { PanelAnswerFor, PanelForKind } from "@console/contracts";
import type { ChartSeries } from "../chart/chart-description.ts";
import { formatAxis, readableUnit, todayFor } from "../format.ts";
import type { Annotation, AxisPicture, Cell } from "../picture/picture.ts";
import { colourForMember } from "./meaning.ts";
import type { PanelReader } from "./panel-view.ts";
import { listStarts, longPeriod, periodEnd, shortPeriod } from "./period-label.ts";
import {
  findColumn,
  findRule,
  formatterFor,
  numberIn,
  type Question,
  sayComparison,
  unitWords,
} from "./read-answer.ts";

type Series = ChartSeries & { cell: Cell };

/** Metrics along time, a metric split by a dimension, or one beside its comparison and its target. */
export function describeTrend(
  panel: PanelForKind<"trend">,
  { questions }: PanelAnswerFor<"trend">,
  reader: PanelReader,
): AxisPicture | null {
  const [question, target] = questions;
  if (!question) return null;
  // A day with a target and nothing beside it is a day that missed it, so it stands too.
  const periods = target && panel.target ? listPeriods(question, target) : listPeriods(question);
  if (periods.length === 0) return null;
  const split = panel.by ? splitSeries(question, panel.by, periods) : plainSeries(question, periods, reader);
  const goal = target && panel.target ? [targetSeries(target, panel.target, periods)] : [];
  const kind = panel.as === "stacked" ? ("stacked-bar" as const) : panel.as;
  return drawn(panel.title, kind, question, { periods, series: [...split, ...goal] }, reader);
}

/** A chart along time of some series. */
export function drawn(
  title: string,
  kind: "line" | "bar" | "stacked-bar",
  question: Question,
  { periods, series }: { periods: string[]; series: Series[] },
  reader: PanelReader,
): AxisPicture {
  const { grain = null } = question.query;
  const [metric = ""] = question.query.metrics;
  const values = series.flatMap((one) => one.values);
  const { unit } = axisUnit(findColumn(question, metric)?.unit ?? "number", values);
  const last = periods.at(-1);
  const today = todayFor(periods, reader.today);
  const annotations = annotationsOn(periods, grain, reader);
  return {
    kind: "axis",
    chart: {
      kind,
      title,
      series,
      format: formatterFor(question, metric, reader),
      unit: question.query.metrics.length > 1 ? sharedUnit(question, values) : unitWords(question, metric, unit),
      formatTick: axisFormat(question, metric, values, reader),
      x: periods.map((period) => shortPeriod(period, grain, today, reader.formats)),
      names: periods.map((period) => longPeriod(period, grain, today, reader.formats)),
      isRunning: last !== undefined && periodEnd(last, grain) >= reader.today,
    },
    cells: series.map(({ cell }) => periods.map((period) => ({ ...cell, period }))),
    annotations,
  };
}

/** The first days of the periods of some answers, in their order; none where nothing happened in any of them. */
export function listPeriods(...questions: Question[]): string[] {
  const periods = questions.flatMap(({ answer }) => answer.rows.map(({ period }) => String(period)));
  if (periods.length === 0) return [];
  const all = questions.flatMap(({ answer, query }) => listStarts(answer.time, query.grain ?? null));
  return [...new Set([...all, ...periods])].sort();
}

type Values = readonly (number | null)[];

/** The unit of an axis: lengths of time by the longest of them. */
function axisUnit(unit: string, values: Values): { unit: string; per: number; largest: number } {
  const largest = values.reduce<number>((most, value) => Math.max(most, Math.abs(value ?? 0)), 0);
  const readable = readableUnit(largest, unit);
  return { ...readable, largest: largest / readable.per };
}

/** Writes values of a metric on an axis, all of them in the unit and the thousands that the largest needs. */
export function axisFormat(
  question: Question,
  metric: string,
  values: Values,
  { formats }: PanelReader,
): (value: number) => string {
  const { unit, per, largest } = axisUnit(findColumn(question, metric)?.unit ?? "number", values);
  return (value) => formatAxis(value / per, unit, formats, largest);
}

function sharedUnit(question: Question, values: Values): string {
  const units = new Set(question.query.metrics.map((metric) => findColumn(question, metric)?.unit));
  const [own] = units;
  if (units.size > 1) return "";
  const unit = own && axisUnit(own, values).unit;
  return unit === "percent"
    ? "%"
    : unit === "currency"
      ? question.answer.currency
      : unit === "count"
        ? ""
        : (unit ?? "");
}

function plainSeries(question: Question, periods: string[], reader: PanelReader): Series[] {
  const { query, answer } = question;
  const value = (key: string) => {
    const byPeriod = new Map(answer.rows.map((row) => [String(row.period), numberIn(row[key])]));
    return periods.map((period) => byPeriod.get(period) ?? null);
  };
  const series = query.metrics.map(
    (metric, index): Series => ({
      id: metric,
      label: findColumn(question, metric)?.label ?? metric,
      values: value(metric),
      cell: { metric },
      ...(query.metrics.length === 1 ? { colour: "accent" as const } : { colour: ((index % 8) + 1) as 1 }),
    }),
  );
  const [only] = query.metrics;
  if (!only || query.metrics.length > 1 || !answer.compareTime || findRule(question, only)?.comparisonGap)
    return series;
  const label = sayComparison(question, reader);
  return [
    ...series,
    { id: "compare", label, values: value(`${only}__compare`), colour: "grey", cell: { metric: only } },
  ];
}

function targetSeries(question: Question, metric: string, periods: string[]): Series {
  const byPeriod = new Map(question.answer.rows.map((row) => [String(row.period), numberIn(row[metric])]));
  const values = periods.map((period) => byPeriod.get(period) ?? null);
  return {
    id: metric,
    label: findColumn(question, metric)?.label ?? "Target",
    values,
    colour: "good",
    cell: { metric },
  };
}

function splitSeries({ query, answer }: Question, by: string, periods: string[]): Series[] {
  const [metric = ""] = query.metrics;
  const members = [...new Set(answer.rows.map((row) => String(row[by])))];
  const rest = members.filter((member) => colourForMember(member) === "grey");
  const named = members.filter((member) => !rest.includes(member));
  const values = new Map(answer.rows.map((row) => [`${row.period} ${row[by]}`, numberIn(row[metric])]));
  return [...named, ...rest].map((member) => {
    const colour = colourForMember(member);
    return {
      id: member,
      label: member,
      cell: { metric, [by]: member },
      values: periods.map((period) => values.get(`${period} ${member}`) ?? null),
      ...(colour ? { colour } : {}),
    };
  });
}

function annotationsOn(periods: string[], grain: string | null, { annotations }: PanelReader): Annotation[] {
  return annotations.flatMap(({ day, text }) => {
    const index = periods.findIndex((period) => period <= day && day <= periodEnd(period, grain));
    return index < 0 ? [] : [{ index, text }];
  });
}
