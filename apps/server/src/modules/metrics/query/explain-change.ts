import type { MetricAnswer } from "@console/contracts";
import { roundFigure } from "@console/figures";
import { isUsualChange } from "@console/figures/measure-change";
import { other, type QueryPlan } from "../compile/plan.ts";
import { daysBetween } from "../model/calendar.ts";
import { addsUpOver, type Metric, type SumFormula } from "../model/dataset.ts";
import { listMeasures } from "../model/readings.ts";
import { findMeasure } from "../model/registry.ts";
import { decompose, type Part } from "./decompose.ts";
import { askForWhole } from "./foreign-zeros.ts";

type Contributions = NonNullable<MetricAnswer["contributions"]>;
export type Explanation = Contributions["dimensions"][number];
/** Answers a plan of the same question. */
type Ask = (plan: QueryPlan) => Promise<MetricAnswer>;

/** How many dimensions are looked at, each with a question of its own, and how many are told. */
const mostJudged = 8;
const mostTold = 3;
/** How many members are read of each, and how many are told beside the rest. */
const mostMembers = 100;
const mostNamed = 8;
/** So many members stand for what a dimension explains. */
const namedMost = 3;
const daysByDay = 92;
const daysByWeek = 732;

/** What made the first metric of an answer change: the dimensions whose few members did most to it. */
export async function explainChange(plan: QueryPlan, answer: MetricAnswer, ask: Ask): Promise<Contributions> {
  const [metric] = plan.metrics;
  if (!metric) throw new Error("A change needs a metric.");
  const [now, before] = [toNumber(answer.totals[metric.id]), toNumber(answer.totals[`${metric.id}__compare`])];
  const nothing = { metric: metric.id, change: null, isUsual: null, dimensions: [] };
  if (now === null || before === null) return { ...nothing, reason: "How much it changed is not known." };
  const change = subtract(now, before, metric, plan);
  const known = { metric: metric.id, change, isUsual: await judgeSwing(metric, plan, answer, ask) };
  if (change === 0) return { ...known, dimensions: [], reason: "It did not change." };
  const reason = sayWhyNot(metric, plan);
  if (reason) return { ...known, dimensions: [], reason };
  const told: { explanation: Explanation; score: number }[] = [];
  for (const dimension of listDimensions(metric, plan)) {
    const split = await splitChange(dimension, plan, ask);
    if (split) told.push(split);
  }
  const dimensions = told
    .sort((one, two) => two.score - one.score)
    .slice(0, mostTold)
    .map(({ explanation }) => explanation);
  return { ...known, dimensions, reason: dimensions.length > 0 ? null : "It cannot be split into parts." };
}

/** What the members of one dimension did to the change of a plan's first metric; null where they do not add up to it. */
export async function splitChange(
  dimension: string,
  plan: QueryPlan,
  ask: Ask,
): Promise<{ explanation: Explanation; score: number } | null> {
  const { compareSpan, registry } = plan;
  const [metric] = plan.metrics;
  if (!metric || !compareSpan || !addsUp(metric, [dimension], plan)) return null;
  const { over, under } = takeApart(metric);
  const answer = await ask({
    ...askForWhole(plan),
    compareSpan,
    metrics: [metric, over, ...(under ? [under] : [])],
    dimensions: [dimension],
    sort: [{ by: under ? `${under.id}__size` : `${over.id}__change`, dir: "desc" }],
    limit: mostMembers,
    hasOther: true,
  });
  const toPart = (name: string, row: MetricAnswer["totals"]): Part => ({
    name,
    now: toNumber(row[metric.id]),
    before: toNumber(row[`${metric.id}__compare`]),
    over: [toNumber(row[over.id]) ?? 0, toNumber(row[`${over.id}__compare`]) ?? 0],
    under: under ? [toNumber(row[under.id]) ?? 0, toNumber(row[`${under.id}__compare`]) ?? 0] : null,
  });
  const parts = answer.rows.map((row) => toPart(String(row[dimension]), row)).filter(isThere);
  const split = decompose(parts, toPart("", answer.totals), { mostNamed, rest: other });
  if (parts.length < 2 || !split) return null;
  const members = split.members.map((member) => {
    const { now, before, contribution } = member;
    const exact = under ? roundFigure(contribution) : toUnit(contribution, metric, plan);
    const [fromRate, fromMix] = under
      ? [roundFigure(member.fromRate), roundFigure(member.fromMix)]
      : ([null, null] as const);
    return { member: member.name, now, before, contribution: exact, fromRate, fromMix };
  });
  const label = registry.dimensions.get(dimension)?.label ?? dimension;
  return { explanation: { dimension, label, members }, score: split.explainedBy(namedMost) };
}

