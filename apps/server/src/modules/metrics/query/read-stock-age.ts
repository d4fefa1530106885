import type { MetricFilter, MetricQuery } from "@console/contracts";
import type { SnapshotContext } from "../../../platform/context.ts";
import { filterCondition, inCurrency, keySql, within, withSettings } from "../compile/compile-rows.ts";
import { hashJoin } from "../compile/hash-join.ts";
import { joinMember } from "../compile/member-names.ts";
import { type QueryPlan, unassigned } from "../compile/plan.ts";
import { Statement } from "../compile/statement.ts";
import { addDays, earlier } from "../model/calendar.ts";
import { movementTypes, toCode } from "../model/dimensions.ts";
import { requireDataset } from "../model/registry.ts";
import { runCompiled, type TenantMetricState } from "./metric-store.ts";
import { planFor } from "./query-metrics.ts";

type Input = { filters: MetricFilter[]; time: MetricQuery["time"] };

/** What lies in one warehouse of one age: its bucket, or −1 for what has no age because nothing is on hand. */
type StockLayer = { bucket: number; warehouse: string; quantity: number; value: number; items: number };
/** An item of which more has left than came in. */
type BelowZero = { warehouse: string; product: string; quantity: number; value: number };

/** Stock on hand by how long it has lain there. */
export type StockAge = {
  asOf: string;
  layers: StockLayer[];
  /** The part of the oldest bucket that no stored movement brought in. */
  unexplained: { quantity: number; value: number };
  below: BelowZero[];
};

/** The first day of age of each bucket. */
export const ageBuckets = [0, 31, 91, 181, 366] as const;
const oldest = ageBuckets.length - 1;
const mostBelow = 100;

/**
 * What is on hand at the end of a period by its age, first in first out: each item (a product in a warehouse) holds what
 * came in last, so its stock is taken from the newest arrivals backwards. Arrivals are receipts, returns and transfers
 * in; an adjustment corrects what was there before, so what only adjustments explain is older than what is stored.
 * An item's stock value is spread over its buckets by what their arrivals cost a unit, else by the item's unit cost, so
 * that nothing of it is lost.
 */
export async function readStockAge(
  context: SnapshotContext,
  question: Input,
  metricState?: TenantMetricState,
): Promise<StockAge> {
  const plan = await planFor(context, { metrics: ["stock_on_hand_qty", "stock_value"], ...question }, metricState);
  const to = earlier(plan.span.to, plan.tomorrow);
  const { text, values } = compileStockAge(plan, to, context.tenantId);
  const rows = await runCompiled<StockLayer & { product: string | null }>(context, { text, values });
  const money = 10 ** plan.settings.currencyDigits;
  const scaled = rows.map((row) => ({ ...row, quantity: row.quantity / 1000, value: row.value / money }));
  const sums = scaled.filter(({ product }) => product === null);
  const unexplained = sums.filter(({ bucket }) => bucket > oldest);
  return {
    asOf: addDays(to, -1),
    layers: sums.map(({ product: _, bucket, ...row }) => ({ ...row, bucket: Math.min(bucket, oldest) })),
    unexplained: {
      quantity: unexplained.reduce((sum, { quantity }) => sum + quantity, 0),
      value: unexplained.reduce((sum, { value }) => sum + value, 0),
    },
    below: scaled.flatMap(({ warehouse, product, quantity, value }) =>
      product === null ? [] : [{ warehouse, product, quantity, value }],
    ),
  };
}

