import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import type { AttentionSource } from "../../../platform/health/attention.ts";
import { registerChecks, setPaused } from "../../../platform/health/check-store.ts";
import type { HealthCheck } from "../../../platform/health/health-check.ts";
import { enqueue } from "../../../platform/jobs/define-job.ts";
import { sendMail } from "../../../platform/mail/send-mail.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { insertIncident } from "../incidents/incident-store.ts";
import { listAttention } from "./list-attention.ts";
import { mutedChecks } from "./muted-checks.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const admin = signedInAs("admin");
/** What is listed of incidents; that no backup was made is told too. */
async function list(query = "") {
  const { items, snoozed } = (await testApp.app.inject({ url: `/api/admin/attention${query}`, headers: admin })).json();
  return { items: items.filter(({ kind }: { kind: string }) => kind === "incidents"), snoozed };
}
const mark = (payload: object) =>
  testApp.app.inject({ method: "PUT", url: "/api/admin/attention/mark", headers: admin, payload });

test("what is snoozed is counted and left out until it is asked for", async () => {
  const now = new Date();
  await testApp.as(systemCaller("test", "platform"), (context) =>
    insertIncident(context, { check: "mail", title: "Email down", concernsAll: true, now }),
  );
  const { items } = await list();
  expect(items).toMatchObject([{ kind: "incidents", title: "Email down", harm: 3, assignedTo: null }]);
  const item = items[0].id;
  const later = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  expect((await mark({ item, snoozedUntil: later(40), assignedTo: null })).statusCode).toBe(400);
  expect((await mark({ item, snoozedUntil: null, assignedTo: "nobody" })).statusCode).toBe(400);
  expect((await mark({ item, snoozedUntil: later(1), assignedTo: null })).statusCode).toBe(200);
  expect(await list()).toMatchObject({ items: [], snoozed: 1 });
  expect((await list("?includesSnoozed=true")).items).toHaveLength(1);
});

test("a kind that cannot be read is named, the others are listed by harm and age", async () => {
  const at = (day: number) => new Date(Date.UTC(2026, 2, day));
  const item = (id: string, harm: 1 | 2 | 3, day: number) => ({
    id,
    title: id,
    text: "",
    harm,
    since: at(day),
    action: { label: "Open", path: "/admin" },
  });
  const sources: AttentionSource[] = [
    { kind: "a", label: "A", list: async () => [item("mild", 1, 1), item("new", 3, 9), item("old", 3, 2)] },
    { kind: "b", label: "Broken", list: () => Promise.reject(new Error("no such table")) },
    { kind: "c", label: "C", list: async () => [item("soon", 2, 1)] },
  ];
  const answer = await testApp.as(systemCaller("test", "platform"), (context) =>
    listAttention(context, { includesSnoozed: false }, sources),
  );
  expect(answer.items.map(({ id }) => id)).toEqual(["old", "new", "soon", "mild"]);
  expect(answer.unread).toEqual(["Broken"]);
});

test("a check that is paused for more than a week is listed, and one that goes on is not", async () => {
  const checks = [
    { name: "mail", label: "Email" },
    { name: "storage", label: "Storage" },
  ];
  await testApp.as(systemCaller("test", "platform"), async (context) => {
    const at = (days: number) => new Date(context.now.getTime() - days * 86_400_000);
    await registerChecks(context, checks.map((check) => ({ ...check, everySeconds: 60 })) as HealthCheck[]);
    await setPaused(context, "mail", { isPaused: true, now: at(8) });
    await setPaused(context, "storage", { isPaused: true, now: at(6) });
    // Pausing it once more does not make the pause a new one.
    await setPaused(context, "mail", { isPaused: true, now: at(0) });
    expect(await mutedChecks(checks).list(context)).toMatchObject([{ title: 'The check "Email" is paused' }]);
    await setPaused(context, "mail", { isPaused: false, now: at(0) });
    expect(await mutedChecks(checks).list(context)).toEqual([]);
  });
});

test("that no backup was made has no age", async () => {
  const { items } = (await testApp.app.inject({ url: "/api/admin/attention", headers: admin })).json();
  expect(items).toContainEqual(expect.objectContaining({ title: "No backup has been made", since: null }));
});

test("failed emails and given-up jobs lead to a list of just as many, and are as old as the first of them", async () => {
  const hour = 3_600_000;
  await testApp.as(systemCaller("test", "platform"), async (context) => {
    for (const subject of ["Two days ago", "This morning", "Just now"])
      await sendMail(context, { to: ["ada@north.example"], subject, text: "Words." });
    for (const key of ["one", "two"])
      await enqueue(context, { name: "mail.deliver", attempts: 1 }, {}, { key, runAt: new Date("2099-01-01") });
  });
  const ages = { "Two days ago": 48 * hour, "This morning": 5 * hour, "Just now": 0 };
  const now = Date.now();
  for (const [subject, age] of Object.entries(ages))
    await testApp.pool.query("update mail_outbox set state = 'failed', created_at = $1 where subject = $2", [
      new Date(now - age),
      subject,
    ]);
  await testApp.pool.query(
    "update graphile_worker._private_jobs set attempts = max_attempts where key in ('one', 'two')",
  );

  const { items } = (await testApp.app.inject({ url: "/api/admin/attention", headers: admin })).json();
  const find = (kind: string) => items.find((item: { kind: string }) => item.kind === kind);
  expect(find("mail")).toMatchObject({
    title: "2 emails could not be sent",
    since: new Date(now - ages["This morning"]).toISOString(),
  });
  for (const kind of ["mail", "jobs"]) {
    const { title, action } = find(kind);
    const url = action.path.replace("/admin/", "/api/admin/");
    const listed = await testApp.app.inject({ url, headers: admin });
    expect(listed.json().total, title).toBe(Number.parseInt(title, 10));
  }
});

test("people of a tenant do not see it", async () => {
  const { statusCode } = await testApp.app.inject({
    url: "/api/admin/attention",
    headers: signedInAs("manager", "t1"),
  });
  expect(statusCode).toBe(403);
});