/** Why the members of no dimension can add up to a change; null where they may. */
function sayWhyNot(metric: Metric, plan: QueryPlan): string | null {
  const { label } = metric;
  if (!isMadeOfSums(metric)) return `${label} cannot be added up from parts.`;
  if (listDimensions(metric, plan).length > 0) return null;
  return addsUp(metric, [], plan)
    ? "There is nothing left to split it by."
    : `${label} cannot be added up from parts: the same one may count in several.`;
}

/** The dimensions that are worth a look, those of the calendar last: their days may differ between the two periods. */
function listDimensions(metric: Metric, plan: QueryPlan): string[] {
  const { registry, filters } = plan;
  const isNarrowed = (id: string) =>
    filters.some(({ dimension, isExcluded, keys }) => dimension === id && !isExcluded && keys.length === 1);
  const all = registry.dimensionsFor(metric).filter((id) => !isNarrowed(id) && addsUp(metric, [id], plan));
  const isOfCalendar = (id: string) => registry.dimensions.get(id)?.ofDay !== undefined;
  return [...all.filter((id) => !isOfCalendar(id)), ...all.filter(isOfCalendar)].slice(0, mostJudged);
}

function addsUp(metric: Metric, dimensions: readonly string[], { registry }: QueryPlan): boolean {
  return (
    isMadeOfSums(metric) && listMeasures(metric).every((name) => addsUpOver(findMeasure(registry, name), dimensions))
  );
}

/** How long something lasts, as of a day, is no average over rows: what hardly moves would weigh most. */
function isMadeOfSums({ formula, type, unit }: Metric): boolean {
  return formula.kind !== "percentile" && !(type === "snapshot" && unit === "days");
}

/** What a metric adds up and what it divides that by, as metrics of their own; in its unit both scale alike. */
function takeApart(metric: Metric): { over: Metric; under: Metric | null } {
  const { formula } = metric;
  const part = (id: string, own: Metric["formula"]): Metric => {
    const { coverage: _coverage, exclusions: _exclusions, ...rest } = metric;
    return { ...rest, id, type: "flow", formula: own };
  };
  if (formula.kind !== "sum") return { over: part("explained", formula), under: null };
  const { over, under, times } = formula;
  const sum: SumFormula = { kind: "sum", over, ...(times === undefined ? {} : { times }) };
  return {
    over: part("explained", sum),
    under: under ? part("divided_by", { kind: "sum", over: under }) : null,
  };
}

/** Whether the change is within what single days, weeks or months usually differ by; null where that cannot be told. */
async function judgeSwing(metric: Metric, plan: QueryPlan, answer: MetricAnswer, ask: Ask): Promise<boolean | null> {
  const { span, compareSpan, grain, dimensions } = plan;
  if (!span.from || !compareSpan) return null;
  const days = daysBetween(span.from, span.to);
  const fitting = days <= daysByDay ? "day" : days <= daysByWeek ? "week" : "month";
  const isAnswered = grain === fitting && dimensions.length === 0 && !answer.isTruncated && plan.limit === null;
  if (isAnswered && !plan.isCumulative && plan.having.length === 0) return isUsualChange(metric.id, answer);
  const course = await ask({ ...askForWhole(plan), metrics: [metric], compareSpan, grain: fitting });
  return isUsualChange(metric.id, course);
}

function isThere({ over, under }: Part): boolean {
  return [...over, ...(under ?? [])].some((value) => value !== 0);
}

/** A difference of counts and of money is exact to the last unit that they are kept in. */
function subtract(now: number, before: number, metric: Metric, plan: QueryPlan): number {
  return takeApart(metric).under ? roundFigure(now - before) : toUnit(now - before, metric, plan);
}

function toUnit(value: number, { unit }: Metric, { settings }: QueryPlan): number {
  if (unit === "count") return Math.round(value);
  if (unit !== "currency") return roundFigure(value);
  return Number(value.toFixed(settings.currencyDigits));
}

function toNumber(cell: unknown): number | null {
  return cell === null || cell === undefined ? null : Number(cell);
}
