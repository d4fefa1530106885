import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseTypes } from "../../testing/database-types.ts";
import { createTestDatabase } from "../../testing/test-database.ts";

/** Tables that hold no tenant's rows. A table is either here or behind the tenant wall. */
const platformTables = [
  "account_providers",
  "account_sessions",
  "accounts",
  "announcements",
  "assistant_counts",
  "assistant_prompts",
  "attention_marks",
  "backups",
  "custom_models",
  "embed_clients",
  "embed_keys",
  "embed_links",
  "embed_use",
  "embed_visitors",
  "health_checks",
  "health_samples",
  "health_spans",
  "incident_checks",
  "incident_notes",
  "incident_tenants",
  "incidents",
  "job_schedules",
  "log_counts",
  "log_groups",
  "log_lines",
  "log_searches",
  "mail_outbox",
  "maintenance_windows",
  "model_preloads",
  "model_providers",
  "model_pulls",
  "model_trials",
  "one_time_codes",
  "platform_volumes",
  "rollup_shapes",
  "schema_migrations",
  "service_accounts",
  "service_keys",
  "settings",
  "sign_in_attempts",
  "sign_in_origins",
  "signing_keys",
  "signup_requests",
  "source_states",
  "tenant_volumes",
  "tenants",
  "usage_beginning",
  "users",
  "webhook_deliveries",
  "webhooks",
];
/**
 * Platform tables that name a tenant all the same: whose reports are open to clients, whom a log line is about, who
 * asked for one, where people belong, how its sources and facts are.
 */
const namingTenants = [
  "embed_clients",
  "embed_links",
  "log_lines",
  "signup_requests",
  "source_states",
  "tenant_volumes",
  "users",
];

