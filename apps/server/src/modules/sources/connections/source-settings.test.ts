import { afterAll, beforeAll, expect, test } from "vitest";
import { platformTenant, systemCaller } from "../../../platform/context.ts";
import { enqueue } from "../../../platform/jobs/define-job.ts";
import { deliverNotices } from "../../../testing/deliver-notices.ts";
import { signedInAs } from "../../../testing/test-app.ts";
import { until } from "../../../testing/until.ts";
import { updateConnectionRow } from "./connection-store.ts";
import { connectionIdFrom, openSourceFixture, type SourceFixture, tenantId } from "./source-fixture-for-tests.ts";

let fixture: SourceFixture;
beforeAll(async () => {
  fixture = await openSourceFixture();
});
afterAll(() => fixture.close());

async function change(changes: Record<string, number>) {
  const headers = signedInAs("superadmin", "platform", "root");
  expect((await fixture.call("PATCH", "/api/admin/settings", { changes }, headers)).status).toBe(200);
}

async function make(kind: "rest" | "tookan" | "file", extra: object = {}) {
  const settings = kind === "rest" ? { url: "http://127.0.0.1:1/rows" } : {};
  const source = kind === "tookan" ? "tookan" : "genesis";
  const { status, body } = await fixture.call("POST", `/api/tenants/${tenantId}/connections`, {
    source,
    kind,
    name: `A ${kind}`,
    settings,
    intervalMinutes: "usual",
    ...extra,
  });
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

test("a new connection begins with the usual interval and pace, as the settings say", async () => {
  expect(await make("rest")).toMatchObject({ intervalMinutes: 60 });
  expect(await make("tookan")).toMatchObject({ intervalMinutes: 5, settings: { requestsPerSecond: 3 } });
  await change({ "sources.minutes": 120, "sources.tookanMinutes": 15, "sources.tookanCalls": 7 });
  expect(await make("rest")).toMatchObject({ intervalMinutes: 120 });
  expect(await make("tookan")).toMatchObject({ intervalMinutes: 15, settings: { requestsPerSecond: 7 } });
  expect(await make("file")).toMatchObject({ intervalMinutes: null });
  const chosen = await make("tookan", { intervalMinutes: 30, settings: { requestsPerSecond: 2 } });
  expect(chosen).toMatchObject({ intervalMinutes: 30, settings: { requestsPerSecond: 2 } });
});

test("a connection that fails for longer than the settings allow is paused, and admins are told", async () => {
  const path = await fixture.connect({ intervalMinutes: 60 });
  const fail = () =>
    fixture.inTenant((context) =>
      updateConnectionRow(context, connectionIdFrom(path), {
        problem: "It does not answer.",
        problem_kind: "passing",
        failures: 9,
        next_run_at: new Date(),
        first_failed_at: new Date(Date.now() - 10 * 86_400_000),
      }),
    );
  /** As every minute: the connection is due, so that it is looked at and its run begins, unless it is paused. */
  async function look() {
    await fixture.testApp.as(systemCaller("test", platformTenant), (context) =>
      enqueue(context, { name: "sources.tick", attempts: 1 }, {}),
    );
    await until(async () => {
      const { nextRunAt, state: now } = (await fixture.call("GET", path)).body;
      return now === "paused" || nextRunAt === null || Date.parse(nextRunAt) > Date.now();
    });
    // What a run notes at its end would take the place of what the test says next.
    await until(async () => {
      const { items } = (await fixture.call("GET", `${path}/runs`)).body as { items: { endedAt: string | null }[] };
      return items.every(({ endedAt }) => endedAt !== null);
    });
  }
  const state = async () => (await fixture.call("GET", path)).body.state;

  await change({ "sources.pausesAfterDays": 11 });
  await fail();
  await look();
  expect(await state()).not.toBe("paused");

  await change({ "sources.pausesAfterDays": 9 });
  await fail();
  await look();
  expect(await state()).toBe("paused");
  await deliverNotices(fixture.testApp);
  const mails = await fixture.testApp.pool.query("select subject from mail_outbox where subject like '%was paused'");
  expect(mails.rows).toHaveLength(1);
});
