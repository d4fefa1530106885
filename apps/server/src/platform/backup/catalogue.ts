import type pg from "pg";
import { listApplied } from "../db/migrate.ts";
import type { Manifest, Partition } from "./manifest.ts";

/** The schemas that the product keeps rows in. */
export const schemas = ["public", "graphile_worker"] as const;

/** A table that holds rows itself, with the columns that are stored and not computed. */
export type Table = { schema: string; name: string; columns: string[]; root: string };

/** The queue's own record of its migrations comes with the queue. */
const ownedByQueue = "graphile_worker.migrations";

/** All tables and partitions that hold rows. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as root,
       array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'r' order by 1, 2`,
    [schemas],
  );
  return rows.filter(({ schema, name }) => `${schema}.${name}` !== ownedByQueue);
}

/** All partitions, those that are divided themselves before their parts. */
export async function listPartitions(client: pg.ClientBase): Promise<(Partition & { root: string })[]> {
  const { rows } = await client.query<Partition & { root: string }>(
    `select n.nspname as schema, c.relname as name, pn.nspname as "parentSchema", p.relname as parent,
       pg_get_expr(c.relpartbound, c.oid) as bound, pg_get_partkeydef(c.oid) as "dividedBy",
       c.relforcerowsecurity as "isWalled",
       pg_partition_root(c.oid)::regclass::text as root
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_inherits i on i.inhrelid = c.oid
     join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace
     where n.nspname = any ($1) and c.relispartition and c.relkind in ('r', 'p')
     order by (select count(*) from pg_partition_ancestors(c.oid)), 1, 2`,
    [schemas],
  );
  return rows;
}

/** Where every sequence stands. They move outside of transactions: read last, they are past every row. */
export async function readSequences(client: pg.ClientBase): Promise<Manifest["sequences"]> {
  const { rows: names } = await client.query<{ schema: string; name: string }>(
    `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'S' order by 1, 2`,
    [schemas],
  );
  const sequences: Manifest["sequences"] = [];
  for (const { schema, name } of names) {
    const { rows } = await client.query<{ value: string; isUsed: boolean }>(
      `select last_value::text as value, is_called as "isUsed" from ${quoteName(schema, name)}`,
    );
    for (const row of rows) sequences.push({ schema, name, value: row.value, isUsed: row.isUsed });
  }
  return sequences;
}

/** Which migrations the database has, and the last one of the queue. */
export async function readVersion(
  client: pg.ClientBase,
): Promise<Pick<Manifest, "migrations" | "queueMigration" | "server">> {
  const migrations = await listApplied(client);
  const { rows } = await client.query<{ queue: number; server: string }>(
    `select (select max(id)::int from graphile_worker.migrations) as queue, current_setting('server_version') as server`,
  );
  return { migrations, queueMigration: rows[0]?.queue ?? 0, server: rows[0]?.server ?? "" };
}

/** A name for SQL, whatever is in it. */
export function quoteName(...parts: readonly string[]): string {
  return parts.map((part) => `"${part.replaceAll('"', '""')}"`).join(".");
}

/** COPY writes values in the forms that these choose: here and there they must be the same. */
export const copyFormats = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local timezone = 'UTC';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0; set local lock_timeout = 0;
  set local idle_in_transaction_session_timeout = 0; set local client_encoding = 'UTF8'`;
