import type { SnapshotContext } from "../../../platform/context.ts";
import { compileQuery } from "../compile/compile-query.ts";
import type { QueryPlan } from "../compile/plan.ts";
import { levelNumber } from "../compile/query-shape.ts";
import { type Metric, sumFormula } from "../model/dataset.ts";
import { otherCurrencyLabel } from "../model/money.ts";
import { runCompiled } from "./metric-store.ts";

type Cell = string | number | null;

/** The rows of an answer, by their members and period, that have something in other currencies, for each metric. */
export type ForeignCells = ReadonlyMap<string, ReadonlySet<string>>;

/** What tells a row of an answer from the others. */
export function cellKey(row: Readonly<Record<string, Cell | undefined>>, { dimensions, grain }: QueryPlan): string {
  return JSON.stringify([...dimensions, ...(grain ? ["period"] : [])].map((id) => row[id] ?? null));
}

/** Which rows of an answer have amounts in other currencies: where the tenant's own come to nothing, that is no zero. */
export async function findForeignCells(
  context: SnapshotContext,
  plan: QueryPlan,
  metrics: readonly Metric[],
): Promise<ForeignCells> {
  const counts = metrics.map((metric, index) => ({ id: metric.id, count: countForeign(metric, `foreign_${index}`) }));
  const question: QueryPlan = {
    ...plan,
    metrics: counts.map(({ count }) => count),
    compareSpan: null,
    isShared: false,
    isCumulative: false,
    hasOther: false,
    having: [],
    sort: [],
    limit: null,
    limitPer: null,
  };
  const [result = {}] = await runCompiled<Record<string, Cell[] | Cell>>(
    context,
    compileQuery(question, context.tenantId),
  );
  const list = (id: string) => [result[id] ?? []].flat();
  const ids = [...plan.dimensions, ...(plan.grain ? ["period"] : [])];
  const lists = ids.map((id) => [id, list(id)] as const);
  const cells = list("lvl").flatMap((level, index) => (level === levelNumber.cell ? [index] : []));
  const keyAt = (index: number) => cellKey(Object.fromEntries(lists.map(([id, values]) => [id, values[index]])), plan);
  return new Map(
    counts.map(({ id, count }) => {
      const values = list(count.id);
      return [id, new Set(cells.filter((index) => Number(values[index] ?? 0) > 0).map(keyAt))];
    }),
  );
}

/** How many rows of a metric are in other currencies, as a metric of its own. */
function countForeign({ domain, exclusions = [] }: Metric, id: string): Metric {
  const readings = exclusions.flatMap((one) =>
    one.label === otherCurrencyLabel && "measure" in one ? [{ measure: one.measure, read: one.read ?? "flow" }] : [],
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
