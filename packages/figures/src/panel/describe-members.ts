import type { PanelAnswerFor, PanelForKind } from "@console/contracts";
import { formatFigure, todayFor } from "../format.ts";
import type { Cell, Picture, WaterfallPicture } from "../picture/picture.ts";
import { axisFormat, drawn, listPeriods } from "./describe-trend.ts";
import { colourForMember, isRest } from "./meaning.ts";
import type { PanelReader } from "./panel-view.ts";
import { shortPeriod } from "./period-label.ts";
import {
  describeChange,
  findColumn,
  findRule,
  formatterFor,
  numberIn,
  type Question,
  sayComparison,
  stepFormatterFor,
  unitWords,
} from "./read-answer.ts";

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);
const fixedOrders: Record<string, readonly string[]> = {
  day_of_week: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
  hour_of_day: hours,
  half_hour: hours.flatMap((hour) => [hour, hour.replace(":00", ":30")]),
};

function titled(title: string, question: Question, metric: string, reader: PanelReader) {
  return { title, unit: unitWords(question, metric), format: formatterFor(question, metric, reader) };
}

function membersIn({ answer }: Question, dimension: string): string[] {
  const members = [...new Set(answer.rows.map((row) => String(row[dimension])))];
  const order = fixedOrders[dimension];
  return order ? order.filter((member) => members.includes(member)) : members;
}

/** One metric by two dimensions. */
export function describeHeat(panel: PanelForKind<"heat">, question: Question, reader: PanelReader): Picture {
  const { metric } = panel;
  const [rows, columns] = [membersIn(question, panel.rows), membersIn(question, panel.columns)];
  const values = new Map(
    question.answer.rows.map((row) => [`${row[panel.rows]} ${row[panel.columns]}`, numberIn(row[metric])]),
  );
  return {
    ...titled(panel.title, question, metric, reader),
    kind: "heat",
    rows,
    columns,
    values: rows.map((row) => columns.map((column) => values.get(`${row} ${column}`) ?? null)),
    cells: rows.map((row) => columns.map((column) => ({ metric, [panel.rows]: row, [panel.columns]: column }))),
  };
}

/** How values are spread, with the percentiles asked for. */
export function describeSpread(
  panel: PanelForKind<"distribution">,
  { distribution }: PanelAnswerFor<"distribution">,
  question: Question,
  reader: PanelReader,
): Picture | null {
  if (!distribution || distribution.count === 0) return null;
  const { bins, beyond } = distribution;
  const marks = panel.marks.flatMap((metric) => {
    const value = numberIn(question.answer.totals[metric]);
    const label = metric.startsWith("p50") ? "Median" : "90th percentile";
    return value === null ? [] : [{ label, value, text: formatterFor(question, metric, reader)(value) }];
  });
  const unit = findColumn(question, panel.metric)?.unit ?? "number";
  return {
    ...titled(panel.title, question, panel.metric, reader),
    // Where bins begin and end is exact, whatever is read from them.
    format: (value) => formatFigure(value, { unit, currency: question.answer.currency }, reader.formats),
    kind: "histogram",
    bins,
    beyond,
    marks,
  };
}

/** Members from the largest. */
export function describePareto(
  { title, metric, by }: PanelForKind<"pareto">,
  question: Question,
  reader: PanelReader,
): Picture {
  const items = question.answer.rows.flatMap((row) => {
    const value = numberIn(row[metric]);
    const label = String(row[by]);
    const colour = colourForMember(label);
    const item = { label, value: value ?? 0, isRest: isRest(label), cell: { metric, [by]: label } };
    return value === null ? [] : [colour ? { ...item, colour } : item];
  });
  const total = numberIn(question.answer.totals[metric]) ?? items.reduce((sum, { value }) => sum + value, 0);
  return { ...titled(title, question, metric, reader), kind: "pareto", items, total };
}

/** What is left at each stage. */
export function describeFunnel({ title }: PanelForKind<"funnel">, question: Question, reader: PanelReader): Picture {
  const { metrics } = question.query;
  // A stage that nobody noted is not one that nobody reached.
  const stages = metrics.flatMap((metric) => {
    const value = numberIn(question.answer.totals[metric]);
    return value === null ? [] : [{ label: findColumn(question, metric)?.label ?? metric, value, cell: { metric } }];
  });
  return { ...titled(title, question, metrics[0] ?? "", reader), kind: "funnel", stages };
}

const mostSteps = 6;

/** A step between the two levels of a bridge. */
export type BridgeStep = { label: string; value: number; colour: "good" | "bad" | "grey"; cell: Cell };

/** From the comparison to the period, by the steps that lie between the two. */
export function drawBridge(
  title: string,
  metric: string,
  steps: readonly BridgeStep[],
  question: Question,
  reader: PanelReader,
): WaterfallPicture {
  const { totals } = question.answer;
  const level = (label: string, value: number) => ({
    label,
    value,
    isLevel: true,
    colour: "accent" as const,
    cell: { metric },
  });
  return {
    ...titled(title, question, metric, reader),
    kind: "waterfall",
    formatStep: stepFormatterFor(question, metric, reader),
    steps: [
      level(sayComparison(question, reader), numberIn(totals[`${metric}__compare`]) ?? 0),
      ...steps.map((step) => ({ ...step, isLevel: false })),
      level("This period", numberIn(totals[metric]) ?? 0),
    ],
  };
}

