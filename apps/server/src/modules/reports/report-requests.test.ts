import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import type { Job } from "../../platform/jobs/define-job.ts";
import { deliverNotices } from "../../testing/deliver-notices.ts";
import { createPerson } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { tellRequestsJob } from "./ask-for-report.ts";

let testApp: TestApp;
let admin: Record<string, string>;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  const { uid } = await createPerson(testApp, { role: "admin" });
  admin = signedInAs("admin", platformTenant, uid);
});
afterAll(() => testApp.close());

const report = "docman-report";
const url = `/api/reports/${report}/requests`;

async function newPerson(tenantId: string = randomUUID()) {
  const { uid, email } = await createPerson(testApp, { role: "worker", tenantId });
  return { tenantId, uid, email, who: signedInAs("worker", tenantId, uid) };
}

type Method = "GET" | "POST" | "DELETE" | "PATCH";

async function call(method: Method, path: string, headers: Record<string, string>, payload?: object) {
  const response = await testApp.app.inject({ method, url: path, headers, ...(payload && { payload }) });
  return { status: response.statusCode, body: response.json() };
}

/** The requests of a tenant as the list of the console has them. */
async function listRequests(tenantId: string) {
  const { body } = await call("GET", `/api/admin/report-requests?filter=tenantId:${tenantId}`, admin);
  return body.items as { id: string; status: string }[];
}

async function act(name: "grant" | "decline", id: string, answer = "") {
  const payload = { ids: [id], fields: answer ? { answer } : {} };
  const { status, body } = await call("POST", `/api/admin/report-requests/acts/${name}`, admin, payload);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.outcomes[0] as { isDone: boolean; message: string };
}

async function readState(who: Record<string, string>) {
  const { body } = await call("GET", "/api/reports", who);
  return body.missing.find(({ id }: { id: string }) => id === report)?.request;
}

async function mailsTo(email: string) {
  await deliverNotices(testApp);
  const { body } = await call("GET", "/api/outbox?limit=100", admin);
  return body.items.filter(({ to }: { to: string[] }) => to.includes(email));
}

test("a request is listed with who asked, for what and why, and is one however often it is made", async () => {
  const { tenantId, who, uid } = await newPerson();
  expect((await call("POST", url, who, { note: "For the audit." })).status).toBe(201);
  expect((await call("POST", url, who)).body.isNew).toBe(false);
  expect((await call("POST", url, (await newPerson(tenantId)).who)).body.isNew).toBe(false);
  const [request, ...others] = await listRequests(tenantId);
  expect(others).toEqual([]);
  expect((await call("GET", `/api/admin/report-requests/rows/${request?.id}`, admin)).body).toMatchObject({
    name: "Document report",
    status: "open",
    askedBy: uid,
    tenantId,
    note: "For the audit.",
  });
  expect(await readState(who)).toEqual({
    askedAt: "2026-03-18T12:00:00.000Z",
    state: "open",
    answer: null,
    isMine: true,
  });
  expect((await call("POST", url, who, { note: "x".repeat(501) })).status).toBe(400);
  expect((await call("GET", "/api/admin/report-requests/rows/nobody", admin)).status).toBe(404);
  const { body: found } = await call("GET", `/api/search?q=${encodeURIComponent("document rep")}`, admin);
  const path = `/admin/report-requests?row=${request?.id}`;
  expect(found.hits).toContainEqual({ kind: "report_request", title: "Document report", detail: tenantId, path });
});

test("declining tells the person why, by mail and beside the report, and they can ask again", async () => {
  const { tenantId, who, email } = await newPerson();
  await call("POST", url, who);
  const [request] = await listRequests(tenantId);
  expect(await act("decline", request?.id ?? "", "Not in your plan.")).toMatchObject({ isDone: true });
  expect(await readState(who)).toMatchObject({ state: "declined", answer: "Not in your plan.", isMine: true });
  const [mail] = await mailsTo(email);
  expect(mail.subject).toContain('Your request for "Document report" was declined');
  expect(mail.text).toContain("Not in your plan.");
  expect(await act("grant", request?.id ?? "")).toMatchObject({ isDone: false });
  expect((await call("POST", url, who)).body.isNew).toBe(true);
  expect((await listRequests(tenantId)).map(({ status }) => status).sort()).toEqual(["declined", "open"]);
});

