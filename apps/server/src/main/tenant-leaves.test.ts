import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { tenantJobs } from "../modules/directory/index.ts";
import { removeExportFiles } from "../modules/exports/index.ts";
import { createAccountAdmin } from "../modules/identity/index.ts";
import { removeBook } from "../modules/ledger/index.ts";
import { platformTenant, systemCaller } from "../platform/context.ts";
import { enqueue } from "../platform/jobs/define-job.ts";
import { canary, fillCanaryTenant, fingerprintTenant } from "../testing/canary-tenant.ts";
import { callWire, createPerson, type Person, password } from "../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../testing/test-app.ts";
import { until } from "../testing/until.ts";

let testApp: TestApp;
let gone: Person;
let here: Person;
const admin = signedInAs("admin", "platform", "boss");

beforeAll(async () => {
  testApp = await createTestApp();
  gone = await createPerson(testApp, { tenantId: "leaves" });
  here = await createPerson(testApp, { tenantId: "stays" });
  for (const tenant of ["leaves", "stays"]) await fillCanaryTenant(testApp.pool, tenant);
});
afterAll(() => testApp.close());

/** What was noted in a tenant's record. */
const notes = (tenantId: string, act: string) =>
  testApp.as(systemCaller("test", tenantId), async ({ db }) => {
    const rows = await db
      .selectFrom("audit_entries")
      .select("details")
      .where("tenant_id", "=", tenantId)
      .where("act", "=", act)
      .execute();
    return rows.map(({ details }) => details);
  });

const archive = (tenant: string, headers = admin) =>
  testApp.app.inject({ method: "GET", url: `/api/admin/tenants/${tenant}/archive`, headers });

test("an archive holds every table of the tenant and nothing of another, without secrets, and is noted", async () => {
  const response = await archive("leaves");
  expect([response.statusCode, response.headers["content-type"]]).toEqual([200, "application/zip"]);
  const files = unzipSync(response.rawPayload);
  const text = (name: string) => new TextDecoder().decode(files[name]);
  expect(JSON.parse(text("tenant.json"))).toMatchObject({ id: "leaves" });
  expect(JSON.parse(text("users.json"))).toMatchObject([{ uid: gone.uid, email: gone.email }]);
  const tables = Object.keys(await fingerprintTenant(testApp.pool, "leaves"));
  expect(Object.keys(files).sort()).toEqual(
    ["tenant.json", "users.json", ...tables.map((table) => `${table}.ndjson`)].sort(),
  );
  for (const table of tables) expect(text(`${table}.ndjson`), table).toMatch(/^\{.*"leaves".*\}\n/);
  const all = Object.keys(files).map(text).join("");
  expect(all).toContain(`${canary} documents title`);
  expect(all).not.toMatch(/stays|"secret"|hook_secret|"wrapped"|_hash"/);
  expect(await notes("leaves", "tenants.archived")).toMatchObject([{ rows: { users: 1, documents: 1 } }]);
  expect((await archive("nobody")).statusCode).toBe(404);
  expect((await archive("leaves", signedInAs("manager", "leaves", gone.uid))).statusCode).toBe(403);
});

test("when the time of a tenant is over all of it is removed, certified, and the one beside it stays whole", async () => {
  const folder = path.join(testApp.config.dataDir, "exports");
  const file = await testApp.as(systemCaller("test", "leaves"), async ({ db }) => {
    const { id } = await db
      .selectFrom("exports")
      .select("id")
      .where("tenant_id", "=", "leaves")
      .executeTakeFirstOrThrow();
    return path.join(folder, id);
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, "figures");
  const before = await fingerprintTenant(testApp.pool, "stays");
  await testApp.pool.query(
    "update tenants set state = 'leaving', leaves_at = now() - interval '1 day' where id = 'leaves'",
  );
  await testApp.pool.query(
    "update tenants set state = 'leaving', leaves_at = now() + interval '1 day' where id = 'stays'",
  );
  await testApp.startJobs(
    tenantJobs({ accountAdmin: createAccountAdmin(testApp.identity), removeFiles: removeExportFiles, removeBook }),
  );
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    enqueue(context, { name: "tenants.remove-due", attempts: 1 }, {}),
  );
  await until(async () => (await testApp.pool.query("select from tenants where id = 'leaves'")).rowCount === 0);

  const left = Object.entries(await fingerprintTenant(testApp.pool, "leaves")).filter(
    ([, fingerprint]) => fingerprint !== "",
  );
  expect(left.map(([table]) => table)).toEqual(["audit_entries", "audit_heads"]);
  expect(existsSync(file)).toBe(false);
  const attempt = ({ email }: Person) => callWire(testApp, "/v1/accounts:signInWithPassword", { email, password });
  expect((await attempt(gone)).code).toBe("INVALID_LOGIN_CREDENTIALS");
  expect((await attempt(here)).status).toBe(200);
  const { audit_entries: _, audit_heads: __, ...whole } = before;
  expect(await fingerprintTenant(testApp.pool, "stays")).toMatchObject(whole);

  expect(await notes(platformTenant, "tenants.removed")).toMatchObject([
    { title: "leaves", accounts: 1, rows: { users: 1, documents: 1 } },
  ]);
});
