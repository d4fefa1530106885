import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { type OwnField, ownFieldName } from "../model/own-fields.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;
type FieldPlace = Pick<OwnField, "fact" | "number">;

/** The fields that a tenant keeps of its own. */
export async function selectOwnFields({ db, tenantId }: Scope): Promise<OwnField[]> {
  const { rows } = await sql<OwnField>`select fact, number, label from own_fields
    where tenant_id = ${tenantId} and removed_at is null order by fact, number`.execute(db);
  return rows;
}

export type KeptField = OwnField & { isBeingRemoved: boolean; values: number };

/** The same with those that are being removed, and how many values each has. */
export async function selectKeptFields({ db, tenantId }: Scope): Promise<KeptField[]> {
  const { rows } = await sql<KeptField>`select fact, number, label, removed_at is not null as "isBeingRemoved",
      (select count(*)::int from members
        where members.tenant_id = ${tenantId} and dimension = fact || '_own_' || number) as values
    from own_fields where tenant_id = ${tenantId} order by fact, number`.execute(db);
  return rows;
}

/** Takes the turn of a tenant's own fields, so that two of them never get the same number. */
export async function lockOwnFields({ db, tenantId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`own fields ${tenantId}`}, 0))`.execute(db);
}

/** Keeps a new field. */
export async function insertOwnField({ db, tenantId, now }: TenantScope, { fact, number, label }: OwnField) {
  await sql`insert into own_fields (tenant_id, fact, number, label, added_at)
    values (${tenantId}, ${fact}, ${number}, ${label}, ${now})`.execute(db);
}

/** Calls a field otherwise. */
export async function updateLabel({ db, tenantId }: Scope, { fact, number, label }: OwnField): Promise<void> {
  await sql`update own_fields set label = ${label}
    where tenant_id = ${tenantId} and fact = ${fact} and number = ${number}`.execute(db);
}

/** Hides a field. Its number stays taken until its values are cleared. */
export async function hideField({ db, tenantId, now }: TenantScope, { fact, number }: FieldPlace): Promise<void> {
  await sql`update own_fields set removed_at = ${now}
    where tenant_id = ${tenantId} and fact = ${fact} and number = ${number} and removed_at is null`.execute(db);
}

/** The last row of those that were cleared. */
export type ClearedUpTo = { source: string; key: string };

/** Clears the values of a field in the next rows; null after the last. No sums are by own fields, so no day changes. */
export async function clearValues(
  { db, tenantId }: Scope,
  { fact, number }: FieldPlace,
  { after, limit }: { after: ClearedUpTo; limit: number },
): Promise<ClearedUpTo | null> {
  const [table, column] = [sql.table(fact), sql.ref(`${ownFieldName(number)}_id`)];
  const { rows } = await sql<ClearedUpTo>`
    with piece as (
      select source, source_key from ${table}
      where tenant_id = ${tenantId} and (source, source_key) > (${after.source}, ${after.key})
      order by source, source_key limit ${limit}
    ), cleared as (
      update ${table} t set ${column} = null from piece
      where t.tenant_id = ${tenantId} and t.source = piece.source and t.source_key = piece.source_key
        and t.${column} is not null
    )
    select source, source_key as key from piece order by source desc, source_key desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Forgets a field whose values are cleared: in what loads have kept to be undone, its names, and itself. */
export async function forgetField({ db, tenantId }: Scope, { fact, number }: FieldPlace, dimension: string) {
  const column = `${ownFieldName(number)}_id`;
  await sql`update fact_history set before = before - ${column}::text
    where tenant_id = ${tenantId} and fact = ${fact} and before ? ${column}`.execute(db);
  await sql`delete from members where tenant_id = ${tenantId} and dimension = ${dimension}`.execute(db);
  await sql`delete from own_fields where tenant_id = ${tenantId} and fact = ${fact} and number = ${number}
    and removed_at is not null`.execute(db);
}
