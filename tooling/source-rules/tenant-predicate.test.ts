import { expect, test } from "vitest";
import { checkFile } from "./check-file.mjs";
import { readTenantTables } from "./read-tenant-tables.mjs";

const file = "apps/server/src/platform/audit/entry-store.ts";

/** What the rule says about a planted file. */
function refusals(text: string, at = file): string[] {
  return checkFile(at, text).filter((problem: string) => problem.startsWith("say-the-tenant-in-sql"));
}

test("the tables of tenants are those of the generated types", () => {
  const tables = readTenantTables();
  expect([...tables]).toEqual(expect.arrayContaining(["audit_entries", "audit_heads", "data_keys", "events", "users"]));
  expect(tables.has("mail_outbox")).toBe(false);
});

test.each([
  ["a select", "sql`select 1 from audit_entries where act = 'x'`"],
  ["a select that only shows the tenant", "sql`select tenant_id from audit_entries`"],
  ["a comparison with nothing but itself", "sql`select 1 from audit_entries e where e.tenant_id = e.tenant_id`"],
  ["an update", "sql`update audit_entries set act = 'x'`"],
  ["a delete", `sql\`delete from audit_entries where at < \${instant}\``],
  ["an insert", "sql`insert into audit_entries (act) values ('x')`"],
  [
    "a second table",
    `sql\`select 1 from audit_entries e join audit_heads h on h.seq = e.seq where e.tenant_id = \${tenant}\``,
  ],
  ["a plain text that is SQL", "const text = 'select act from audit_entries where true';"],
  ["a select of the query builder", 'db.selectFrom("audit_entries").select("at").where("act", "=", act).execute();'],
  [
    "a select of the query builder that only shows the tenant",
    'db.selectFrom("audit_entries").select("tenant_id").execute();',
  ],
  ["a delete of the query builder", 'db.deleteFrom("audit_entries").where("at", "<", instant).execute();'],
  ["an insert of the query builder", 'db.insertInto("audit_entries").values({ act }).execute();'],
])("a statement on rows of tenants that says no tenant is refused: %s", (_, text) => {
  expect(refusals(text)).toEqual([
    `say-the-tenant-in-sql: ${file}:1: "audit_entries" has rows of tenants and the statement does not say of which`,
  ]);
});

test("a join of the query builder that leaves the tenant out is refused", () => {
  const text = `db.selectFrom("audit_entries as e").innerJoin("audit_heads as h", "h.seq", "e.seq")
    .where("e.tenant_id", "=", tenantId)`;
  expect(refusals(text)).toHaveLength(2);
});

test.each([
  ["a select", `sql\`select 1 from audit_entries where tenant_id = \${tenantId}\``],
  ["several tenants", `sql\`select 1 from audit_entries where tenant_id = any(\${ids}::text[])\``],
  [
    "a join",
    `sql\`select 1 from audit_entries e join audit_heads h on h.tenant_id = e.tenant_id where e.tenant_id = \${tenant}\``,
  ],
  ["an insert", `sql\`insert into audit_entries (tenant_id, act) values (\${tenantId}, 'x')\``],
  ["the query builder", 'db.selectFrom("audit_entries as e").where("e.tenant_id", "=", tenantId).execute();'],
  ["an insert of the query builder", 'db.insertInto("audit_entries").values({ tenant_id: tenantId, act }).execute();'],
  ["a table without tenants", 'sql`select 1 from mail_outbox`; db.selectFrom("mail_outbox").selectAll();'],
])("a statement that says its tenant may stand: %s", (_, text) => {
  expect(refusals(text)).toEqual([]);
});

test("a statement about all tenants says why", () => {
  const statement = "await sql`select count(*) from audit_entries`.execute(db);";
  expect(refusals(`// across tenants: the size of the whole log\n${statement}`)).toEqual([]);
  expect(refusals(`// across tenants:\n${statement}`)).toHaveLength(1);
  expect(refusals(`// across tenants: the size of the log\nconst one = 1;\n${statement}`)).toHaveLength(1);
});

test("the rule is the platform's; its tests may look at everything", () => {
  const text = "sql`select 1 from audit_entries`";
  expect(refusals(text, "apps/server/src/modules/directory/user-store.ts")).toEqual([]);
  expect(refusals(text, "apps/server/src/platform/audit/audit.test.ts")).toEqual([]);
});