/** One statement: what each item holds and what came in by age, what of that is left, and what it is worth. */
function compileStockAge(plan: QueryPlan, to: string, tenantId: string): { text: string; values: unknown[] } {
  const statement = new Statement(tenantId);
  statement.with("items", () => `(${compileItems(plan, to, statement)})`);
  statement.with("costs", () => `(${compileCosts(plan, to, statement)})`);
  const arrivals = [...ageBuckets.keys()].map((age) => `(${age}, quantity${age}, value${age})`);
  // Rows of one item from the newest bucket to what no arrival explains; `upto` is what came in up to there.
  statement.with(
    "layers",
    () => `(select w, p, worth, on_hand, bucket, coalesce(cost, value${oldest} / nullif(quantity${oldest}, 0), 0) as cost,
      least(upto, on_hand) - least(lag(upto, 1, 0::float8) over item, on_hand) as quantity,
      upto - lag(upto, 1, 0::float8) over item as came, priced - lag(priced, 1, 0::float8) over item as price
    from ${hashJoin("items.*, cost", "items", "costs", "costs.w = items.w and costs.p = items.p")} items
    cross join lateral (values ${arrivals.join(", ")}, (${oldest + 1}, greatest(on_hand, quantity${oldest}), value${oldest})
    ) age (bucket, upto, priced)
    where on_hand > 0 window item as (partition by w, p order by bucket))`,
  );
  statement.with(
    "weighed",
    () => `(select w, p, worth, on_hand, bucket, quantity,
      quantity * case when came > 0 and price > 0 then price / came else cost end as weight
    from layers)`,
  );
  // Shares are rounded as they add up, and the last of them is the whole, so that not one cent is lost.
  statement.with(
    "shared",
    () => `(select w, p, bucket, quantity, round(worth * case when bucket > ${oldest} then 1
      when sum(weight) over whole > 0 then sum(weight) over item / sum(weight) over whole
      else sum(quantity) over item / on_hand end) as value_upto
    from weighed window item as (partition by w, p order by bucket), whole as (partition by w, p))`,
  );
  statement.with(
    "valued",
    () => `(select w, p, bucket, quantity, value_upto - lag(value_upto, 1, 0::float8) over item as value
    from shared window item as (partition by w, p order by bucket)
    union all select w, p, -1, on_hand, worth from items where on_hand <= 0)`,
  );
  const text = `select bucket, ${nameSql("w")} as warehouse, null as product, quantity, value, items from (
  select w, bucket, sum(quantity) as quantity, sum(value) as value, count(*)::int as items from valued
  where quantity <> 0 or value <> 0 group by w, bucket
) sums ${joinMember("member_w", "warehouse", "w", statement)}
union all
(select -1, ${nameSql("w")}, ${nameSql("p")}, on_hand, worth, 1 from items
${joinMember("member_w", "warehouse", "w", statement)} ${joinMember("member_p", "product", "p", statement)}
where on_hand < 0 order by on_hand, w, p limit ${mostBelow})
order by 3 nulls first, 1, 5 desc, 2`;
  return { text: statement.text(text), values: statement.values };
}

/** Each item with what it has on hand, what that is worth, and what came in up to each age: all from one pass. */
function compileItems({ registry, filters, settings }: QueryPlan, to: string, statement: Statement): string {
  const dataset = requireDataset(registry, "movements");
  const isInCurrency = withSettings(inCurrency, settings);
  // What is worth something in another currency counts by its quantity alone.
  const value = `case when ${isInCurrency} then value_minor end`;
  // What an item is worth is not known where one of its movements does not say it.
  const isValued = "bool_and(value_minor is not null or quantity_milli = 0)";
  const hasArrived = `quantity_milli > 0 and movement_type <> ${toCode(movementTypes, "Adjustment")}`;
  const arrived = ageBuckets.flatMap((_, age) => {
    const next = ageBuckets[age + 1];
    const isNewer = next === undefined ? "" : ` and day >= ${statement.value(addDays(to, -next), "date")}`;
    const sum = (value: string) => `coalesce(sum(${value}::float8) filter (where ${hasArrived}${isNewer}), 0)`;
    return [`${sum("quantity_milli")} as quantity${age}`, `${sum(`(${value})`)} as value${age}`];
  });
  const columns = [
    `${keySql(dataset, "warehouse")} as w`,
    `${keySql(dataset, "product")} as p`,
    "sum(quantity_milli::float8) as on_hand",
    `case when ${isValued} then coalesce(sum((${value})::float8), 0) else 0 end as worth`,
    ...arrived,
  ];
  const conditions = [
    `tenant_id = ${statement.tenant}`,
    ...within({ from: null, to }, "day", statement),
    ...filters.map((filter) => filterCondition(filter, keySql(dataset, filter.dimension), statement)),
  ];
  return `select ${columns.join(", ")} from ${dataset.relation} f where ${conditions.join(" and ")} group by 1, 2`;
}

/** The unit cost of each item, for a thousandth of a unit. */
function compileCosts({ registry, settings }: QueryPlan, to: string, statement: Statement): string {
  const dataset = requireDataset(registry, "stock_items");
  return `select ${keySql(dataset, "warehouse")} as w, ${keySql(dataset, "product")} as p, max(unit_cost_minor)::float8 / 1000 as cost
    from ${dataset.relation} f where tenant_id = ${statement.tenant} and unit_cost_minor > 0
      and ${withSettings(inCurrency, settings)}
      and ${within({ from: null, to }, "day", statement).join(" and ")} group by 1, 2`;
}

function nameSql(key: string): string {
  return `coalesce(member_${key}.name, '${unassigned}')`;
}
