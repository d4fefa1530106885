import { roundFigure } from "@console/figures";
import { countCurrencyDigits } from "@console/figures/currency";
import type { SnapshotContext } from "../../../platform/context.ts";
import { filterCondition, keySql, within, withSettings } from "../compile/compile-rows.ts";
import type { QueryPlan } from "../compile/plan.ts";
import { spanForReading } from "../compile/query-shape.ts";
import { Statement } from "../compile/statement.ts";
import type { Dataset, Metric, Reading } from "../model/dataset.ts";
import { clockFor, withDateBasis } from "../model/date-basis.ts";
import { groupAmounts, listAmounts } from "../model/money.ts";
import { type Registry, requireDataset } from "../model/registry.ts";
import { runCompiled } from "./metric-store.ts";

/** What a metric does not count because it is in another currency; the amount is null where rows alone can be told. */
export type OtherCurrency = { currency: string; rows: number; amount: number | null };

/** Rows of some metrics in other currencies than the tenant's, from the facts: few tenants have any. */
export async function readOtherCurrencies(
  context: SnapshotContext,
  plan: QueryPlan,
  metrics: readonly Metric[],
  registry: Registry,
): Promise<Map<string, OtherCurrency[]>> {
  const statement = new Statement(context.tenantId);
  const parts = metrics.flatMap((metric) =>
    groupAmounts(listAmounts(metric, registry.datasets)).map((group) => {
      const dataset = withDateBasis(requireDataset(registry, group.dataset), plan.basis);
      return compileGroup({ metric, ...group, dataset }, plan, statement);
    }),
  );
  const found = new Map<string, OtherCurrency[]>(metrics.map(({ id }) => [id, []]));
  if (parts.length === 0) return found;
  const text = `select metric, currency, sum(rows)::int as rows, sum(amount)::float8 as amount
from (\n${parts.join("\nunion all\n")}\n) counted where rows > 0 group by metric, currency order by metric, rows desc, currency`;
  const rows = await runCompiled<OtherCurrency & { metric: string }>(context, { text, values: statement.values });
  for (const { metric, currency, rows: count, amount } of rows) {
    const scaled = amount === null ? null : roundFigure(amount / 10 ** countCurrencyDigits(currency));
    found.get(metric)?.push({ currency, rows: count, amount: scaled });
  }
  return found;
}

type Group = { metric: Metric; dataset: Dataset; readings: readonly Reading[]; read: Reading["read"] };

function compileGroup({ metric, dataset, readings, read }: Group, plan: QueryPlan, statement: Statement): string {
  // Where an amount is not given, nothing of it is left out.
  const rows = readings.map(({ measure }) => {
    const { where = "true", value = "1" } = measureIn(dataset, measure);
    return `${withSettings(where, plan.settings)} and (${value}) is not null`;
  });
  const span = spanForReading({ read }, dataset, plan);
  const conditions = [
    `tenant_id = ${statement.tenant}`,
    ...within(span, clockFor(dataset).day, statement),
    ...plan.filters.map((filter) => filterCondition(filter, keySql(dataset, filter.dimension), statement)),
    withSettings("currency <> :currency", plan.settings),
    `(${rows.map((where) => `(${where})`).join(" or ")})`,
  ];
  // A row that stands in the relation several times is one row all the same.
  const count = dataset.rowKey ? "count(distinct (source, source_key))" : "count(*)";
  return `select ${statement.value(metric.id, "text")} as metric, currency, ${count} as rows, ${amountSql(metric, dataset, plan)} as amount
from ${dataset.relation} f where ${conditions.join(" and ")} group by currency`;
}

/** What the metric would come to in the other currency, where it is an amount of its own rows. */
function amountSql({ formula, unit }: Metric, dataset: Dataset, plan: QueryPlan): string {
  if (formula.kind !== "sum" || unit !== "currency") return "null::float8";
  // Of items that are judged one by one, rows alone can be told.
  const readings = formula.over.flatMap((term) => ("kind" in term ? [] : [term]));
  if (readings.length < formula.over.length) return "null::float8";
  const terms = readings.map(({ measure, isNegative }) => {
    const { value = "1", where = "true" } = measureIn(dataset, measure);
    const sum = `coalesce(sum((${value})::float8) filter (where ${withSettings(where, plan.settings)}), 0)`;
    return `${isNegative ? "-" : "+"} ${sum}`;
  });
  return `(${terms.join(" ")})::float8`;
}

function measureIn(dataset: Dataset, name: string): { value?: string; where?: string } {
  return dataset.measures[name.split(".")[1] ?? ""] ?? {};
}
