import type pg from "pg";
import { schemas } from "./catalogue.ts";

/**
 * Takes foreign keys, triggers and indexes away for the open transaction, and gives what brings them back: rows then
 * come in any order, also where tables name each other in a circle, and each key is checked, and each index built, once
 * for all rows.
 */
export async function liftConstraints(client: pg.ClientBase): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_namespace n on n.oid = k.connamespace
     where n.nspname = any ($1) and k.contype = 'f' and k.conparentid = 0`,
    [schemas],
  );
  const { rows: triggers } = await client.query<{ table: string; name: string }>(
    `select t.tgrelid::regclass::text as table, quote_ident(t.tgname) as name from pg_trigger t
     join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and not t.tgisinternal and t.tgparentid = 0 and t.tgenabled = 'O'`,
    [schemas],
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_class own on own.oid = i.indexrelid
     join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'r' and not own.relispartition
       and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`,
    [schemas],
  );
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { table, name } of triggers) await client.query(`alter table ${table} disable trigger ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async () => {
    await client.query("set local maintenance_work_mem = '256MB'");
    for (const { definition } of indexes) await client.query(definition);
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`);
    }
    for (const { table, name } of triggers) await client.query(`alter table ${table} enable trigger ${name}`);
  };
}
