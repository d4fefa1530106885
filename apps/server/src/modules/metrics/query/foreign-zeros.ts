import type { MetricAnswer } from "@console/contracts";
import type { SnapshotContext } from "../../../platform/context.ts";
import { compileQuery } from "../compile/compile-query.ts";
import type { QueryPlan } from "../compile/plan.ts";
import { levelNumber } from "../compile/query-shape.ts";
import { type Exclusion, type Measure, type Metric, sumFormula } from "../model/dataset.ts";
import { groupAmounts, listAmounts, otherCurrencyLabel } from "../model/money.ts";
import { listMeasures } from "../model/readings.ts";
import { type Registry, requireDataset } from "../model/registry.ts";
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
    const counts = amounts.map((metric) => countForeign(metric, metric.id));
    const counted = await countWhole(context, { ...plan, span }, counts);
    const suspects = amounts.filter(({ id }) => (counted.get(id) ?? 0) > 0);
    if (suspects.length === 0) continue;
    const others = await readOtherCurrencies(context, { ...plan, span }, suspects, registry);
    const foreign = suspects.filter(({ id }) => (others.get(id) ?? []).length > 0);
    if (foreign.length === 0) continue;
    // Amounts of the tenant's own currency that cancel out are a zero that is known.
    const own = countOwn(registry, foreign);
    const ownRows = await countWhole(context, { ...plan, span, registry: own.registry }, own.metrics);
    for (const { id } of foreign) {
      zeros.set(`${id}${suffix}`, new Set(ownRows.get(id) === 0 ? [wholeKey] : []));
    }
    if (plan.grain === null && plan.dimensions.length === 0) continue;
    const known = await listCells(context, { ...plan, registry: own.registry }, own.metrics, suffix);
    const found = await listCells(
      context,
      plan,
      foreign.map((metric) => countForeign(metric, metric.id)),
      suffix,
    );
    for (const [id, keys] of found) {
      for (const key of keys) if (!known.get(id)?.has(key)) zeros.get(`${id}${suffix}`)?.add(key);
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

/** The rows of an answer that some counts are above zero for, by the count; `suffix` says on which side. */
async function listCells(
  context: SnapshotContext,
  plan: QueryPlan,
  counts: readonly Metric[],
  suffix: string,
): Promise<Map<string, Set<string>>> {
  // Their own names are those of metrics, whose columns an answer has already.
  const named = counts.map((count, index) => ({ id: count.id, count: { ...count, id: `counted_${index}` } }));
  const { dimensions, grain, compareSpan } = plan;
  const question: QueryPlan = {
    ...askForWhole(plan),
    dimensions,
    grain,
    compareSpan: suffix === "" ? null : compareSpan,
    metrics: named.map(({ count }) => count),
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
    named.map(({ id, count }) => {
      const values = list(`${count.id}${suffix}`);
      return [id, new Set(cells.filter((index) => Number(values[index] ?? 0) > 0).map(keyAt))];
    }),
  );
}

/** What some counts come to for the whole of an answer. */
async function countWhole(
  context: SnapshotContext,
  plan: QueryPlan,
  counts: readonly Metric[],
): Promise<Map<string, number>> {
  if (counts.length === 0) return new Map();
  const [result = {}] = await runCompiled<Record<string, Cell[] | Cell>>(
    context,
    compileQuery({ ...askForWhole(plan), metrics: [...counts] }, context.tenantId),
  );
  return new Map(counts.map(({ id }) => [id, Number([result[id] ?? 0].flat()[0] ?? 0)]));
}

/** How many rows in the tenant's currency metrics are made of, as metrics of their own, with what these are counted by. */
function countOwn(registry: Registry, metrics: readonly Metric[]): { registry: Registry; metrics: Metric[] } {
  const datasets = new Map(registry.datasets);
  const counts = metrics.map((metric, index) => {
    const readings = groupAmounts(listAmounts(metric, registry.datasets)).map((group) => {
      const dataset = requireDataset({ datasets }, group.dataset);
      const name = `own_rows_${index}`;
      const rows = group.readings.map(({ measure }) => {
        const { where = "true", value = "1" } = dataset.measures[measure.split(".")[1] ?? ""] as Countable;
        return `(${where} and (${value}) is not null)`;
      });
      const counted: Measure = { kind: "sum", unit: "count", where: rows.join(" or "), isInCurrency: true };
      // Stored sums know nothing of it.
      datasets.set(dataset.id, { ...dataset, rollups: [], measures: { ...dataset.measures, [name]: counted } });
      return { measure: `${dataset.id}.${name}`, read: group.read };
    });
    return { ...countForeign(metric, metric.id), formula: sumFormula(...readings) };
  });
  return { registry: { ...registry, datasets }, metrics: counts };
}

type Countable = { where?: string; value?: string };

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
