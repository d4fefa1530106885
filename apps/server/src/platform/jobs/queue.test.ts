import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { type Context, systemCaller } from "../context.ts";
import { defineJob, enqueue, type Job } from "./define-job.ts";

const seen: { tenantId: string; word: string; requestId: string }[] = [];
let failures = 0;
const input = z.object({ word: z.string() });

const say = defineJob({
  name: "test.say",
  input,
  attempts: 3,
  async run({ tenantId, requestId, actor }, { word }) {
    expect(actor).toEqual({ kind: "system", job: "test.say" });
    seen.push({ tenantId, word, requestId });
  },
});
const stumble = defineJob({
  name: "test.stumble",
  input,
  attempts: 3,
  async run({ db, tenantId, now }, { word }) {
    await db.insertInto("events").values({ tenant_id: tenantId, type: word, data: "{}", created_at: now }).execute();
    failures += 1;
    if (failures === 1) throw new Error("not yet");
  },
});

const givenUp: { tenantId: string; word: string }[] = [];
const hopeless = defineJob({
  name: "test.hopeless",
  input,
  attempts: 1,
  run: () => Promise.reject(new Error("never")),
  giveUp: async ({ tenantId }, { word }) => void givenUp.push({ tenantId, word }),
});

let longRuns = 0;
const long = defineJob({
  name: "test.long",
  input,
  attempts: 3,
  async runLong() {
    longRuns += 1;
    await new Promise((resolve) => setTimeout(resolve, 6000));
  },
});

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await testApp.startJobs([say, stumble, hopeless, long] as Job[]);
});
afterAll(() => testApp.close());

const asTenant = <Result>(tenantId: string, work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", tenantId), work);

test("a job runs for the tenant that asked and keeps the request's id", async () => {
  await asTenant("north", (context) => enqueue<typeof input>(context, say, { word: "hello" }));
  await until(() => seen.some(({ word }) => word === "hello"));
  expect(seen.find(({ word }) => word === "hello")).toEqual({ tenantId: "north", word: "hello", requestId: "test" });
});

test("a job promised in a transaction that fails never runs", async () => {
  const failing = asTenant("north", async (context) => {
    await enqueue<typeof input>(context, say, { word: "never" });
    throw new Error("changed our mind");
  });
  await expect(failing).rejects.toThrow();
  await asTenant("north", (context) => enqueue<typeof input>(context, say, { word: "after" }));
  await until(() => seen.some(({ word }) => word === "after"));
  expect(seen.some(({ word }) => word === "never")).toBe(false);
});

test("jobs with the same key are one job", async () => {
  const runAt = new Date(Date.now() + 1000);
  for (const word of ["first", "second"]) {
    await asTenant("north", (context) => enqueue<typeof input>(context, say, { word }, { key: "one", runAt }));
  }
  await until(() => seen.some(({ word }) => word === "second"));
  expect(seen.some(({ word }) => word === "first")).toBe(false);
});

test("a job whose last attempt failed is given up in the name of the tenant that asked", async () => {
  await asTenant("south", (context) => enqueue<typeof input>(context, hopeless, { word: "lost" }));
  await until(() => givenUp.length > 0);
  expect(givenUp).toEqual([{ tenantId: "south", word: "lost" }]);
});

test("an attempt that fails leaves nothing behind and is made again", async () => {
  await asTenant("north", (context) => enqueue<typeof input>(context, stumble, { word: "once" }));
  await until(async () => {
    const { rows } = await testApp.pool.query(
      "select 1 from graphile_worker.jobs where task_identifier = 'test.stumble'",
    );
    return failures >= 2 && rows.length === 0;
  });
  const rows = await asTenant("north", ({ db }) =>
    db.selectFrom("events").select("type").where("type", "=", "once").execute(),
  );
  expect(rows).toHaveLength(1);
  expect(await testApp.metrics.registry.metrics()).toMatch(/jobs_total\{job="test.stumble",outcome="failed"\} 1/);
});

test("a job of a process that was killed is taken up again by those that live", async () => {
  await asTenant("north", (context) =>
    enqueue<typeof input>(context, say, { word: "left behind" }, { runAt: new Date(Date.now() + 60_000) }),
  );
  await testApp.pool.query(`update graphile_worker._private_jobs set locked_by = 'worker-gone', locked_at = now(), run_at = now()
    where payload -> 'input' ->> 'word' = 'left behind'`);
  await until(() => seen.some(({ word }) => word === "left behind"));
  expect(seen.filter(({ word }) => word === "left behind")).toHaveLength(1);
}, 30_000);

test("a job that takes long is left to the process that runs it", async () => {
  await asTenant("north", (context) => enqueue<typeof input>(context, long, { word: "slowly" }));
  await until(async () => {
    const { rows } = await testApp.pool.query("select 1 from graphile_worker.jobs where task_identifier = 'test.long'");
    return longRuns > 0 && rows.length === 0;
  });
  expect(longRuns).toBe(1);
}, 30_000);