/** From the comparison to the period: what each of the members with the largest changes did, and the rest together. */
export function describeBridge(
  { title, metric, by }: PanelForKind<"bridge">,
  question: Question,
  reader: PanelReader,
): Picture {
  const { totals, rows } = question.answer;
  const [now, then] = [numberIn(totals[metric]) ?? 0, numberIn(totals[`${metric}__compare`]) ?? 0];
  const isDown = findColumn(question, metric)?.good === "down";
  const tone = (value: number) => (value >= 0 !== isDown ? ("good" as const) : ("bad" as const));
  const changes = rows
    .map((row) => ({
      label: String(row[by]),
      value: (numberIn(row[metric]) ?? 0) - (numberIn(row[`${metric}__compare`]) ?? 0),
    }))
    .sort((one, other) => Math.abs(other.value) - Math.abs(one.value));
  const shown = changes.slice(0, changes.length > mostSteps + 1 ? mostSteps : changes.length);
  const left = now - then - shown.reduce((sum, { value }) => sum + value, 0);
  const steps: BridgeStep[] = shown.map(({ label, value }) => ({
    label,
    value,
    colour: tone(value),
    cell: { metric, [by]: label },
  }));
  if (changes.length > shown.length) steps.push({ label: "Other", value: left, colour: "grey", cell: { metric } });
  return drawBridge(title, metric, steps, question, reader);
}

/** The course of each member, with what it comes to over the whole period. */
export function describeMultiples(
  { title, metric, by }: PanelForKind<"multiples">,
  { questions }: PanelAnswerFor<"multiples">,
  question: Question,
  reader: PanelReader,
): Picture {
  const periods = listPeriods(question);
  const today = todayFor(periods, reader.today);
  const values = new Map(question.answer.rows.map((row) => [`${row.period} ${row[by]}`, numberIn(row[metric])]));
  const totals = new Map(questions[1]?.answer.rows.map((row) => [String(row[by]), numberIn(row[metric])]));
  const charts = [...totals.keys()].map((label) => {
    const colour = colourForMember(label);
    return {
      label,
      values: periods.map((period) => values.get(`${period} ${label}`) ?? null),
      total: totals.get(label) ?? null,
      ...(colour ? { colour } : {}),
      cell: { metric, [by]: label },
    };
  });
  return {
    ...titled(title, question, metric, reader),
    kind: "multiples",
    formatTick: axisFormat(
      question,
      metric,
      charts.flatMap((chart) => chart.values),
      reader,
    ),
    x: periods.map((period) => shortPeriod(period, question.query.grain ?? null, today, reader.formats)),
    periods,
    charts,
  };
}

/** Where it happened. */
export function describeMap(
  { title, metric, by }: PanelForKind<"map">,
  { places: locations = [], outlines = [], borders = [], labels = [] }: PanelAnswerFor<"map">,
  question: Question,
  reader: PanelReader,
): Picture | null {
  if (locations.length === 0) return null;
  const members = [...new Set(locations.map(({ member }) => member))];
  const colours = new Map(
    members.map((member, index) => [member, colourForMember(member) ?? (((index % 8) + 1) as 1)] as const),
  );
  return {
    ...titled(title, question, metric, reader),
    kind: "map",
    points: locations.map(({ latitude, longitude, member, value }) => ({
      latitude,
      longitude,
      value,
      label: member,
      colour: colours.get(member) ?? "grey",
      cell: { metric, [by]: member },
    })),
    legend: members.map((label) => ({ label, colour: colours.get(label) ?? "grey" })),
    outlines,
    borders,
    labels,
  };
}

/** Branches that were open throughout, along time and beside the comparison. */
export function describeLikeForLike(
  { title, metric }: PanelForKind<"like-for-like">,
  { questions }: PanelAnswerFor<"like-for-like">,
  reader: PanelReader,
): Picture | null {
  const question = questions[1];
  if (!question) return null;
  const periods = listPeriods(question);
  const values = (key: string) => {
    const byPeriod = new Map(question.answer.rows.map((row) => [String(row.period), numberIn(row[key])]));
    return periods.map((period) => byPeriod.get(period) ?? null);
  };
  const compared = sayComparison(question, reader);
  const series = [
    { id: "now", label: "This period", values: values(metric), colour: "accent" as const, cell: { metric } },
    ...(findRule(question, metric)?.comparisonGap
      ? []
      : [
          {
            id: "then",
            label: compared,
            values: values(`${metric}__compare`),
            colour: "grey" as const,
            cell: { metric },
          },
        ]),
  ];
  const picture = drawn(title, "line", question, { periods, series }, reader);
  const [whole] = questions;
  const growths = [
    sayGrowth(question, metric, "open throughout", reader),
    whole && sayGrowth(whole, metric, "all branches", reader),
  ];
  const unit = [picture.chart.unit, ...growths].filter(Boolean).join(", ");
  return { ...picture, chart: { ...picture.chart, unit } };
}

/** How a metric moved in whole, in words. */
function sayGrowth(question: Question, metric: string, who: string, reader: PanelReader): string {
  const { totals } = question.answer;
  const [now, then] = [numberIn(totals[metric]), numberIn(totals[`${metric}__compare`])];
  const change = describeChange(question, metric, { now, then, isUsual: null }, reader);
  return change ? `${who} ${change.text}` : "";
}
