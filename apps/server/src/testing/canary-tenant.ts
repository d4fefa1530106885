import type pg from "pg";

type Column = {
  table: string;
  column: string;
  type: string;
  isKey: boolean;
  isGenerated: boolean;
  check: string | null;
};

/** Every tenant's table with its columns, as the catalogue knows them. */
async function tenantColumns(pool: pg.Pool): Promise<Map<string, Column[]>> {
  const { rows } = await pool.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
       coalesce(a.attnum = any(k.conkey), false) as "isKey", a.attidentity <> '' or a.attgenerated <> '' as "isGenerated",
       (select pg_get_constraintdef(o.oid) from pg_constraint o
         where o.conrelid = c.oid and o.contype = 'c' and o.conkey = array[a.attnum] limit 1) as check
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     left join pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
     where c.relforcerowsecurity and c.relkind in ('r', 'p') and not c.relispartition order by c.relname, a.attnum`,
  );
  const tables = new Map<string, Column[]>();
  for (const row of rows) tables.set(row.table, [...(tables.get(row.table) ?? []), row]);
  return tables;
}

/** The word that is in every text of the tenant but its keys. */
export const canary = "canary";

/** Puts one row into every table of tenants for this one, in a database of the test alone; gives the texts of its keys. */
export async function fillCanaryTenant(pool: pg.Pool, tenantId: string): Promise<string[]> {
  const keys = new Set<string>();
  // Before its tables are locked below: the words of a check wait for the table that it is of.
  const tables = await tenantColumns(pool);
  const client = await pool.connect();
  try {
    await client.query("begin");
    // Rows that belong to no other row, and whose columns say nothing of each other, are enough here.
    const { rows } = await client.query<{ table: string; name: string }>(
      `select conrelid::regclass::text as table, conname as name from pg_constraint
       where (contype = 'f' or contype = 'c' and cardinality(conkey) > 1) and conrelid in (select oid from pg_class where relforcerowsecurity)`,
    );
    for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint "${name}"`);
    await client.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
    for (const [table, columns] of tables) {
      const writable = columns.filter(({ isGenerated }) => !isGenerated);
      const values = writable.map((column) => (column.column === "tenant_id" ? tenantId : readContent(column)));
      for (const [at, { isKey, column, type }] of writable.entries()) {
        if (isKey && column !== "tenant_id" && type === "text") keys.add(String(values[at]));
      }
      const names = writable.map(({ column }) => `"${column}"`).join(", ");
      const places = writable.map(({ type }, at) => `$${at + 1}::${type}`).join(", ");
      await client.query(`insert into ${table} (${names}) values (${places})`, values);
    }
    await client.query("commit");
  } finally {
    await client.query("rollback");
    client.release();
  }
  return [...keys];
}

function readContent({ table, column, type, isKey, check }: Column): unknown {
  const allowedText = /'((?:[^'])*)'::text/.exec(check ?? "")?.[1];
  if (allowedText !== undefined && !check?.includes("~") && !type.startsWith("json")) return allowedText;
  if (column === "time_zone") return "UTC";
  if (isKey && type === "text") return `key-${table}-${column}`;
  switch (type) {
    case "text":
    case "character varying":
      return check?.includes("~") ? "USD" : `${canary} ${table} ${column}`;
    case "text[]":
      return [`${canary} ${column}`];
    case "jsonb":
    case "json":
      return JSON.stringify({ [canary]: `${canary} ${table}` });
    case "boolean":
      return false;
    case "timestamp with time zone":
      return new Date("2026-03-01T10:00:00Z");
    case "date":
      return "2026-03-01";
    case "uuid":
      return "00000000-0000-4000-8000-0000000000bb";
    case "bytea":
      return Buffer.from([1]);
    default:
      return type.endsWith("[]") ? [] : readNumber(check ?? "");
  }
}

/** Seven, or what is next to it in the range of a check. */
function readNumber(check: string): number {
  const least = Number(/>=? \(?(\d+)/.exec(check)?.[1] ?? 7);
  const most = Number(/<= \(?(\d+)/.exec(check)?.[1] ?? 7);
  return Math.min(Math.max(7, least), Math.max(most, least));
}

/** A fingerprint of all rows of a tenant, which is another one as soon as any of them is changed, added or removed. */
export async function fingerprintTenant(pool: pg.Pool, tenantId: string): Promise<Record<string, string>> {
  const fingerprints: Record<string, string> = {};
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('app.tenant_id', $1, true)", [tenantId]);
    for (const table of (await tenantColumns(pool)).keys()) {
      const { rows } = await client.query(
        `select coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as fingerprint from ${table} t where tenant_id = $1`,
        [tenantId],
      );
      fingerprints[table] = rows[0].fingerprint;
    }
  } finally {
    await client.query("rollback");
    client.release();
  }
  return fingerprints;
}
