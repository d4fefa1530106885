import type { EntityRow } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AuditEntry, recordAudit } from "../../platform/audit/record-audit.ts";
import { type Actor, systemCaller } from "../../platform/context.ts";
import { createPerson, type Person } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
let tara: Person;
let omar: Person;

const browser =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36";

beforeAll(async () => {
  testApp = await createTestApp();
  tara = await createPerson(testApp, { role: "manager", tenantId: "acme" });
  omar = await createPerson(testApp, { role: "admin" });
  await testApp.as(systemCaller("test", "platform"), async ({ db }) => {
    await db.updateTable("tenants").set({ name: "Acme Foods" }).where("id", "=", "acme").execute();
    await db.updateTable("users").set({ name: "Tara" }).where("uid", "=", tara.uid).execute();
    await db.updateTable("users").set({ name: "Omar" }).where("uid", "=", omar.uid).execute();
  });
  const byTara = { kind: "user", uid: tara.uid, role: "manager", sessionId: null } as const;
  const byOmar = { kind: "user", uid: omar.uid, role: "admin", sessionId: null } as const;
  const csv = { format: "csv", content: "rows", query: "period=today", rows: 1101 };
  await record(byTara, "acme", { act: "report.exported", subject: "tookan-report", details: csv, isForPlatform: true });
  await record(byOmar, "acme", { act: "tenant.viewed", subject: "/api/reports/tookan-report" });
  await record(byOmar, "platform", {
    act: "tenants.changed",
    subject: "tenants/acme",
    tenant: "acme",
    details: { title: "Acme", userLimit: { before: 10, after: 25 } },
  });
  await record(byOmar, "platform", { act: "users.lock", subject: `users/${tara.uid}`, details: { title: tara.email } });
  await record({ kind: "user", uid: tara.uid, role: "manager", sessionId: null, onBehalf: omar.uid }, "acme", {
    act: "POST /api/reports/{report}/views",
    subject: "tookan-report",
  });
  await record({ kind: "system", job: "audit.prove" }, "platform", {
    act: "audit.digest_made",
    subject: "f00",
    details: { chains: 2 },
  });
});
afterAll(() => testApp.close());

async function record(actor: Actor, tenantId: string, entry: AuditEntry) {
  await testApp.as(systemCaller("test", tenantId), (context) =>
    recordAudit({ ...context, actor, origin: { address: "203.0.113.9", userAgent: browser } }, entry),
  );
}

async function list(query: string, headers: Record<string, string>): Promise<EntityRow[]> {
  const answer = await testApp.app.inject({ method: "GET", url: `/api/admin/audit${query}`, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().items;
}
const asAdmin = () => signedInAs("superadmin", "platform", omar.uid);
const asManager = () => signedInAs("manager", "acme", tara.uid);
const sentences = (rows: readonly EntityRow[]) => rows.map(({ sentence }) => sentence);

test("entries read as sentences that name people, tenants and reports", async () => {
  const rows = await list("?sort=at", asAdmin());
  expect(sentences(rows)).toEqual(
    expect.arrayContaining([
      "Tara exported Delivery report (CSV, 1,101 rows)",
      "Omar viewed Delivery report of Acme Foods",
      "Omar changed the user limit of Acme Foods from 10 to 25",
      "Omar locked Tara",
      "Omar (as Tara) saved a view of Delivery report",
      "System signed the daily digest of the audit log (2 records)",
    ]),
  );
  expect(rows.find(({ sentence }) => String(sentence).startsWith("Tara exported"))).toMatchObject({
    aboutTenant: "acme",
    aboutTenantTitle: "Acme Foods",
    address: "203.0.113.9",
    device: "Chrome on Windows",
  });
});

test("a tenant's managers read their own entries in the same words", async () => {
  expect(sentences(await list("", asManager()))).toEqual(
    expect.arrayContaining([
      "Tara exported Delivery report (CSV, 1,101 rows)",
      "Omar viewed Delivery report of Acme Foods",
      "Omar changed the user limit of Acme Foods from 10 to 25",
    ]),
  );
});

test("entries are found by action, person, subject and tenant", async () => {
  const found = async (filter: string) => sentences(await list(`?filter=${encodeURIComponent(filter)}`, asAdmin()));
  expect(await found("action:exports")).toEqual(["Tara exported Delivery report (CSV, 1,101 rows)"]);
  expect(await found("action:access,audit")).toHaveLength(2);
  expect(await found(`person:${tara.uid}`)).toEqual(["Tara exported Delivery report (CSV, 1,101 rows)"]);
  expect(await found("subject:~delivery")).toHaveLength(3);
  expect(await found("subject:~nothing")).toEqual([]);
  expect(await found("aboutTenant:acme")).toHaveLength(4);
});

test("an opened entry has before and after, and what else is known of it", async () => {
  const [changed] = await list("?filter=action:tenants", asAdmin());
  const answer = await testApp.app.inject({
    method: "GET",
    url: `/api/admin/audit/rows/${changed?.id}`,
    headers: asAdmin(),
  });
  expect(answer.json().changes).toEqual([{ label: "User limit", before: "10", after: "25" }]);
  const [exported] = await list("?filter=action:exports", asAdmin());
  const opened = await testApp.app.inject({
    method: "GET",
    url: `/api/admin/audit/rows/${exported?.id}`,
    headers: asAdmin(),
  });
  expect(opened.json().facts).toEqual({ Format: "CSV", Content: "rows", Filters: "period: today", Rows: "1,101" });
});

test("the file of the audit log has the sentences and the changes", async () => {
  const answer = await testApp.app.inject({ method: "GET", url: "/api/admin/audit/export", headers: asAdmin() });
  expect(answer.body).toContain('"Tara exported Delivery report (CSV, 1,101 rows)"');
  expect(answer.body).toContain("User limit: 10 → 25");
});
