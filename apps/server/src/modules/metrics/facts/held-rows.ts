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

/**
 * Looks through a piece of the rows of a load, and hands those that later loads hold too over to these, as if they had
 * written them. Gives how many these are and the last key that it has looked at, which is null at the end.
 */
export async function handOver(
  scope: Scope,
  written: Written,
  { after, limit }: { after: string; limit: number },
): Promise<{ rows: number; last: string | null }> {
  const { table, source, load } = written;
  const { rows } = await sql<{ source_key: string; holder: string | null }>`
    -- Limited before a holder is looked up: each piece would look one up for all rows that are left.
    with looked_at as materialized (
      select source_key from ${sql.table(table)} where tenant_id = ${scope.tenantId} and source = ${source}
        and loaded_by = ${load}::uuid and source_key > ${after} order by source_key limit ${limit}
    )
    select source_key, ${firstHolder(scope, written, "looked_at")} as holder from looked_at
    order by source_key`.execute(scope.db);
  const held = rows.filter(({ holder }) => holder !== null);
  for (const { holder, keys } of groupBy(held, ({ holder }) => ({ holder: String(holder) }))) {
    await sql`with taken as (
        update ${sql.table(table)} set loaded_by = ${holder}::uuid
        where tenant_id = ${scope.tenantId} and source = ${source} and source_key = any(${keys}::text[])
      ), ${passOn(scope, written, { holder, keys })}
      select`.execute(scope.db);
  }
  return { rows: held.length, last: rows.at(-1)?.source_key ?? null };
}

const historyAtOnce = 2000;

/** What later loads would come back to was a state of a load that is undone: where another load holds it, it is that one's. */
export async function handOverHistory(scope: Scope, written: Written): Promise<void> {
  const { table, source, load } = written;
  let after = "";
  for (;;) {
    const { rows } = await sql<{ source_key: string; later: string; holder: string | null }>`
      with looked_at as materialized (
        select source_key, loaded_by from fact_history where tenant_id = ${scope.tenantId} and fact = ${table}
          and source = ${source} and before->>'loaded_by' = ${load} and not before ? 'isRemoved'
          and source_key > ${after} order by source_key fetch first ${sql.raw(String(historyAtOnce))} rows with ties
      )
      select source_key, loaded_by as later, ${firstHolder(scope, written, "looked_at")} as holder from looked_at
      order by source_key`.execute(scope.db);
    const held = rows.filter(({ holder }) => holder !== null);
    const groups = groupBy(held, ({ holder, later }) => ({ holder: String(holder), later }));
    for (const { holder, later, keys } of groups) {
      await sql`with kept as (
          update fact_history set before = before || jsonb_build_object('loaded_by', ${holder}::text)
          where tenant_id = ${scope.tenantId} and fact = ${table} and source = ${source}
            and source_key = any(${keys}::text[]) and loaded_by = ${later}::uuid
        ), ${passOn(scope, written, { holder, keys })}
        select`.execute(scope.db);
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.source_key;
  }
}

/** The keys of rows that are alike in something. */
function groupBy<Row extends { source_key: string }, Group extends Record<string, string>>(
  rows: readonly Row[],
  toGroup: (row: Row) => Group,
): (Group & { keys: string[] })[] {
  const groups = new Map<string, Group & { keys: string[] }>();
  for (const row of rows) {
    const group = toGroup(row);
    const name = Object.values(group).join(" ");
    const known = groups.get(name) ?? { ...group, keys: [] };
    known.keys.push(row.source_key);
    groups.set(name, known);
  }
  return [...groups.values()];
}

/** Parts of a statement that give a holder what was before the rows with some keys, and what others hold of them. */
function passOn(
  { tenantId }: Pick<Scope, "tenantId">,
  { table, source, load }: Written,
  { holder, keys }: { holder: string; keys: readonly string[] },
) {
  // By the keys alone: fresh rows are in no statistics, and a join would compare each with each.
  const isOwn = sql`tenant_id = ${tenantId} and fact = ${table} and source = ${source}
    and source_key = any(${keys}::text[])`;
  return sql`passed_on as (
      update fact_history set loaded_by = ${holder}::uuid where ${isOwn} and loaded_by = ${load}::uuid
    ), released as (
      delete from fact_holds where ${isOwn} and loaded_by = ${holder}::uuid
    ), held_on as (
      update fact_holds set written_by = ${holder}::uuid where ${isOwn} and loaded_by <> ${holder}::uuid
        and written_by = ${load}::uuid
    )`;
}

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
