import { sql } from "kysely";
import type { Db } from "./database.ts";

/** A table whose rows belong to tenants. */
export type TenantTable = {
  name: string;
  columns: readonly string[];
  /** What tells its rows apart, besides the tenant. */
  keys: readonly string[];
};

/** All tables behind the tenant wall, as the catalogue of the database knows them; those that name others come first. */
export async function listTenantTables(db: Db): Promise<TenantTable[]> {
  const { rows } = await sql<TenantTable & { referenced: string[] }>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
      array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
        where i.indrelid = c.oid and i.indisprimary and a.attname <> 'tenant_id' order by a.attnum) as keys,
      array(select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as referenced
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relforcerowsecurity
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id')
    order by c.relname`.execute(db);
  const ordered: TenantTable[] = [];
  const remaining = new Map(rows.map((row) => [row.name, row]));
  while (remaining.size > 0) {
    const free = [...remaining.values()].filter(
      ({ name }) => ![...remaining.values()].some(({ referenced: named }) => named.includes(name)),
    );
    if (free.length === 0) throw new Error("Tenant tables name each other in a circle.");
    for (const { referenced: _, ...table } of free) {
      remaining.delete(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}
