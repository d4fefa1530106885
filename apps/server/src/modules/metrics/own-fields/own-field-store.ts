import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { type OwnField, ownFieldName } from "../model/own-fields.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;
type FieldPlace = Pick<OwnField, "fact" | "number">;

/** A field with an id of its own: its number may have been another field's before. */
export type IdentifiedField = OwnField & { id: string };

/** The fields that a tenant keeps of its own. */
export async function selectOwnFields({ db, tenantId }: Scope): Promise<IdentifiedField[]> {
  const { rows } = await sql<IdentifiedField>`select fact, number, label, id from own_fields
    where tenant_id = ${tenantId} and removed_at is null order by fact, number`.execute(db);
  return rows;
}

export type KeptField = IdentifiedField & { isBeingRemoved: boolean; values: number };

/** The same with those that are being removed, and how many values each has. */
export async function selectKeptFields({ db, tenantId }: Scope): Promise<KeptField[]> {
  const { rows } = await sql<KeptField>`select fact, number, label, id, removed_at is not null as "isBeingRemoved",
      (select count(*)::int from members
        where members.tenant_id = ${tenantId} and dimension = fact || '_own_' || number) as values
    from own_fields where tenant_id = ${tenantId} and cleared_at is null order by fact, number`.execute(db);
  return rows;
}

/** The numbers of a table that were a field's before and are free again, the one that has rested longest first. */
export async function selectRestedNumbers({ db, tenantId }: Scope, fact: string): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`select number from own_fields
    where tenant_id = ${tenantId} and fact = ${fact} and cleared_at is not null order by cleared_at, number`.execute(
    db,
  );
  return rows.map(({ number }) => number);
}

/** Takes the turn of a tenant's own fields, so that two of them never get the same number. */
export async function lockOwnFields({ db, tenantId }: Scope): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`own fields ${tenantId}`}, 0))`.execute(db);
}

/** Keeps a new field, and gives its id. */
export async function insertOwnField(
  { db, tenantId, now }: TenantScope,
  { fact, number, label }: OwnField,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`insert into own_fields (tenant_id, fact, number, label, added_at)
    values (${tenantId}, ${fact}, ${number}, ${label}, ${now})
    on conflict (tenant_id, fact, number) do update set label = excluded.label, added_at = excluded.added_at,
      removed_at = null, cleared_at = null, id = gen_random_uuid()
      where own_fields.cleared_at is not null
    returning id`.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The number of the field is taken.");
  return row.id;
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

type ClearedField = FieldPlace & { id?: string | null | undefined };

/** Whether the values of a field are still to be cleared: not where its number is another field's by now. */
export async function isToBeCleared({ db, tenantId }: Scope, { fact, number, id = null }: ClearedField) {
  const { rows } = await sql`select from own_fields where tenant_id = ${tenantId} and fact = ${fact}
    and number = ${number} and id = coalesce(${id}::uuid, id) and removed_at is not null and cleared_at is null for update`.execute(
    db,
  );
  return rows.length > 0;
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

/** Forgets a field whose values are cleared: in what loads have kept to be undone, its names, and its own. */
export async function forgetField({ db, tenantId, now }: TenantScope, { fact, number }: FieldPlace, dimension: string) {
  const column = `${ownFieldName(number)}_id`;
  await sql`update fact_history set before = before - ${column}::text
    where tenant_id = ${tenantId} and fact = ${fact} and before ? ${column}`.execute(db);
  await sql`delete from members where tenant_id = ${tenantId} and dimension = ${dimension}`.execute(db);
  await sql`update own_fields set label = '', cleared_at = ${now} where tenant_id = ${tenantId} and fact = ${fact}
    and number = ${number} and removed_at is not null`.execute(db);
}
