import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { countRejects, insertRejects, type Reject, selectRejects } from "./reject-store.ts";
import { insertRun } from "./run-store.ts";
import { storeConnection } from "./store-connection-for-tests.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", "north"), work);
const reject = (id: string, reason = "It is not a number."): Reject => ({
  fact: "sale_lines",
  place: `line ${id}`,
  field: "gross_minor",
  reason,
  record: { id, gross: "x" },
});

/** Keeps rejects of a run of its own. */
async function keep(connection: string, rejects: readonly Reject[]): Promise<string> {
  return inTenant(async (context) => {
    const run = await insertRun(context, { connection, cause: "manual", state: "waiting", task: {}, askedBy: null });
    await insertRejects(context, { connection, run }, rejects);
    return run;
  });
}

test("a row that is rejected by run after run waits once, with what the last one said", async () => {
  await inTenant((context) => storeConnection(context, "again"));
  await keep("again", [reject("1"), reject("2")]);
  const last = await keep("again", [reject("1", "It is still not a number.")]);
  const open = await inTenant((context) =>
    selectRejects(context, { connection: "again", run: null, after: "0", limit: 10 }),
  );
  expect(open.map(({ record, reason }) => [record.id, reason])).toEqual([
    ["2", "It is not a number."],
    ["1", "It is still not a number."],
  ]);
  expect(open[1]?.run_id).toBe(last);
});

test("rows that are alike within one run all wait, and those of another connection are its own", async () => {
  for (const id of ["twice", "beside"]) await inTenant((context) => storeConnection(context, id));
  await keep("twice", [reject("1"), reject("1")]);
  await keep("beside", [reject("1")]);
  const count = (connection: string) => inTenant((context) => countRejects(context, connection));
  expect([await count("twice"), await count("beside")]).toEqual([2, 1]);
});
