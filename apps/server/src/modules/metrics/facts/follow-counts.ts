import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { movementTypes, toCode } from "../model/dimensions.ts";

type Scope = Pick<TenantScope, "db" | "tenantId" | "now">;

/** The source of movements that counts have made; no connection is called so. */
const countSource = "stock counts";

/** A product in a warehouse. */
type Item = { warehouse: number; product: number };

/** A count, with what is known of its item up to then without any count. */
export type Count = Item & {
  source: string;
  sourceKey: string;
  counted: number;
  /** What came less what left, and how often something came. */
  moved: number;
  arrivals: number;
  /** What that is worth; null where it is in several currencies, or where not every movement says it. */
  worth: number | null;
  currency: string;
  /** What one unit costs by the count itself, else by the stock list. */
  unitCost: number | null;
  unitCostCurrency: string;
};

/** What a count found more or less than was known. */
export type Difference = Pick<Count, "source" | "sourceKey"> & {
  type: number;
  quantity: number;
  /** Null where nobody knows what a unit is worth. */
  value: number | null;
  currency: string;
};

/**
 * Finds anew what counts found more or less than was known, where movements or counts of their items have changed, and
 * keeps it as movements: so all figures that add movements up have what was counted. Gives the days that change.
 */
export async function followCounts(scope: Scope): Promise<ReadonlySet<string>> {
  const items = await takeChangedItems(scope);
  if (items.length === 0) return new Set();
  const counts = await selectCounts(scope, items);
  const days = await storeDifferences(scope, items, findDifferences(counts));
  return new Set(days);
}

async function takeChangedItems({ db, tenantId }: Scope): Promise<Item[]> {
  const { rows } = await sql<Item>`delete from stock_recounts where tenant_id = ${tenantId}
    returning warehouse_id as warehouse, product_id as product`.execute(db);
  return rows;
}

/** The differences of counts that are in order, item by item: a later count starts from what the one before it found. */
export function findDifferences(counts: readonly Count[]): Difference[] {
  const differences: Difference[] = [];
  let before: CountedStock | null = null;
  for (const count of counts) {
    const earlier: CountedStock | null = before && isSameItem(before.count, count) ? before : null;
    const known = earlier ? earlier.count.counted + count.moved - earlier.count.moved : count.moved;
    const worth: number | null = earlier ? addWorth(earlier, count) : count.worth;
    const quantity = count.counted - known;
    const { value, currency } = valueDifference(count, { quantity, known, worth });
    // What was there before anything is known of an item is neither a gain nor a loss.
    const isFirstKnown = !earlier && (count.arrivals === 0 || known < 0);
    const type = toCode(movementTypes, isFirstKnown ? "Opening" : "Adjustment");
    differences.push({ source: count.source, sourceKey: count.sourceKey, type, quantity, value, currency });
    before = { count, worth: worth !== null && value !== null && currency === count.currency ? worth + value : null };
  }
  return differences;
}

/** A count, and what the stock is worth after it. */
type CountedStock = { count: Count; worth: number | null };

function isSameItem(one: Item, other: Item): boolean {
  return one.warehouse === other.warehouse && one.product === other.product;
}

/** What an item is worth before a count: what the count before left, and what has moved since. */
function addWorth(earlier: CountedStock, { worth }: Count): number | null {
  if (earlier.worth === null || earlier.count.worth === null || worth === null) return null;
  return earlier.worth + worth - earlier.count.worth;
}

/** A difference is worth what a unit of the known stock is worth on average, else what one is said to cost. */
function valueDifference(
  { currency, unitCost, unitCostCurrency }: Count,
  { quantity, known, worth }: { quantity: number; known: number; worth: number | null },
) {
  if (worth !== null && known !== 0 && worth / known > 0) {
    return { value: Math.round((quantity * worth) / known), currency };
  }
  if (unitCost !== null) return { value: Math.round((quantity * unitCost) / 1000), currency: unitCostCurrency };
  return { value: quantity === 0 ? 0 : null, currency };
}

const groups = ["category_id", "supplier_id", "bin_zone_id", "abc_class_id"];

/** Groups that all rows of an item agree on. */
const agreed = sql.raw(
  groups.map((group) => `case when min(${group}) = max(${group}) then min(${group}) end as ${group}`).join(", "),
);

/** Items as a relation. */
function itemLists(items: readonly Item[]) {
  return sql`unnest(${items.map(({ warehouse }) => warehouse)}::int[], ${items.map(({ product }) => product)}::int[])
    as item (warehouse_id, product_id)`;
}