test("granting gives the tenant the report in the same transaction, notes it and tells the person", async () => {
  const { tenantId, who, email } = await newPerson();
  await call("POST", url, who);
  // Meanwhile someone has chosen the reports of the tenant, without this one.
  const { body: tenant } = await call("GET", `/api/admin/tenants/rows/${tenantId}`, admin);
  const given = { version: tenant.version, fields: { reports: ["tookan-report"] } };
  expect((await call("PATCH", `/api/admin/tenants/rows/${tenantId}`, admin, given)).status).toBe(200);
  expect(await readState(who)).toBeUndefined();
  const [request] = await listRequests(tenantId);
  expect(await act("grant", request?.id ?? "")).toMatchObject({ isDone: true });
  const { body: after } = await call("GET", `/api/admin/tenants/rows/${tenantId}`, admin);
  expect(after.reports).toEqual(["tookan-report", report]);
  expect(await readState(who)).toMatchObject({ state: "granted" });
  expect((await mailsTo(email))[0].subject).toContain("was granted");
  const acts = await testApp.as(systemCaller("test", tenantId), ({ db }) =>
    db.selectFrom("audit_entries").select("act").where("tenant_id", "=", tenantId).execute(),
  );
  expect(acts.map((entry) => entry.act)).toEqual(
    expect.arrayContaining(["report.asked", "report-requests.grant", "tenants.changed"]),
  );
});

test("a person withdraws the own request, and nobody else's", async () => {
  const { tenantId, who } = await newPerson();
  const colleague = await newPerson(tenantId);
  await call("POST", url, who);
  expect((await call("DELETE", url, colleague.who)).status).toBe(404);
  expect((await call("DELETE", url, (await newPerson()).who)).status).toBe(404);
  expect((await call("DELETE", url, who)).status).toBe(200);
  expect(await readState(who)).toBeNull();
  expect((await listRequests(tenantId)).map(({ status }) => status)).toEqual(["withdrawn"]);
});

test("a person who was removed leaves a closed request, and a colleague can make a new one", async () => {
  const { tenantId, who, uid } = await newPerson();
  const colleague = await newPerson(tenantId);
  await call("POST", url, who);
  const removal = await call("POST", "/api/admin/users/acts/remove", admin, { ids: [uid], fields: {} });
  expect(removal.body.outcomes).toMatchObject([{ isDone: true }]);
  const [request] = await listRequests(tenantId);
  expect(request?.status).toBe("closed");
  expect(await act("grant", request?.id ?? "")).toMatchObject({ isDone: false });
  expect(await readState(colleague.who)).toBeNull();
  expect((await call("POST", url, colleague.who)).body.isNew).toBe(true);
  expect((await listRequests(tenantId)).map(({ status }) => status).sort()).toEqual(["closed", "open"]);
});

test("those of a tenant neither list nor answer requests, and never see another's", async () => {
  const { tenantId, who } = await newPerson();
  await call("POST", url, who);
  const [request] = await listRequests(tenantId);
  const manager = signedInAs("manager", tenantId);
  for (const headers of [who, manager]) {
    expect((await call("GET", "/api/admin/report-requests", headers)).status).toBe(403);
    const payload = { ids: [request?.id], fields: {} };
    expect((await call("POST", "/api/admin/report-requests/acts/grant", headers, payload)).status).toBe(403);
  }
  expect(await readState((await newPerson()).who)).toBeNull();
  const rows = await testApp.as(systemCaller("test", "elsewhere"), ({ db }) =>
    db.selectFrom("report_requests").select("id").execute(),
  );
  expect(rows).toEqual([]);
});

test("open pages of the platform hear of a request and of its end", async () => {
  await testApp.startJobs([tellRequestsJob as Job]);
  const countTold = () =>
    testApp.as(systemCaller("test", platformTenant), async ({ db }) => {
      const events = await db.selectFrom("events").select(["type", "data"]).execute();
      return events.filter(({ data }) => (data as { entity?: string }).entity === "report-requests").length;
    });
  const { who } = await newPerson();
  const before = await countTold();
  await call("POST", url, who);
  await until(async () => (await countTold()) > before);
  const between = await countTold();
  await call("DELETE", url, who);
  await until(async () => (await countTold()) > between);
});