const wall = "(tenant_id = NULLIF(current_setting('app.tenant_id'::text, true), ''::text))";
/** Rows of tenants that platform admins look after too: open to the tenant and to the platform. */
const sharedTables = [
  "announcement_reads",
  "assistant_limits",
  "assistant_usage",
  "document_parts",
  "document_versions",
  "evaluation_cases",
  "evaluation_results",
  "evaluation_runs",
  "evaluation_sets",
  "feedback",
  "feedback_screenshots",
  "message_queue",
  "model_policies",
  "model_trial_results",
  "passage_spellings",
  "passage_words",
  "passages",
  "question_coverage",
  "report_requests",
  "training_answers",
  "training_documents",
  "training_examples",
  "training_sites",
  "training_use",
  "training_versions",
  "training_words",
  "usage_counts",
  "usage_people",
];
/** Those of them whose rows of the platform every tenant reads. */
const inheritedTables = [
  "assistant_limits",
  "model_policies",
  "passage_spellings",
  "passage_words",
  "passages",
  "training_answers",
  "training_documents",
  "training_examples",
  "training_versions",
  "training_words",
];
const sharedWall = `(${wall} OR (current_setting('app.tenant_id'::text, true) = 'platform'::text))`;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;
let tenantTables: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("select make_log_days('2026-01-01', '2026-01-02')");
  // A partition has the rules of its table, and is reached through it.
  const tables = await names(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`);
  tenantTables = tables.filter((name) => !platformTables.includes(name));
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

async function names(query: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(query, values);
  return rows.map(({ name }) => name).sort();
}

test("no product table lives outside the schema that is checked here", async () => {
  const schemas = await names(`select distinct nspname as name from pg_class join pg_namespace n on n.oid = relnamespace
    where relkind in ('r', 'p') and nspname not in ('pg_catalog', 'information_schema')`);
  expect(schemas).toEqual(["graphile_worker", "public"]);
});

test("every platform table on the list exists and has no tenant column that would want a wall", async () => {
  const existing = await names(
    "select relname as name from pg_class where relname = any($1) and relkind in ('r', 'p')",
    [platformTables],
  );
  expect(existing).toEqual(platformTables);
  const walled = await names(
    `select table_name as name from information_schema.columns
    where table_name = any($1) and column_name = 'tenant_id'`,
    [platformTables],
  );
  expect(walled).toEqual(namingTenants);
});

test("partitions are those of the logs, and none has rows of its own to protect", async () => {
  expect(await names("select relname as name from pg_class where relispartition and relkind = 'r'")).toEqual([
    "log_lines_20260101",
    "log_lines_20260102",
  ]);
  const parents =
    await names(`select distinct p.relname as name from pg_inherits i join pg_class p on p.oid = i.inhparent
    join pg_class c on c.oid = i.inhrelid where c.relkind = 'r'`);
  expect(parents).toEqual(["log_lines"]);
  expect(platformTables).toEqual(expect.arrayContaining(parents));
});

test("every other table forces row-level security", async () => {
  const forced = await names(
    "select relname as name from pg_class where relname = any($1) and relrowsecurity and relforcerowsecurity",
    [tenantTables],
  );
  expect(forced).toEqual([...tenantTables].sort());
});

test("every tenant table has exactly one policy for the application, permissive, for all commands, that names the tenant both ways", async () => {
  const { rows } = await client.query(
    `select tablename, permissive, cmd, qual, with_check, roles::text from pg_policies
    where schemaname = 'public' and policyname not in ('whole_read', 'platform_read')`,
  );
  expect(rows.map((row) => row.tablename).sort()).toEqual([...tenantTables].sort());
  for (const row of rows) {
    expect(row).toMatchObject({
      permissive: "PERMISSIVE",
      cmd: "ALL",
      qual: sharedTables.includes(row.tablename) ? sharedWall : wall,
      with_check: sharedTables.includes(row.tablename) ? sharedWall : wall,
      roles: "{public}",
    });
  }
});

test("a tenant reads the platform's own rows of some tables, and only reads them", async () => {
  const { rows } = await client.query(
    "select tablename, permissive, cmd, qual, with_check from pg_policies where policyname = 'platform_read' order by 1",
  );
  expect(rows.map((row) => row.tablename)).toEqual(inheritedTables);
  for (const row of rows) {
    expect(row).toMatchObject({
      permissive: "PERMISSIVE",
      cmd: "SELECT",
      qual: "((tenant_id = 'platform'::text) AND (NULLIF(current_setting('app.tenant_id'::text, true), ''::text) IS NOT NULL))",
      with_check: null,
    });
  }
});

test("the owner of the tables alone may read the rows of all tenants, and only where it says so", async () => {
  const { rows } = await client.query(
    `select tablename, permissive, cmd, qual, with_check, roles::text = '{' || current_user || '}' as "isOwners"
    from pg_policies where policyname = 'whole_read'`,
  );
  expect(rows.map((row) => row.tablename).sort()).toEqual([...tenantTables].sort());
  for (const row of rows) {
    expect(row).toMatchObject({
      permissive: "PERMISSIVE",
      cmd: "SELECT",
      qual: "(current_setting('app.whole_read'::text, true) = 'on'::text)",
      with_check: null,
      isOwners: true,
    });
  }
  await client.query(`begin; set local app.tenant_id = 'north'; set local app.whole_read = 'on';
    insert into data_keys values ('north', 1, '', '', now())`);
  const count = async () => (await client.query("select count(*)::int as n from data_keys")).rows[0].n;
  await client.query("set local app.tenant_id = ''");
  expect(await count()).toBe(1);
  await client.query("set local role console_app");
  expect(await count()).toBe(0);
  await client.query("rollback");
});

test("the tenant leads the primary key, every unique key and every foreign key of a tenant table", async () => {
  const { rows } = await client.query<{ name: string; kind: string; leading: string }>(
    `select i.indexrelid::regclass::text as name, c.relname as kind, a.attname as leading
     from pg_index i join pg_class c on c.oid = i.indrelid
     join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
     where c.relname = any($1) and i.indisunique
     union all
     select conname, c.relname, a.attname from pg_constraint k join pg_class c on c.oid = k.conrelid
     join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
     where c.relname = any($1) and k.contype = 'f'`,
    [tenantTables],
  );
  expect(rows.filter((row) => row.leading !== "tenant_id")).toEqual([]);
  const withPrimaryKey = await names(
    "select c.relname as name from pg_index i join pg_class c on c.oid = i.indrelid where i.indisprimary and c.relname = any($1)",
    [tenantTables],
  );
  expect(withPrimaryKey).toEqual([...tenantTables].sort());
});

test("tenant tables have no triggers, which a sharded database would refuse", async () => {
  expect(
    await names(
      "select tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relname = any($1) and not tgisinternal",
      [tenantTables],
    ),
  ).toEqual([]);
});

test("no view or materialised view opens a way around the wall", async () => {
  const views = await names(`select relname as name from pg_class where relnamespace = 'public'::regnamespace
    and (relkind = 'm' or (relkind = 'v' and not coalesce(reloptions::text like '%security_invoker=true%', false)))`);
  expect(views).toEqual([]);
});

test("functions that run with the owner's rights are a literal list", async () => {
  expect(
    await names("select proname as name from pg_proc where prosecdef and pronamespace = 'public'::regnamespace"),
  ).toEqual([
    "audit_before_chains",
    "drop_job",
    "drop_log_days",
    "enqueue_job",
    "failed_source_runs",
    "list_audit_chains",
    "list_jobs",
    "list_ledgers",
    "list_schedules",
    "make_log_days",
    "queue_state",
    "remove_ledger",
    "run_job",
    "source_run_days",
    "write_ledger",
  ]);
});

test("the table types in the code are those of the migrated database", async () => {
  const committed = readFileSync(new URL("./schema.gen.ts", import.meta.url), "utf8");
  expect(await databaseTypes(database.url), "run npm run types").toBe(committed);
});
