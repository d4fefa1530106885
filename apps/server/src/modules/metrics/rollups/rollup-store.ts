import { type RawBuilder, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { aggregateSql, histogramRows, keySql, requireHistogram, requireMeasure } from "../compile/compile-rows.ts";
import type { FigureSettings } from "../compile/plan.ts";
import { daysFrom, startOfPeriod } from "../model/calendar.ts";
import type { Dataset, Rollup } from "../model/dataset.ts";
import { binSql } from "../model/histogram.ts";
import { countedBins, summedMeasures, tiers } from "./rollup-shape.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** A dirty day with the changes that were known when it was taken, and how many facts it has. */
export type DirtyDay = { day: string; changes: number; rows: number };

/**
 * Takes dirty days of one table. One settles a table at a time, since days that two settle share weeks and months. A
 * table that facts have come into after `quietSince` is left alone until enough of its days are dirty.
 */
export async function takeDirtyDays(
  { db, tenantId }: Scope,
  portion: { days: number; rows: number; enoughDays: number },
  quietSince: Date | null,
): Promise<{ fact: string; dirtyDays: DirtyDay[] } | null> {
  const first = await sql<{ fact: string }>`select fact from fact_states state where tenant_id = ${tenantId} and (
      select count(*) from rollup_marks mark where mark.tenant_id = ${tenantId} and mark.fact = state.fact
    ) >= case when ingested_at > ${quietSince}::timestamptz then ${portion.enoughDays}::int else 1 end
    order by fact limit 1`.execute(db);
  const fact = first.rows[0]?.fact;
  if (!fact) return null;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`settle ${tenantId} ${fact}`}, 0))`.execute(db);
  const { rows } = await sql<DirtyDay>`
    select day, changes, (select count(*) from ${sql.table(fact)} f where f.tenant_id = ${tenantId} and f.day = mark.day) as rows
    from rollup_marks mark where tenant_id = ${tenantId} and fact = ${fact} order by day limit ${portion.days}`.execute(
    db,
  );
  let upTo = 0;
  for (let sum = 0; upTo < rows.length && (upTo === 0 || sum + (rows[upTo]?.rows ?? 0) <= portion.rows); upTo++) {
    sum += rows[upTo]?.rows ?? 0;
  }
  return { fact, dirtyDays: rows.slice(0, upTo) };
}

/** Whether a day of the tenant waits to be settled. */
export async function hasDirtyDays({ db, tenantId }: Scope): Promise<boolean> {
  const { rows } = await sql`select from rollup_marks where tenant_id = ${tenantId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Room for the sums of all groups of one go: without it they would be written to disk in between. */
export async function takeRoom({ db }: Scope): Promise<void> {
  await sql`set local work_mem = '128MB'`.execute(db);
}

/** Says that the cells of these days are right again; a day that changed meanwhile stays dirty. */
export async function clearDirtyDays(
  { db, tenantId }: Scope,
  fact: string,
  dirtyDays: readonly Pick<DirtyDay, "day" | "changes">[],
): Promise<void> {
  // In the order in which batches mark days, so that neither waits for the other in a circle.
  await sql`with settled as materialized (
      select mark.day from rollup_marks mark
      join unnest(${dirtyDays.map(({ day }) => day)}::date[], ${dirtyDays.map(({ changes }) => changes)}::int[]) as seen (day, changes)
        on mark.day = seen.day and mark.changes = seen.changes
      where tenant_id = ${tenantId} and fact = ${fact} order by mark.day for update of mark
    )
    delete from rollup_marks mark using settled where tenant_id = ${tenantId} and fact = ${fact} and mark.day = settled.day`.execute(
    db,
  );
}

/** Computes cells of some days anew from the facts, and then those of their weeks and months from the days. */
export async function computeCells(scope: Scope, { dataset, rollups, days, settings }: Computation): Promise<void> {
  if (rollups.length === 0) return;
  const numbers = rollups.map(({ number }) => number);
  await sql`delete from rollup_cells where tenant_id = ${scope.tenantId} and rollup = any(${numbers}::smallint[])
    and tier = ${tiers.day} and bucket = any(${days}::date[])`.execute(scope.db);
  const summed = rollups.filter(({ histogram }) => histogram === undefined);
  const histograms = rollups.filter(({ histogram }) => histogram !== undefined);
  if (summed.length > 0) {
    await insertSums(scope, { dataset, rollups: summed, days, settings });
    await addUpSums(scope, { dataset, rollups: summed, days, settings });
  }
  if (histograms.length > 0) {
    await insertBins(scope, { dataset, rollups: histograms, days, settings });
    for (const tier of ["week", "month"] as const) await addUpBins(scope, histograms, tier, days);
  }
}

export type Computation = {
  dataset: Dataset;
  rollups: readonly Rollup[];
  days: readonly string[];
  settings: FigureSettings;
};

/** Cells that are read together lie together: by rollup, period and keys. */
const inOrder = sql.raw("2, 4, 5, 6, 7");

/** All sums of a day in one pass over its facts, grouped in as many ways as there are rollups. */
async function insertSums({ db, tenantId }: Scope, { dataset, rollups, days, settings }: Computation): Promise<void> {
  const { number, key, from } = groupedFacts(dataset, rollups);
  const sums = summedMeasures(dataset).map((name) => aggregateSql(requireMeasure(dataset, name), { settings }));
  await sql`insert into rollup_cells (tenant_id, rollup, tier, bucket, key1, key2, key3, sums)
    select ${tenantId}, ${sql.raw(number)}, ${tiers.day}, day, ${sql.raw([0, 1, 2].map(key).join(", "))},
      array[${sql.raw(sums.join(", "))}]::bigint[]
    ${from(tenantId, days)} order by ${inOrder}`.execute(db);
}

/** How many facts the days have, and how many cells each rollup would have for them. */
export async function weighRollups(
  { db, tenantId }: Scope,
  dataset: Dataset,
  days: readonly string[],
): Promise<{ rows: number; cells: Map<number, number> }> {
  const rollups = dataset.rollups.filter(({ histogram }) => histogram === undefined);
  const { number, from } = groupedFacts(dataset, rollups);
  const { rows } = await sql<{ rollup: number; cells: number; rows: number }>`
    select rollup, count(*) as cells, sum(rows)::bigint as rows
    from (select ${sql.raw(number)} as rollup, count(*) as rows ${from(tenantId, days)}) cell group by rollup`.execute(
    db,
  );
  return { rows: rows[0]?.rows ?? 0, cells: new Map(rows.map(({ rollup, cells }) => [rollup, cells])) };
}

/** FROM to GROUP BY of a dataset's facts, with the number of the rollup that each group belongs to and its keys. */
function groupedFacts(dataset: Dataset, rollups: readonly Rollup[]) {
  const used = [...new Set(rollups.flatMap(({ dimensions }) => dimensions))];
  const column = (id: string) => `k${used.indexOf(id)}`;
  const keys = used.map((id) => `, ${keySql(dataset, id)} as ${column(id)}`).join("");
  const sets = rollups.map(({ dimensions }) => `(day${dimensions.map((id) => `, ${column(id)}`).join("")})`);
  const number = used.length > 0 ? rollupNumberSql(rollups, used) : String(rollups[0]?.number);
  return {
    number,
    key(index: number) {
      const cases = rollups.flatMap(({ dimensions, number: own }) => {
        const id = dimensions[index];
        return id ? [`when ${own} then ${column(id)}`] : [];
      });
      return cases.length > 0 ? `case ${number} ${cases.join(" ")} else 0 end` : "0";
    },
    from: (tenantId: string, days: readonly string[]) =>
      sql`from ${factsOn(days, tenantId, dataset, `f.*${keys}`)} group by grouping sets (${sql.raw(sets.join(", "))})`,
  };
}

/**
 * The facts of some days, read day by day. Asked for all days at once, a database that has no statistics of the newest
 * facts yet would rather read all that a tenant has.
 */
function factsOn(days: readonly string[], tenantId: string, { relation }: Dataset, columns: string) {
  return sql`unnest(${days}::date[]) as settled (on_day) cross join lateral (
    select ${sql.raw(columns)} from ${sql.raw(relation)} f where tenant_id = ${tenantId} and day = settled.on_day offset 0
  ) f`;
}

/** SQL of the rollup that a grouping set belongs to: each has its own pattern of columns that were left out. */
function rollupNumberSql(rollups: readonly Rollup[], used: readonly string[]): string {
  const cases = rollups.map(({ dimensions, number }) => {
    const groupingBits = used.map((id) => (dimensions.includes(id) ? "0" : "1")).join("");
    return `when ${Number.parseInt(groupingBits, 2)} then ${number}`;
  });
  return `case grouping(${used.map((_, index) => `k${index}`).join(", ")}) ${cases.join(" ")} end`;
}

/** All histograms of a day in one pass over its facts: each value falls into a bin of its own histogram. */
async function insertBins({ db, tenantId }: Scope, { dataset, rollups, days, settings }: Computation): Promise<void> {
  const used = [...new Set(rollups.flatMap(({ dimensions }) => dimensions))];
  const bins = rollups.map(({ histogram = "" }, index) => {
    const bin = binSql(requireHistogram(dataset, histogram));
    return `case when ${histogramRows(dataset, histogram, { settings })} then ${bin} end as b${index}`;
  });
  const keys = used.map((id, index) => `${keySql(dataset, id)} as k${index}`);
  const sets = rollups.map(
    ({ dimensions }, index) =>
      `(${["day", ...dimensions.map((id) => `k${used.indexOf(id)}`), `b${index}`].join(", ")})`,
  );
  const number = caseByBin(rollups, ({ number }) => String(number));
  const bin = caseByBin(rollups, (_, index) => `b${index}`);
  const key = (at: number) =>
    caseByBin(rollups, ({ dimensions }) => (dimensions[at] ? `k${used.indexOf(dimensions[at])}` : "0"));
  const counts = sql`select ${sql.raw(number)} as rollup, day as start, ${sql.raw([0, 1, 2].map((at) => `${key(at)} as key${at + 1}`).join(", "))},
      ${sql.raw(bin)} as bin, count(*) as n
    from ${factsOn(days, tenantId, dataset, ["day", ...keys, ...bins].join(", "))}
    group by grouping sets (${sql.raw(sets.join(", "))})`;
  await insertHistograms({ db, tenantId }, "day", counts);
}

/** Puts counts by bin into cells: the bins from the lowest, and how many values lie up to each. */
async function insertHistograms({ db, tenantId }: Scope, tier: keyof typeof tiers, counts: RawBuilder<unknown>) {
  const cell = sql.raw("rollup, start, key1, key2, key3");
  await sql`insert into rollup_cells (tenant_id, rollup, tier, bucket, key1, key2, key3, bins, sums)
    select ${tenantId}, rollup, ${tiers[tier]}, start, key1, key2, key3,
      array_agg(bin::smallint order by bin), array_agg(upto::bigint order by bin)
    from (select ${cell}, bin, sum(n::float8) over (partition by ${cell} order by bin rows unbounded preceding) as upto
      from (${counts}) counted where bin is not null) running
    group by ${cell} order by ${inOrder}`.execute(db);
}

/** SQL that depends on which histogram a grouping set belongs to: the one whose bin it has. */
function caseByBin(rollups: readonly Rollup[], then: (rollup: Rollup, index: number) => string): string {
  return `case ${rollups.map((rollup, index) => `when grouping(b${index}) = 0 then ${then(rollup, index)}`).join(" ")} end`;
}

async function addUpSums({ db, tenantId }: Scope, { dataset, rollups, days }: Computation): Promise<void> {
  const sums = summedMeasures(dataset).map((_, index) => `sum(sums[${index + 1}]::float8)`);
  const { cells, start } = await replaceTier({ db, tenantId }, rollups, "month", days);
  await sql`insert into rollup_cells (tenant_id, rollup, tier, bucket, key1, key2, key3, sums)
    select ${tenantId}, rollup, ${tiers.month}, ${start} as start, key1, key2, key3, array[${sql.raw(sums.join(", "))}]::bigint[]
    from rollup_cells where ${cells} group by rollup, start, key1, key2, key3 order by ${inOrder}`.execute(db);
}

async function addUpBins(
  { db, tenantId }: Scope,
  rollups: readonly Rollup[],
  tier: "week" | "month",
  days: readonly string[],
): Promise<void> {
  const { cells, start } = await replaceTier({ db, tenantId }, rollups, tier, days);
  const counts = sql`select rollup, ${start} as start, key1, key2, key3, bin, sum((upto - before)::float8) as n
    from rollup_cells cross join ${sql.raw(countedBins)} where ${cells} group by rollup, start, key1, key2, key3, bin`;
  await insertHistograms({ db, tenantId }, tier, counts);
}

/** Removes the cells of the weeks or months that some days lie in; gives SQL of the cells of their days. */
async function replaceTier(
  { db, tenantId }: Scope,
  rollups: readonly Rollup[],
  tier: "week" | "month",
  days: readonly string[],
) {
  const starts = [...new Set(days.map((day) => startOfPeriod(tier, day)))];
  const numbers = sql`${rollups.map(({ number }) => number)}::smallint[]`;
  await sql`delete from rollup_cells where tenant_id = ${tenantId} and rollup = any(${numbers})
    and tier = ${tiers[tier]} and bucket = any(${starts}::date[])`.execute(db);
  const inside = starts.flatMap((start) => daysFrom(tier, start));
  return {
    start: sql.raw(`date_trunc('${tier}', bucket::timestamp)::date`),
    cells: sql`tenant_id = ${tenantId} and rollup = any(${numbers}) and tier = ${tiers.day} and bucket = any(${inside}::date[])`,
  };
}

/** A table whose facts have doubled since it was decided which of its rollups pay, with its newest week of days. */
export async function findGrownTable(
  { db, tenantId }: Scope,
  fewestRows: number,
): Promise<{ fact: string; rows: number; days: string[] } | null> {
  const { rows } = await sql<{ fact: string; rows: number; days: string[] }>`
    select s.fact, v.rows, array(
        select day::text from tenant_volumes where tenant_id = ${tenantId} and fact = s.fact order by day desc limit 7
      ) as days
    from fact_states s join (
      select fact, sum(rows)::bigint as rows from tenant_volumes where tenant_id = ${tenantId} group by fact
    ) v on v.fact = s.fact
    where s.tenant_id = ${tenantId} and v.rows >= greatest(${fewestRows}::bigint, 2 * s.weighed_rows, 1)
    order by s.fact limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Notes which rollups a tenant has from now on, and at how many facts that was decided. */
export async function saveActiveRollups(
  { db, tenantId }: Scope,
  { fact, rows, numbers }: { fact: string; rows: number; numbers: readonly number[] },
): Promise<void> {
  await sql`update fact_states set weighed_rows = ${rows} where tenant_id = ${tenantId} and fact = ${fact}`.execute(db);
  await sql`insert into kept_rollups (tenant_id, rollup) select ${tenantId}, unnest(${numbers}::smallint[])
    on conflict do nothing`.execute(db);
}

/** From now on a tenant has no rollups: all its answers come from the facts, until they are chosen again. */
export async function forgetRollups({ db, tenantId }: Scope): Promise<void> {
  await sql`delete from kept_rollups where tenant_id = ${tenantId}`.execute(db);
  await sql`update fact_states set weighed_rows = 0 where tenant_id = ${tenantId}`.execute(db);
}

/** Removes all cells of a tenant. */
export async function deleteAllCells({ db, tenantId }: Scope): Promise<void> {
  await sql`delete from rollup_cells where tenant_id = ${tenantId}`.execute(db);
}
