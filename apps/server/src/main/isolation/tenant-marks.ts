import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import { listTenantTables, type TenantTable } from "../../platform/db/tenant-tables.ts";

/** What a stranger is given, and what must not come back. */
export type TenantMarks = {
  tables: readonly TenantTable[];
  /** Real ids of rows of the tenant. */
  keys: readonly string[];
  /** Texts that only this tenant's answers hold. */
  texts: readonly string[];
  tenant: { id: string; name: string };
};

/** So many rows of each table lend their ids. */
const perTable = 2;
const mostPeople = 5;
/** Shorter or plainer texts may stand in anybody's answer. */
const isTelling = (text: string) => text.length >= 8 && /[^a-z]/.test(text.slice(1));
const nameColumns = ["name", "title", "email", "reference", "order_reference", "receipt_key"];

/** Takes ids and names from the rows of a tenant. Ask in a transaction of the tenant. */
export async function tenantMarks(context: Context): Promise<TenantMarks | null> {
  const { db, tenantId } = context;
  const tenant = await db.selectFrom("tenants").select(["id", "name"]).where("id", "=", tenantId).executeTakeFirst();
  if (!tenant) return null;
  const tables = await listTenantTables(db);
  const [keys, texts] = [new Set<string>(), new Set<string>()];
  for (const table of tables) {
    for (const row of await rowsOf(context, table)) {
      for (const key of row.keys) if (typeof key === "string" && key.length >= 3) keys.add(key);
      for (const text of [...row.keys, ...row.names]) if (typeof text === "string" && isTelling(text)) texts.add(text);
    }
  }
  const people = await db
    .selectFrom("users")
    .select(["uid", "email", "name"])
    .where("tenant_id", "=", tenantId)
    .limit(mostPeople)
    .execute();
  for (const { uid, email, name } of people) {
    keys.add(uid);
    for (const text of [uid, email, name]) if (text !== null && isTelling(text)) texts.add(text);
  }
  return { tables, tenant, keys: [...keys], texts: [...texts] };
}

/** The newest rows, as far as their keys tell; what is no text is no id that an address can name. */
async function rowsOf({ db, tenantId }: Context, { name, keys, columns }: TenantTable) {
  const named = columns.filter((column) => nameColumns.includes(column));
  const list = (of: readonly string[]) =>
    of.length === 0
      ? sql`'[]'::jsonb`
      : sql`jsonb_build_array(${sql.join(of.map((column) => sql.ref(`r.${column}`)))})`;
  const { rows } = await sql<{ keys: unknown[]; names: unknown[] }>`
    select ${list(keys)} as keys, ${list(named)} as names from ${sql.table(name)} as r
    where r.tenant_id = ${tenantId} limit ${perTable}`.execute(db);
  return rows;
}

/** What of a tenant an answer holds; null when it holds nothing. What the stranger said themselves is no news. */
export function markIn(answer: unknown, { texts, tenant }: TenantMarks, said: string): string | null {
  const body = JSON.stringify(answer ?? null);
  const text = texts.find((one) => one !== said && body.includes(JSON.stringify(one).slice(1, -1)));
  if (text !== undefined) return text;
  return namesTenant(answer, tenant) ? tenant.name : null;
}

/** Ids and names of tenants may be common words: they tell something only where a tenant is named. */
function namesTenant(value: unknown, tenant: TenantMarks["tenant"]): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([key, one]) => {
    if (/^(?:tenant|aboutTenant)/.test(key) && (one === tenant.id || one === tenant.name)) return true;
    return namesTenant(one, tenant);
  });
}
