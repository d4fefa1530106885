import type { MetricAnswer } from "@console/contracts";
import type { SnapshotContext } from "../../../platform/context.ts";
import { compileQuery } from "../compile/compile-query.ts";
import type { QueryPlan } from "../compile/plan.ts";
import { levelNumber } from "../compile/query-shape.ts";
import { type Exclusion, type Metric, sumFormula } from "../model/dataset.ts";
import { listAmounts, otherCurrencyLabel } from "../model/money.ts";
import { listMeasures } from "../model/readings.ts";
import { runCompiled } from "./metric-store.ts";
import { readOtherCurrencies } from "./read-other-currencies.ts";

type Cell = string | number | null;
type Row = Readonly<Record<string, Cell | undefined>>;

/** By column of an answer, the rows whose amounts are in other currencies; the whole has the key of a row without members. */
type ForeignZeros = ReadonlyMap<string, ReadonlySet<string>>;

/** The key of the whole of an answer. */
const wholeKey = "whole";

/** What tells a row of an answer from the others. */
function cellKey(row: Row, { dimensions, grain }: QueryPlan): string {
  return JSON.stringify([...dimensions, ...(grain ? ["period"] : [])].map((id) => row[id] ?? null));
}

/** The same question without members and periods. */
export function askForWhole(plan: QueryPlan): QueryPlan {
  return {
    ...plan,
    dimensions: [],
    grain: null,
    compareSpan: null,
    isShared: false,
    isCumulative: false,
    hasOther: false,
    having: [],
    sort: [],
    limit: null,
    limitPer: null,
  };
}

/**
 * Where an answer says zero although there are amounts, all of them in other currencies: of a sum, or of what a ratio
 * divides, now or in the compared period.
 */
export async function findForeignZeros(
  context: SnapshotContext,
  plan: QueryPlan,
  { rows, totals }: Pick<MetricAnswer, "rows" | "totals">,
): Promise<ForeignZeros> {
  const { registry, compareSpan } = plan;
  const zeros = new Map<string, Set<string>>();
  const hasZero = (column: string) => totals[column] === 0 || rows.some((row) => row[column] === 0);
  const sides = [{ suffix: "", span: plan.span }, ...(compareSpan ? [{ suffix: "__compare", span: compareSpan }] : [])];
  for (const { suffix, span } of sides) {
    const amounts = plan.metrics
      .filter(({ id, exclusions = [] }) => exclusions.some(isOfCurrency) && hasZero(`${id}${suffix}`))
      .filter((metric) => !isRatioOfItems(metric) && !metric.coverage?.isOfAmounts)
      .map(takeNumerator)
      .filter((metric) => listAmounts(metric, registry.datasets).length > 0);
    // Stored sums tell quickly that there are none, as for most tenants.
    const counted = amounts.length > 0 ? await countForeignRows(context, { ...plan, span }, amounts) : new Map();
    const suspects = amounts.filter(({ id }) => counted.get(id) > 0);
    if (suspects.length === 0) continue;
    const others = await readOtherCurrencies(context, { ...plan, span }, suspects, registry);
    const foreign = suspects.filter(({ id }) => (others.get(id) ?? []).length > 0);
    for (const { id } of foreign) zeros.set(`${id}${suffix}`, new Set([wholeKey]));
    if (foreign.length === 0 || (plan.grain === null && plan.dimensions.length === 0)) continue;
    for (const [id, keys] of await findForeignCells(context, plan, foreign, suffix)) {
      for (const key of keys) zeros.get(`${id}${suffix}`)?.add(key);
    }
  }
  return zeros;
}

function isOfCurrency({ label }: { label: string }): boolean {
  return label === otherCurrencyLabel;
}

/** Items of a ratio are judged one by one, by what is known of them in the tenant's currency. */
function isRatioOfItems({ formula }: Metric): boolean {
  return formula.kind === "sum" && formula.under !== undefined && formula.over.some((term) => "kind" in term);
}

