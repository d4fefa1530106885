import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { platformTenant, systemCaller } from "../../platform/context.ts";
import { enqueue } from "../../platform/jobs/define-job.ts";
import { registerSchedules } from "../../platform/jobs/job-store.ts";
import { describeSchedule, findNextRun } from "../../platform/jobs/next-run.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";

let testApp: TestApp;
const canary = "canary-secret-81";
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.as(systemCaller("test", "north"), (context) =>
    enqueue(context, { name: "report.export", attempts: 2 }, { code: canary }, { key: "one" }),
  );
  await testApp.as(systemCaller("test", platformTenant), (context) =>
    enqueue(context, { name: "mail.deliver", attempts: 3 }, {}, { runAt: new Date("2099-01-01"), key: "two" }),
  );
});
afterAll(() => testApp.close());

type Row = { id: string; name: string; status: string; attempts: number; tenant: string; tenantTitle: string };

async function list(query = "", role = "admin", entity = "jobs"): Promise<Row[]> {
  const answer = await testApp.app.inject({ url: `/api/admin/${entity}?limit=50${query}`, headers: signedInAs(role) });
  expect(answer.statusCode).toBe(200);
  return answer.json().items;
}

async function act(name: string, id: string | undefined, entity = "jobs") {
  const answer = await testApp.app.inject({
    method: "POST",
    url: `/api/admin/${entity}/acts/${name}`,
    headers: signedInAs("admin"),
    payload: { ids: [id] },
  });
  return answer.json().outcomes?.[0] ?? answer.json();
}

const find = async (name: string) => (await list()).find((row) => row.name === name);
const giveUp = () =>
  testApp.pool.query(`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'password=${canary}'
    where key = 'one'`);

test("jobs are listed by name, status and tenant, without what they work with", async () => {
  const jobs = await list();
  expect(jobs.map(({ name, status, tenantTitle }) => [name, status, tenantTitle]).sort()).toEqual([
    ["mail.deliver", "waiting", "Platform"],
    ["report.export", "waiting", "north"],
  ]);
  expect(JSON.stringify(jobs)).not.toContain(canary);
  expect(await list("&filter=status:given_up")).toEqual([]);
  expect(await list("&filter=tenant:north")).toHaveLength(1);
});

test("a tenant's people see no job, and neither does SQL in a tenant", async () => {
  const answer = await testApp.app.inject({ url: "/api/admin/jobs", headers: signedInAs("manager", "north") });
  expect(answer.statusCode).toBe(403);
  const { rows } = await testApp.pool
    .query("begin; set local role console_app; set local app.tenant_id = 'north'; select from list_jobs()")
    .then((results) => ([results].flat() as { rows: unknown[] }[]).at(-1) ?? { rows: [null] });
  await testApp.pool.query("rollback");
  expect(rows).toEqual([]);
});

test("a job that was given up is retried with all its attempts, and its error is shown without secrets", async () => {
  await giveUp();
  const [job] = await list("&filter=status:given_up");
  const detail = await testApp.app.inject({ url: `/api/admin/jobs/rows/${job?.id}`, headers: signedInAs("admin") });
  expect(detail.json().lastError).toContain("password");
  expect(detail.body).not.toContain(canary);
  expect(await act("run", job?.id)).toMatchObject({ isDone: false });
  expect(await act("retry", job?.id)).toMatchObject({ isDone: true });
  expect(await find("report.export")).toMatchObject({ status: "waiting", attempts: 0 });
});

test("a job that runs is left alone; one that waits can run now or be dropped, and both are in the audit log", async () => {
  const job = await find("mail.deliver");
  await testApp.pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where key = 'two'",
  );
  expect(await act("drop", job?.id)).toMatchObject({
    isDone: false,
    message: "It is running: there is nothing to do.",
  });
  await testApp.pool.query(
    "update graphile_worker._private_jobs set locked_at = null, locked_by = null where key = 'two'",
  );
  expect(await act("run", job?.id)).toMatchObject({ isDone: true });
  const { rows } = await testApp.pool.query(
    "select run_at <= now() as due from graphile_worker.jobs where key = 'two'",
  );
  expect(rows).toEqual([{ due: true }]);
  expect(await act("drop", job?.id)).toMatchObject({ isDone: true });
  expect(await find("mail.deliver")).toBeUndefined();
  const audit = await testApp.app.inject({ url: "/api/admin/audit?limit=50", headers: signedInAs("admin") });
  const sentences = audit.json().items.map(({ sentence }: { sentence: string }) => sentence);
  for (const words of ["retried the job report.export", "ran the job mail.deliver", "dropped the job mail.deliver"])
    expect(
      sentences.some((sentence: string) => sentence.includes(words)),
      words,
    ).toBe(true);
});

test("scheduled jobs tell their last and next time, and run when asked", async () => {
  const job = { name: "backup.make", attempts: 3, schedule: "30 1 * * *", input: z.object({}) };
  await testApp.as(systemCaller("test", platformTenant), (context) => registerSchedules(context, [job]));
  const [row] = await list("", "admin", "schedules");
  expect(row).toMatchObject({ id: "backup.make", schedule: "Daily at 01:30 UTC", lastAt: null });
  expect(row).toHaveProperty("nextAt", expect.stringMatching(/T01:30:00\.000Z$/));
  expect(await act("run", row?.id, "schedules")).toMatchObject({ isDone: true });
  expect(await find("backup.make")).toMatchObject({ status: "waiting", tenant: "platform" });
});

test("the next time of a schedule is the first minute that it names, in UTC", () => {
  const after = new Date("2026-03-01T01:30:00Z");
  expect(findNextRun("30 1 * * *", after)?.toISOString()).toBe("2026-03-02T01:30:00.000Z");
  expect(findNextRun("*/5 * * * *", after)?.toISOString()).toBe("2026-03-01T01:35:00.000Z");
  expect(findNextRun("0 0 1 1 *", after)?.toISOString()).toBe("2027-01-01T00:00:00.000Z");
  expect(findNextRun("not a schedule", after)).toBeNull();
  expect(
    ["* * * * *", "*/5 * * * *", "5,25,45 * * * *", "7 2 * * *", "5,20 * * * *", "0 0 1 1 *"].map(describeSchedule),
  ).toEqual(["Every minute", "Every 5 minutes", "Every 20 minutes", "Daily at 02:07 UTC", "5,20 * * * *", "0 0 1 1 *"]);
});
