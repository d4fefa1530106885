import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import type { Job } from "../../platform/jobs/define-job.ts";
import { createPerson } from "../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { announcementJobs } from "./publish-announcements.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await createPerson(testApp, { tenantId: "north" });
  await testApp.startJobs(announcementJobs(async () => ["north"]) as Job[]);
});
afterAll(() => testApp.close());

const admin = signedInAs("admin", "platform", "boss");
const countEvents = (tenantId: string) =>
  testApp.as(systemCaller("test", tenantId), async ({ db }) => {
    const events = await db
      .selectFrom("events")
      .select("id")
      .where("tenant_id", "=", tenantId)
      .where("type", "=", "announcements.changed")
      .execute();
    return events.length;
  });

test("open pages of every tenant and of the platform are told at once, and again at its beginning and its end", async () => {
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const fields = { title: "Soon", startsAt: day(1), endsAt: day(2) };
  const created = await testApp.app.inject({
    method: "POST",
    url: "/api/admin/announcements",
    headers: admin,
    payload: { fields },
  });
  expect(created.statusCode).toBe(201);
  await until(async () => (await countEvents("north")) === 1 && (await countEvents("platform")) === 1);
  const { rows } = await testApp.pool.query(
    "select run_at from graphile_worker.jobs where task_identifier = 'announcements.publish' order by run_at",
  );
  expect(rows.map(({ run_at }) => run_at.toISOString())).toEqual([fields.startsAt, fields.endsAt]);
});