/** What is zero where a ratio is. */
function takeNumerator(metric: Metric): Metric {
  const { formula, exclusions = [] } = metric;
  if (formula.kind !== "sum") return metric;
  const numerator: Metric = { ...metric, formula: { kind: "sum", over: formula.over } };
  const datasets = new Set(listMeasures(numerator).map(nameDataset));
  // What it is divided by may be of other rows, whose currency does not matter here.
  const isOwn = (one: Exclusion) => "measure" in one && datasets.has(nameDataset(one.measure));
  return { ...numerator, exclusions: exclusions.filter((one) => !isOfCurrency(one) || isOwn(one)) };
}

function nameDataset(measure: string): string {
  return measure.split(".")[0] ?? "";
}

/** The rows of an answer that have something in other currencies, for each metric; `suffix` says on which side. */
async function findForeignCells(
  context: SnapshotContext,
  plan: QueryPlan,
  metrics: readonly Metric[],
  suffix: string,
): Promise<Map<string, string[]>> {
  const counts = metrics.map((metric, index) => ({ id: metric.id, count: countForeign(metric, `foreign_${index}`) }));
  const { dimensions, grain, compareSpan } = plan;
  const question: QueryPlan = {
    ...askForWhole(plan),
    dimensions,
    grain,
    compareSpan: suffix === "" ? null : compareSpan,
    metrics: counts.map(({ count }) => count),
  };
  const [result = {}] = await runCompiled<Record<string, Cell[] | Cell>>(
    context,
    compileQuery(question, context.tenantId),
  );
  const list = (id: string) => [result[id] ?? []].flat();
  const ids = [...dimensions, ...(grain ? ["period"] : [])];
  const lists = ids.map((id) => [id, list(id)] as const);
  const cells = list("lvl").flatMap((level, index) => (level === levelNumber.cell ? [index] : []));
  const keyAt = (index: number) => cellKey(Object.fromEntries(lists.map(([id, values]) => [id, values[index]])), plan);
  return new Map(
    counts.map(({ id, count }) => {
      const values = list(`${count.id}${suffix}`);
      return [id, cells.filter((index) => Number(values[index] ?? 0) > 0).map(keyAt)];
    }),
  );
}

async function countForeignRows(
  context: SnapshotContext,
  plan: QueryPlan,
  metrics: readonly Metric[],
): Promise<Map<string, number>> {
  const question = { ...askForWhole(plan), metrics: metrics.map((metric) => countForeign(metric, metric.id)) };
  const [result = {}] = await runCompiled<Record<string, Cell[] | Cell>>(
    context,
    compileQuery(question, context.tenantId),
  );
  return new Map(metrics.map(({ id }) => [id, Number([result[id] ?? 0].flat()[0] ?? 0)]));
}

/** How many rows of a metric are in other currencies, as a metric of its own. */
function countForeign({ domain, exclusions = [] }: Metric, id: string): Metric {
  const readings = exclusions.flatMap((one) =>
    isOfCurrency(one) && "measure" in one ? [{ measure: one.measure, read: one.read ?? "flow" }] : [],
  );
  return {
    id,
    label: otherCurrencyLabel,
    domain,
    type: "flow",
    unit: "count",
    good: null,
    rule: otherCurrencyLabel,
    synonyms: [],
    formula: sumFormula(...readings),
  };
}

/** An answer without such zeros, which says of the whole what would be needed. */
export function dropForeignZeros(answer: MetricAnswer, plan: QueryPlan, zeros: ForeignZeros): MetricAnswer {
  const drop = <Figures extends MetricAnswer["totals"]>(row: Figures, key: string): Figures => {
    const columns = [...zeros].flatMap(([column, keys]) => (row[column] === 0 && keys.has(key) ? [column] : []));
    const unknown = columns.flatMap((column) => [column, `${column}__share`].filter((id) => id in row));
    return { ...row, ...Object.fromEntries(unknown.map((id) => [id, null])) };
  };
  const totals = drop(answer.totals, wholeKey);
  return {
    ...answer,
    rows: zeros.size === 0 ? answer.rows : answer.rows.map((row) => drop(row, cellKey(row, plan))),
    totals,
    rules: answer.rules.map((rule) => {
      // A ratio without anything in the tenant's currency to divide by is unknown for the same reason.
      const isForeign = totals[rule.metric] === null && rule.otherCurrencies.length > 0;
      return isForeign ? { ...rule, unknown: rule.unknown ?? `Needs amounts in ${answer.currency}` } : rule;
    }),
  };
}
