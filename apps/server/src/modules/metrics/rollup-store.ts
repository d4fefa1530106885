import { sql } from "kysely";
import type { TenantScope } from "../../platform/db/database.ts";
import { aggregateOf, histogramOf, histogramRows, keyOf, measureOf } from "./compile-rows.ts";
import type { Dataset, Rollup } from "./dataset.ts";
import { binOf } from "./histogram.ts";
import type { FigureSettings } from "./plan.ts";
import { summedMeasures, tiers } from "./rollup-shape.ts";

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
  days: readonly string[],
  settings: FigureSettings,
): Promise<void> {
  if (dataset.rollups.length === 0) return;
  const numbers = dataset.rollups.map(({ number }) => number);
  await sql`delete from rollup_cells where tenant_id = ${scope.tenantId} and rollup = any(${numbers}::smallint[])
    and tier = ${tiers.day} and bucket = any(${days}::date[])`.execute(scope.db);
  const summed = dataset.rollups.filter(({ histogram }) => histogram === undefined);
  const histograms = dataset.rollups.filter(({ histogram }) => histogram !== undefined);
  if (summed.length > 0) await insertSums(scope, dataset, summed, days, settings);
  if (histograms.length > 0) await insertBins(scope, dataset, histograms, days, settings);
  await addUpCells(scope, dataset, days);
}

/** All sums of a day in one pass over its facts, grouped in as many ways as there are rollups. */
async function insertSums(
  { db, tenantId }: Scope,
  dataset: Dataset,
  rollups: readonly Rollup[],
  days: readonly string[],
  settings: FigureSettings,
): Promise<void> {
  const used = [...new Set(rollups.flatMap(({ dimensions }) => dimensions))];
  const keys = used.map((id, place) => `${keyOf(dataset, id)} as k${place}`);
  const column = (id: string) => `k${used.indexOf(id)}`;
  const sets = rollups.map(({ dimensions }) => `(day${dimensions.map((id) => `, ${column(id)}`).join("")})`);
  const number = used.length > 0 ? numberOf(rollups, used) : String(rollups[0]?.number);
  const key = (place: number) => {
    const cases = rollups.flatMap(({ dimensions, number: own }) => {
      const id = dimensions[place];
      return id ? [`when ${own} then ${column(id)}`] : [];
    });
    return cases.length > 0 ? `case ${number} ${cases.join(" ")} else 0 end` : "0";
  };
  const sums = summedMeasures(dataset).map((name) => aggregateOf(measureOf(dataset, name), { settings }));
  await sql`insert into rollup_cells (tenant_id, rollup, tier, bucket, key1, key2, key3, bin, sums)
    select ${tenantId}, ${sql.raw(number)}, ${tiers.day}, day, ${sql.raw([0, 1, 2].map(key).join(", "))}, 0,
      array[${sql.raw(sums.join(", "))}]::bigint[]
    from (select f.*${sql.raw(keys.map((text) => `, ${text}`).join(""))} from ${sql.raw(dataset.relation)} f
      where tenant_id = ${tenantId} and day = any(${days}::date[])) f
    group by grouping sets (${sql.raw(sets.join(", "))})`.execute(db);
}

/** SQL of the rollup that a grouping set belongs to: each has its own pattern of columns that were left out. */
function numberOf(rollups: readonly Rollup[], used: readonly string[]): string {
  const cases = rollups.map(({ dimensions, number }) => {
    const left = used.map((id) => (dimensions.includes(id) ? "0" : "1")).join("");
    return `when ${Number.parseInt(left, 2)} then ${number}`;
  });
  return `case grouping(${used.map((_, place) => `k${place}`).join(", ")}) ${cases.join(" ")} end`;
}

/** All histograms of a day in one pass over its facts. */
async function insertBins(
  { db, tenantId }: Scope,
  dataset: Dataset,
  rollups: readonly Rollup[],
  days: readonly string[],
  settings: FigureSettings,
): Promise<void> {
  const rows = rollups.map(({ number, dimensions, histogram = "" }) => {
    const keys = [0, 1, 2].map((place) => (dimensions[place] ? keyOf(dataset, dimensions[place]) : "0"));
    const counted = histogramRows(dataset, histogram, { settings });
    return `(${number}, ${keys.join(", ")}, case when ${counted} then ${histogramOf(dataset, histogram).of} end)`;
  });
  await sql`insert into rollup_cells (tenant_id, rollup, tier, bucket, key1, key2, key3, bin, sums)
    select ${tenantId}, rollup, ${tiers.day}, day, key1, key2, key3, ${sql.raw(binOf("seconds"))} as bin, array[count(*)]::bigint[]
    from ${sql.raw(dataset.relation)} f
    cross join lateral (values ${sql.raw(rows.join(", "))}) as value (rollup, key1, key2, key3, seconds)
    where tenant_id = ${tenantId} and day = any(${days}::date[]) and seconds is not null
    group by rollup, day, key1, key2, key3, bin`.execute(db);
}

async function addUpCells(scope: Scope, dataset: Dataset, days: readonly string[]): Promise<void> {
  const { db, tenantId } = scope;
  const numbers = dataset.rollups.map(({ number }) => number);
  const length = Math.max(1, summedMeasures(dataset).length);
  const sums = Array.from({ length }, (_, place) => `coalesce(sum(sums[${place + 1}]), 0)`).join(", ");
  for (const tier of ["week", "month"] as const) {
    const start = sql.raw(`date_trunc('${tier}', day::timestamp)::date`);
    const starts = sql`array(select distinct ${start} from unnest(${days}::date[]) as day)`;
    await sql`delete from rollup_cells where tenant_id = ${tenantId} and rollup = any(${numbers}::smallint[])
      and tier = ${tiers[tier]} and bucket = any(${starts})`.execute(db);
    await sql`insert into rollup_cells (tenant_id, rollup, tier, bucket, key1, key2, key3, bin, sums)
      select ${tenantId}, rollup, ${tiers[tier]}, start, key1, key2, key3, bin, array[${sql.raw(sums)}]::bigint[]
      from unnest(${starts}) as start
      join rollup_cells on bucket >= start and bucket < start + ${sql.raw(`interval '1 ${tier}'`)}
      where tenant_id = ${tenantId} and rollup = any(${numbers}::smallint[]) and tier = ${tiers.day}
      group by rollup, start, key1, key2, key3, bin`.execute(db);
  }
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
