import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { type DatabaseWay, openWay } from "../../testing/database-way.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { until } from "../../testing/until.ts";
import { systemCaller } from "../context.ts";
import { defineJob, enqueue, type Job } from "./define-job.ts";

let testApp: TestApp;
let way: DatabaseWay;
const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => void unhandled.push(reason);
beforeEach(async () => {
  testApp = await createTestApp();
  way = await openWay(testApp.databaseUrl);
  process.on("unhandledRejection", onUnhandled);
});
afterEach(async () => {
  process.off("unhandledRejection", onUnhandled);
  await testApp.close();
  way.close();
});

/** Loses the database while its first run ends. */
function cutAtEnd(end: () => void) {
  const runs: number[] = [];
  const job = defineJob({
    name: "test.cut",
    input: z.object({}),
    attempts: 5,
    async runLong() {
      runs.push(performance.now());
      if (runs.length > 1) return;
      way.cut(true);
      end();
    },
  });
  return { job, runs };
}

test.each([
  [
    "fails",
    () => {
      throw new Error("lost");
    },
  ],
  ["succeeds", () => {}],
])(
  "a database lost in the moment a job %s ends nothing: the job runs again when it is back",
  async (_how, end) => {
    const { job, runs } = cutAtEnd(end);
    await testApp.startJobs([job] as Job[], way.url);
    await testApp.as(systemCaller("test", "north"), (context) => enqueue(context, job, {}));
    await until(() => runs.length === 1);
    await until(() => unhandled.length > 0 || testApp.logs.some((line) => line.includes("could not be recorded")));
    expect(unhandled).toEqual([]);
    way.cut(false);
    await until(() => runs.length > 1);
    expect(unhandled).toEqual([]);
  },
  60_000,
);
