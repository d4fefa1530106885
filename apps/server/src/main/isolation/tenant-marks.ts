import { sql } from "kysely";
import { findTenant, listTenantIds, selectTenantPeople } from "../../modules/directory/index.ts";
import { type Context, platformTenant } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { listTenantTables, type TenantTable } from "../../platform/db/tenant-tables.ts";

/** What a stranger is given, and what must not come back. */
export type TenantMarks = {
  tables: readonly TenantTable[];
  /** Real ids of rows of the tenant. */
  keys: readonly string[];
  /** Texts of the tenant's rows that are its own alone, as far as can be told. */
  texts: ReadonlySet<string>;
  tenant: { id: string; name: string };
  /** One of the tenant's people who looks after it, or someone invented. */
  owner: string;
};

/** So many rows of each table lend their ids, and so many their texts. */
const keysPerTable = 2;
const textsPerTable = 100;
const mostMembers = 2000;
const mostPeople = 20;
/** Whether others have the same texts is looked up with so many of them. */
const mostOthers = 10;
const nameColumns = ["name", "title", "email", "reference", "order_reference", "receipt_key", "source_key", "text"];

/** Shorter or plainer texts, days and times may stand in anyone's answer. */
function isTelling(text: string): boolean {
  return text.length >= 8 && /[^a-z]/.test(text.slice(1)) && !/^\d{4}-\d\d-\d\d/.test(text);
}

/** Takes ids and texts from the rows of a tenant; what also stands in the product's own words, or with others, is left out. */
export async function tenantMarks(
  context: Omit<Context, "db">,
  database: Database,
  productWords: string,
): Promise<TenantMarks | null> {
  const marks = await database.inTenant(context.tenantId, (db) => readMarks({ ...context, db }));
  if (!marks) return null;
  const own = [...marks.texts].filter((text) => !productWords.includes(JSON.stringify(text).slice(1, -1)));
  const shared = await listForeignTexts(context, database, marks.tables, own);
  return { ...marks, texts: new Set(own.filter((text) => !shared.has(text))) };
}

async function readMarks(context: Context): Promise<TenantMarks | null> {
  const { db, tenantId } = context;
  const document = await findTenant(context, tenantId);
  if (!document) return null;
  const tenant = { id: document.id, name: document.name };
  const tables = await listTenantTables(db);
  const [keys, texts] = [new Set<string>(), new Set<string>()];
  for (const table of tables) {
    for (const [place, row] of (await readRows(context, table)).entries()) {
      if (place < keysPerTable) for (const key of row.keys) if (isText(key) && key.length >= 3) keys.add(key);
      for (const text of [...row.keys, ...row.names]) if (isText(text) && isTelling(text)) texts.add(text);
    }
  }
  const people = await selectTenantPeople(context, tenantId, mostPeople);
  for (const { uid, email, name } of people) {
    keys.add(uid);
    for (const text of [uid, email, name]) if (text !== null && isTelling(text)) texts.add(text);
  }
  const owner = people.find(({ role }) => role === "manager")?.uid ?? "(owner)";
  return { tables, tenant, owner, keys: [...keys], texts };
}

const isText = (value: unknown): value is string => typeof value === "string";

/** The newest rows, as far as their keys tell; what is no text is no id that an address can name. */
async function readRows({ db, tenantId }: Context, { name, keys, columns }: TenantTable) {
  const list = (of: readonly string[]) =>
    of.length === 0
      ? sql`'[]'::jsonb`
      : sql`jsonb_build_array(${sql.join(of.map((column) => sql.ref(`r.${column}`)))})`;
  const { rows } = await sql<{ keys: unknown[]; names: unknown[] }>`
    select ${list(keys)} as keys, ${list(namesAmong(columns))} as names from ${sql.table(name)} as r
    where r.tenant_id = ${tenantId} limit ${name === "members" ? mostMembers : textsPerTable}`.execute(db);
  return rows;
}

const namesAmong = (columns: readonly string[]) => columns.filter((column) => nameColumns.includes(column));

/** Which of the texts rows of other tenants hold too. */
async function listForeignTexts(
  { tenantId }: Omit<Context, "db">,
  database: Database,
  tables: readonly TenantTable[],
  texts: readonly string[],
): Promise<Set<string>> {
  const ids = await database.inTenant(platformTenant, (db) => listTenantIds({ db }));
  const others = ids.filter((id) => id !== tenantId).slice(0, mostOthers);
  const shared = new Set<string>();
  const parts = tables.flatMap(({ name, columns }) =>
    namesAmong(columns).map(
      (column) => sql`select ${sql.ref(column)}::text as text from ${sql.table(name)}
        where tenant_id = current_setting('app.tenant_id') and ${sql.ref(column)}::text = any(${texts}::text[])`,
    ),
  );
  for (const id of parts.length === 0 ? [] : others) {
    const { rows } = await database.inTenant(id, (db) =>
      sql<{ text: string }>`select distinct text from (${sql.join(parts, sql` union all `)}) found`.execute(db),
    );
    for (const { text } of rows) shared.add(text);
  }
  return shared;
}

/** What of a tenant an answer holds; null when it holds nothing. What the caller said themselves is no news. */
export function findMark(answer: unknown, { texts, tenant }: TenantMarks, said: unknown): string | null {
  const inputTexts = new Set(textsIn(said));
  for (const text of textsIn(answer)) if (texts.has(text) && !inputTexts.has(text)) return text;
  return namesTenant(answer, tenant) ? tenant.name : null;
}

/** What of a tenant a call names: one of its rows, or itself; null when it names nothing that is the tenant's alone. */
export function findNamedRow(input: Record<string, unknown>, { texts, tenant }: TenantMarks): string | null {
  for (const text of textsIn(input)) if (texts.has(text)) return text;
  return input.tenantId === tenant.id ? tenant.id : null;
}

/** Every text that stands in a value, each line and cell of a longer one by itself too. */
function* textsIn(value: unknown): Generator<string> {
  if (typeof value === "string") {
    yield value;
    if (/[\n,;"]/.test(value)) for (const part of value.split(/[\r\n,;"]+/)) yield part.trim();
  } else if (typeof value === "object" && value !== null) {
    for (const [key, one] of Object.entries(value)) {
      yield key;
      yield* textsIn(one);
    }
  }
}

/** Ids and names of tenants may be common words: they tell something only where a tenant is named. */
function namesTenant(value: unknown, tenant: TenantMarks["tenant"]): boolean {
  if (typeof value !== "object" || value === null) return false;
  if ("id" in value && value.id === tenant.id && "name" in value && value.name === tenant.name) return true;
  return Object.entries(value).some(([key, one]) => {
    if (/^(?:tenant|aboutTenant)/.test(key) && (one === tenant.id || one === tenant.name)) return true;
    return namesTenant(one, tenant);
  });
}
