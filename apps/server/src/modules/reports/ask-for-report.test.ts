import { randomUUID } from "node:crypto";
import type { RouteOutput, Routes } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { deliverNotices } from "../../testing/deliver-notices.ts";
import { createPerson } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { productReports } from "./definitions/index.ts";
import type { Report } from "./report.ts";
import { createReports } from "./reports.ts";

/** Reports of a source that no tenant has, so that someone can ask for many. */
const furtherReports = Array.from({ length: 6 }, (_, index): Report => {
  const panel = { id: "headline", kind: "kpis" as const, title: "At a glance", metrics: ["net_sales"] };
  return {
    id: `further-${index}`,
    title: `Further ${index}`,
    question: "What else?",
    domains: ["sales"],
    filters: [],
    rows: ["net_sales"],
    sections: [{ panels: [panel] }],
  };
});

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({
    environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" },
    reports: createReports([...productReports, ...furtherReports]),
  });
});
afterAll(() => testApp.close());

type Who = Record<string, string>;

/** Someone of a tenant of their own whose source is Tookan. */
async function newPerson(tenantId: string = randomUUID()) {
  const { uid, email } = await createPerson(testApp, { role: "worker", tenantId });
  return { tenantId, email, who: signedInAs("worker", tenantId, uid) };
}

async function ask(who: Who, report: string, app = testApp) {
  const response = await app.app.inject({ method: "POST", url: `/api/reports/${report}/requests`, headers: who });
  return { status: response.statusCode, body: response.json() };
}

async function listFor(who: Who): Promise<RouteOutput<Routes["listReports"]>> {
  return (await testApp.app.inject({ url: "/api/reports", headers: who })).json();
}

async function mailsAbout(tenantId: string, app = testApp) {
  await deliverNotices(app);
  const { items } = (await app.app.inject({ url: "/api/outbox?limit=100", headers: signedInAs("admin") })).json();
  return items.filter(({ text }: { text: string }) => text.includes(tenantId));
}

test("a report without a source is named beside those that one has, with what it needs", async () => {
  const { who } = await newPerson();
  const { items, missing } = await listFor(who);
  expect(items.map(({ id }) => id)).toEqual(["tookan-report"]);
  expect(items[0]).toMatchObject({ sources: ["Tookan"], headline: { id: "headline", kind: "kpis" } });
  expect(items[0]?.metrics).toContain("On-time rate");
  expect(missing.map(({ id }) => id)).toContain("docman-report");
  expect(missing.map(({ id }) => id)).not.toContain("overview");
  expect(missing.find(({ id }) => id === "docman-report")).toMatchObject({ sources: ["Docman"], request: null });
});

test("a request reaches the admins, is noted in the audit log, and the whole tenant sees it", async () => {
  const { who, tenantId, email } = await newPerson();
  expect(await ask(who, "docman-report")).toEqual({
    status: 201,
    body: { askedAt: "2026-03-18T12:00:00.000Z", isNew: true },
  });
  const [mail, ...more] = await mailsAbout(tenantId);
  expect(more).toEqual([]);
  expect(mail.to).toEqual(testApp.config.adminMail);
  expect(mail.subject).toContain(`${tenantId} requests the report "Document report"`);
  expect(mail.text).toContain(email);
  expect(mail.text).toContain("Missing source: Docman");
  const entries = await testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db.selectFrom("audit_entries").select(["act", "subject", "actor_role"]).execute(),
  );
  expect(entries).toEqual([{ act: "report.asked", subject: "docman-report", actor_role: "worker" }]);
  const askedAt = async (person: Who) =>
    (await listFor(person)).missing.find(({ id }) => id === "docman-report")?.request?.askedAt;
  expect(await askedAt((await newPerson(tenantId)).who)).toBe("2026-03-18T12:00:00.000Z");
  expect(await askedAt((await newPerson()).who)).toBeUndefined();
});

test("however many ask for the same report, one mail is sent", async () => {
  const { who, tenantId } = await newPerson();
  // Open connections beforehand, so that all ask at the same time.
  await Promise.all([1, 2, 3, 4].map(() => listFor(who)));
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(who, "docman-report")));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(answers.filter(({ body }) => body.isNew)).toHaveLength(1);
  expect((await ask((await newPerson(tenantId)).who, "docman-report")).body.isNew).toBe(false);
  expect(await mailsAbout(tenantId)).toHaveLength(1);
});

test("what one has, what does not exist and what has no page of its own cannot be asked for", async () => {
  const { who, tenantId } = await newPerson();
  expect(await ask(who, "tookan-report")).toMatchObject({ status: 409, body: { error: { kind: "conflict" } } });
  for (const id of ["nothing", "overview"]) expect((await ask(who, id)).status).toBe(404);
  expect((await ask(signedInAs("admin"), "docman-report")).status).toBe(404);
  expect((await ask({ ...signedInAs("admin"), "x-tenant": tenantId }, "docman-report")).status).toBe(403);
  expect((await ask({}, "docman-report")).status).toBe(401);
  expect(await mailsAbout(tenantId)).toEqual([]);
});

test("a person who has asked for five reports within a day waits, others do not", async () => {
  const { who, tenantId } = await newPerson();
  for (const { id } of furtherReports.slice(0, 5)) expect((await ask(who, id)).status).toBe(201);
  expect(await ask(who, "further-5")).toMatchObject({ status: 429, body: { error: { kind: "limit_reached" } } });
  expect((await ask(who, "further-0")).body.isNew).toBe(false);
  expect((await ask((await newPerson(tenantId)).who, "further-5")).status).toBe(201);
});

test("where no address is set up for it, platform admins are written to themselves", async () => {
  const bare = await createTestApp({ environment: { DEMO: "0" } });
  try {
    const { uid } = await createPerson(bare, { role: "worker", tenantId: "bare" });
    const who = signedInAs("worker", "bare", uid);
    const { email } = await createPerson(bare, { role: "superadmin" });
    expect((await ask(who, "docman-report", bare)).status).toBe(201);
    expect((await mailsAbout("bare", bare))[0]?.to).toEqual([email]);
  } finally {
    await bare.close();
  }
});
