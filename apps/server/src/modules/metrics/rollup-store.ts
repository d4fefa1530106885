import { sql } from "kysely";
import type { TenantScope } from "../../platform/db/database.ts";
import { aggregateOf, histogramOf, histogramRows, keyOf, measureOf } from "./compile-rows.ts";
import type { Dataset, Rollup } from "./dataset.ts";
import { binOf } from "./histogram.ts";
import type { FigureSettings } from "./plan.ts";
import { storedMeasures, tiers } from "./rollup-shape.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/**
 * Takes marked days of one table: whoever marks one of them again waits for us. One settles a table at a time, since
 * days that two settle share their weeks and months.
 */
export async function takeMarkedDays(
  { db, tenantId }: Scope,
  most: number,
): Promise<{ fact: string; days: string[] } | null> {
  const first = await sql<{ fact: string }>`select fact from rollup_marks where tenant_id = ${tenantId}
    order by fact, day limit 1`.execute(db);
  const fact = first.rows[0]?.fact;
  if (!fact) return null;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`settle ${tenantId} ${fact}`}, 0))`.execute(db);
  const { rows } = await sql<{ day: string }>`select day from rollup_marks
    where tenant_id = ${tenantId} and fact = ${fact} order by day limit ${most} for update`.execute(db);
  return { fact, days: rows.map(({ day }) => day) };
}

/** Says that the cells of these days are right again. */
export async function removeMarks({ db, tenantId }: Scope, fact: string, days: readonly string[]): Promise<void> {
  await sql`delete from rollup_marks where tenant_id = ${tenantId} and fact = ${fact} and day = any(${days}::date[])`.execute(
    db,
  );
}

/** Computes the cells of some days anew from the facts, and then those of their weeks and months from the days. */
export async function computeCells(
  scope: Scope,
  dataset: Dataset,
  rollup: Rollup,
  days: readonly string[],
  settings: FigureSettings,
): Promise<void> {
  const { db, tenantId } = scope;
  await deleteCells(scope, rollup, "day", days);
  const keys = [0, 1, 2].map((place) => {
    const id = rollup.dimensions[place];
    return id ? keyOf(dataset, id) : "0";
  });
  const { histogram } = rollup;
  const bin = histogram ? binOf(histogramOf(dataset, histogram).of) : "0";
  const sums = histogram
    ? ["count(*)"]
    : storedMeasures(dataset, rollup).map((name) => aggregateOf(measureOf(dataset, name), { settings }));
  const counted = histogram ? ` and ${histogramRows(dataset, histogram, { settings })}` : "";
  await sql`insert into rollup_cells (tenant_id, rollup, tier, bucket, key1, key2, key3, bin, sums)
    select ${tenantId}, ${rollup.number}, ${tiers.day}, day, k1, k2, k3, bin, array[${sql.raw(sums.join(", "))}]::bigint[]
    from (select f.*, ${sql.raw(keys.map((key, place) => `${key} as k${place + 1}`).join(", "))}, ${sql.raw(bin)} as bin
      from ${sql.raw(dataset.relation)} f where tenant_id = ${tenantId} and day = any(${days}::date[])${sql.raw(counted)}) f
    group by day, k1, k2, k3, bin`.execute(db);
  const count = sums.length;
  for (const tier of ["week", "month"] as const) await addUpCells(scope, rollup, tier, days, count);
}

async function addUpCells(
  scope: Scope,
  rollup: Rollup,
  tier: "week" | "month",
  days: readonly string[],
  count: number,
): Promise<void> {
  const { db, tenantId } = scope;
  const start = sql.raw(`date_trunc('${tier}', day::timestamp)::date`);
  const { rows } = await sql<{
    start: string;
  }>`select distinct ${start} as start from unnest(${days}::date[]) as day`.execute(db);
  const starts = rows.map((row) => row.start);
  await deleteCells(scope, rollup, tier, starts);
  const sums = Array.from({ length: count }, (_, place) => `sum(sums[${place + 1}])`).join(", ");
  await sql`insert into rollup_cells (tenant_id, rollup, tier, bucket, key1, key2, key3, bin, sums)
    select ${tenantId}, ${rollup.number}, ${tiers[tier]}, start, key1, key2, key3, bin, array[${sql.raw(sums)}]::bigint[]
    from unnest(${starts}::date[]) as start
    join rollup_cells on bucket >= start and bucket < start + ${sql.raw(`interval '1 ${tier}'`)}
    where tenant_id = ${tenantId} and rollup = ${rollup.number} and tier = ${tiers.day}
    group by start, key1, key2, key3, bin`.execute(db);
}

async function deleteCells(
  { db, tenantId }: Scope,
  { number }: Rollup,
  tier: keyof typeof tiers,
  buckets: readonly string[],
): Promise<void> {
  await sql`delete from rollup_cells
    where tenant_id = ${tenantId} and rollup = ${number} and tier = ${tiers[tier]} and bucket = any(${buckets}::date[])`.execute(
    db,
  );
}

/** Notes how many facts a tenant has on some days, where those who run the platform can read it. */
export async function noteVolumes({ db, tenantId }: Scope, fact: string, days: readonly string[]): Promise<void> {
  await sql`delete from tenant_volumes where fact = ${fact} and day = any(${days}::date[]) and tenant_id = ${tenantId}`.execute(
    db,
  );
  await sql`insert into tenant_volumes (tenant_id, fact, day, rows)
    select ${tenantId}, ${fact}, day, count(*) from ${sql.table(fact)}
    where tenant_id = ${tenantId} and day = any(${days}::date[]) group by day`.execute(db);
}