/** All counts of items, item by item and in order; what moved in the moment of a count moved before it. */
async function selectCounts({ db, tenantId }: Scope, items: readonly Item[]): Promise<Count[]> {
  const { rows } = await sql<Count>`
    with item as (select * from ${itemLists(items)}), steps as (
      select m.warehouse_id, m.product_id, m.moved_at as at, false as is_count, m.ingested_at, m.source, m.source_key,
        m.quantity_milli, m.value_minor, case when m.value_minor <> 0 then m.currency end as valued_in,
        null::bigint as counted_milli, null::bigint as unit_cost_minor, null as currency
      from item join stock_movements m using (warehouse_id, product_id)
      where m.tenant_id = ${tenantId} and m.source <> ${countSource}
      union all
      select c.warehouse_id, c.product_id, c.counted_at, true, c.ingested_at, c.source, c.source_key, 0, 0, null,
        c.counted_milli, c.unit_cost_minor, c.currency
      from item join stock_counts c using (warehouse_id, product_id) where c.tenant_id = ${tenantId}
    ), known as (
      select *, sum(quantity_milli) over upto as moved, count(*) filter (where quantity_milli > 0) over upto as arrivals,
        case when bool_and(value_minor is not null or quantity_milli = 0) over upto then sum(value_minor) over upto end as worth,
        min(valued_in) over upto as first_currency,
        max(valued_in) over upto as last_currency
      from steps
      window upto as (partition by warehouse_id, product_id order by at, is_count, ingested_at, source, source_key)
    )
    select known.warehouse_id as warehouse, known.product_id as product,
      known.source, known.source_key as "sourceKey", known.counted_milli::float8 as counted,
      known.moved::float8 as moved, known.arrivals::int as arrivals,
      case when first_currency is not distinct from last_currency then known.worth::float8 end as worth,
      coalesce(first_currency, known.currency) as currency,
      coalesce(known.unit_cost_minor, listed.unit_cost_minor)::float8 as "unitCost",
      case when known.unit_cost_minor is null then coalesce(listed.currency, known.currency) else known.currency end
        as "unitCostCurrency"
    from known left join lateral (
      select unit_cost_minor, currency from stock_items s where s.tenant_id = ${tenantId}
        and s.warehouse_id = known.warehouse_id and s.product_id = known.product_id and s.unit_cost_minor > 0
      order by listed_at desc, source, source_key limit 1
    ) listed on true
    where is_count order by 1, 2, at, ingested_at, known.source, known.source_key`.execute(db);
  return rows;
}

/** Keeps the differences of items as movements; gives the days of those that have come, changed or gone. */
async function storeDifferences(
  { db, tenantId, now }: Scope,
  items: readonly Item[],
  differences: readonly Difference[],
): Promise<string[]> {
  const list = (field: keyof Difference) => differences.map((one) => one[field]);
  const columns = ["movement_type", "moved_at", "time_zone", "quantity_milli", "value_minor", "currency"];
  const compared = [...columns, "counted_milli", "warehouse_id", "product_id", ...groups];
  const row = (alias: string) => sql.raw(`(${compared.map((name) => `${alias}.${name}`).join(", ")})`);
  const { rows } = await sql<{ day: string }>`
    with item as (select * from ${itemLists(items)}), difference as (
      select *, source || ' ' || source_key as key from unnest(${list("source")}::text[], ${list("sourceKey")}::text[],
        ${list("type")}::smallint[], ${list("quantity")}::bigint[], ${list("value")}::bigint[],
        ${list("currency")}::text[]) as difference (source, source_key, type, quantity, value, currency)
    ), grouped as (
      select item.*, ${sql.raw(groups.map((group) => `coalesce(moved.${group}, listed.${group}) as ${group}`).join(", "))}
      from item cross join lateral (
        select ${agreed} from stock_movements m where m.tenant_id = ${tenantId} and m.source <> ${countSource}
          and m.warehouse_id = item.warehouse_id and m.product_id = item.product_id
      ) moved cross join lateral (
        select ${agreed} from stock_items s where s.tenant_id = ${tenantId}
          and s.warehouse_id = item.warehouse_id and s.product_id = item.product_id
      ) listed
    ), gone as (
      delete from stock_movements m using item where m.tenant_id = ${tenantId} and m.source = ${countSource}
        and m.warehouse_id = item.warehouse_id and m.product_id = item.product_id
        and m.source_key not in (select key from difference)
      returning m.day
    ), written as (
      insert into stock_movements as t (tenant_id, source, source_key, ingested_at, reason, movement_type, moved_at,
        time_zone, quantity_milli, value_minor, currency, counted_milli, warehouse_id, product_id,
        ${sql.raw(groups.join(", "))})
      select ${tenantId}, ${countSource}, key, ${now}, 'Count', type, c.counted_at, c.time_zone, quantity, value,
        difference.currency, c.counted_milli, c.warehouse_id, c.product_id,
        ${sql.raw(groups.map((group) => `grouped.${group}`).join(", "))}
      from difference join stock_counts c on c.tenant_id = ${tenantId} and c.source = difference.source
        and c.source_key = difference.source_key
      join grouped on grouped.warehouse_id = c.warehouse_id and grouped.product_id = c.product_id
      on conflict (tenant_id, source, source_key) do update set ingested_at = excluded.ingested_at,
        ${sql.raw(compared.map((name) => `${name} = excluded.${name}`).join(", "))}
      where ${row("t")} is distinct from ${row("excluded")}
      returning t.source_key, t.day
    )
    select day::text from gone union select day::text from written union
    -- The statement does not see what it writes: these are the days from before.
    select before.day::text from written cross join lateral (
      select m.day from stock_movements m where m.tenant_id = ${tenantId} and m.source = ${countSource}
        and m.source_key = written.source_key offset 0
    ) before`.execute(db);
  return rows.map(({ day }) => day);
}
