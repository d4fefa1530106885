import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { tenantIdWithGenericPlan } from "../../../platform/db/tenant-id-with-generic-plan.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;
/** Rows of a source that a load has written. */
type Written = { table: string; source: string; load: string };

/** What was before is the same row, which a load has taken over from the one that it has replaced. */
export const isTakenOver = sql`coalesce(before ? 'isTakenOver', false)`;

/** Notes those of some keys that a load has left as they were: it holds these rows too. */
export async function noteHeld(
  { db, tenantId, now }: TenantScope,
  { table, source, load }: Written,
  keys: Buffer,
): Promise<void> {
  await sql`insert into fact_holds (tenant_id, fact, source, source_key, loaded_by, written_by, held_at)
    select ${tenantId}, ${table}, ${source}, given.source_key, ${load}::uuid, stored.loaded_by, ${now}
    from unnest(${keys}::text[]) as given (source_key) cross join lateral (
      select loaded_by from ${sql.table(table)} where tenant_id = ${tenantIdWithGenericPlan(tenantId)}
        and source = ${source} and source_key = given.source_key offset 0
    ) stored where stored.loaded_by <> ${load}::uuid
    on conflict (tenant_id, fact, source, source_key, loaded_by) do update set written_by = excluded.written_by`.execute(
    db,
  );
}

/**
 * The first load that holds a row of another relation as a load has written it; null where none does. A load that has
 * changed the row since holds what it has made of it.
 */
export function firstHolder({ tenantId }: Pick<Scope, "tenantId">, { table, source, load }: Written, alias: string) {
  const isOwn = (name: string) => sql`${sql.ref(`${name}.tenant_id`)} = ${tenantIdWithGenericPlan(tenantId)}
      and ${sql.ref(`${name}.fact`)} = ${table} and ${sql.ref(`${name}.source`)} = ${source}
      and ${sql.ref(`${name}.source_key`)} = ${sql.ref(`${alias}.source_key`)}`;
  return sql`(
    select hold.loaded_by from fact_holds hold where ${isOwn("hold")} and hold.written_by = ${load}::uuid
      and not exists (select from fact_history own where ${isOwn("own")} and own.loaded_by = hold.loaded_by)
    order by hold.number limit 1
  )`;
}

/** Hands rows of a load over to the loads that hold them too, as if those had written them; gives their keys. */
export async function handOver(
  scope: Scope,
  written: Written,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { table, source, load } = written;
  const { rows } = await sql<{ keys: string[] }>`
    with picked as materialized (
      select source_key, holder from (
        select t.source_key, ${firstHolder(scope, written, "t")} as holder from ${sql.table(table)} t
        where t.tenant_id = ${scope.tenantId} and t.source = ${source} and t.loaded_by = ${load}::uuid
          and t.source_key > ${after}
      ) own where holder is not null order by source_key limit ${limit}
    ), taken as (
      update ${sql.table(table)} t set loaded_by = picked.holder from picked
      where t.tenant_id = ${tenantIdWithGenericPlan(scope.tenantId)} and t.source = ${source} and ${isPicked("t")}
        and t.source_key = picked.source_key
    ), ${passOn(scope, written)}
    select array(select source_key from picked order by source_key) as keys`.execute(scope.db);
  return rows[0]?.keys ?? [];
}

/** What later loads would come back to was a state of a load that is undone: where another load holds it, it is that one's. */
export async function handOverHistory(scope: Scope, written: Written): Promise<void> {
  const { table, source, load } = written;
  await sql`
    with picked as materialized (
      select source_key, later, holder from (
        select later.source_key, later.loaded_by as later, ${firstHolder(scope, written, "later")} as holder
        from fact_history later where later.tenant_id = ${scope.tenantId} and later.fact = ${table}
          and later.source = ${source} and later.before->>'loaded_by' = ${load} and not later.before ? 'isRemoved'
      ) changed where holder is not null
    ), kept as (
      update fact_history h set before = h.before || jsonb_build_object('loaded_by', picked.holder) from picked
      where h.tenant_id = ${tenantIdWithGenericPlan(scope.tenantId)} and h.fact = ${table} and h.source = ${source}
        and h.loaded_by = picked.later and h.source_key = picked.source_key
    ), ${passOn(scope, written)}
    select`.execute(scope.db);
}

/** Parts of a statement that give holders what was before the picked rows, and what others hold of them. */
function passOn({ tenantId }: Pick<Scope, "tenantId">, { table, source, load }: Written) {
  const isOwn = (alias: string) => sql`${sql.ref(`${alias}.tenant_id`)} = ${tenantIdWithGenericPlan(tenantId)}
    and ${sql.ref(`${alias}.fact`)} = ${table} and ${sql.ref(`${alias}.source`)} = ${source} and ${isPicked(alias)}
    and ${sql.ref(`${alias}.source_key`)} = picked.source_key`;
  return sql`passed_on as (
      update fact_history own set loaded_by = picked.holder from picked where ${isOwn("own")}
        and own.loaded_by = ${load}::uuid
    ), released as (
      delete from fact_holds hold using picked where ${isOwn("hold")} and hold.loaded_by = picked.holder
    ), held_on as (
      update fact_holds hold set written_by = picked.holder from picked where ${isOwn("hold")}
        and hold.loaded_by <> picked.holder and hold.written_by = ${load}::uuid
    )`;
}

/** Rows are looked up by their keys: fresh rows are in no statistics, and a join would compare each with each. */
const isPicked = (alias: string) =>
  sql`${sql.ref(`${alias}.source_key`)} = any(array(select picked.source_key from picked))`;

/** Forgets what a load holds, and what others hold of it. */
export async function forgetHeld({ db, tenantId }: Scope, { table, source, load }: Written): Promise<void> {
  await sql`delete from fact_holds where tenant_id = ${tenantId} and fact = ${table} and source = ${source}
    and loaded_by = ${load}::uuid`.execute(db);
}

/**
 * Of the rows of a load with these keys, takes over those that the load in its place holds too; gives their keys. What
 * they were is kept, so that undoing gives them back.
 */
export async function takeOver(
  { db, tenantId, now }: TenantScope,
  { table, source, load }: Written,
  { by, keys }: { by: string; keys: readonly string[] },
): Promise<Set<string>> {
  const { rows } = await sql<{ source_key: string }>`
    with held as (
      delete from fact_holds where tenant_id = ${tenantIdWithGenericPlan(tenantId)} and fact = ${table}
        and source = ${source} and source_key = any(${keys}::text[]) and loaded_by = ${by}::uuid
        and written_by = ${load}::uuid
      returning source_key
    ), kept as (
      insert into fact_history (tenant_id, loaded_by, fact, source, source_key, before, is_gone, changed_at)
      select ${tenantId}, ${by}::uuid, ${table}, ${source}, t.source_key,
        to_jsonb(t.*) - 'tenant_id' - 'source' - 'source_key' || '{"isTakenOver": true}', false, ${now}
      from ${sql.table(table)} t where t.tenant_id = ${tenantIdWithGenericPlan(tenantId)} and t.source = ${source}
        and t.source_key = any(array(select source_key from held))
      on conflict do nothing
    )
    update ${sql.table(table)} t set loaded_by = ${by}::uuid
    where t.tenant_id = ${tenantIdWithGenericPlan(tenantId)} and t.source = ${source}
      and t.source_key = any(array(select source_key from held))
    returning t.source_key`.execute(db);
  return new Set(rows.map(({ source_key }) => source_key));
}
