import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { describeRun } from "./describe-connection.ts";
import { endRun, findRun, insertRun, isGoingOn, moveRun, type Run, stopRun, takeRun } from "./run-store.ts";
import { storeConnection } from "./store-connection-for-tests.ts";

const tenantId = "north";
let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const inTenant = <Result>(work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", tenantId), work);

const connect = (id: string) => inTenant((context) => storeConnection(context, id));
const ask = (connection: string) =>
  inTenant((context) => insertRun(context, { connection, cause: "manual", state: "waiting", task: {}, askedBy: null }));
const take = async (id: string): Promise<Run> => {
  const run = await inTenant((context) => takeRun(context, id));
  if (!run) throw new Error("The run was not taken.");
  return run;
};
const counts = { read: 15, written: 6, replaced: 2, unchanged: 1, duplicates: 3, deleted: 2, rejected: 3, leftOut: 1 };
const notes = [{ field: "rating", message: '"x" is not a number.', rows: 2, place: "line 3" }];
const move = (run: Run) =>
  inTenant((context) => moveRun(context, run, { cursor: { page: 2 }, counts, total: null, note: "Page 2", notes }));
const find = (id: string) => inTenant((context) => findRun(context, id));

test("what became of the rows of each step is added up", async () => {
  await connect("counted");
  const run = await take(await ask("counted"));
  expect([await move(run), await move(run)]).toEqual([true, true]);
  const stored = await find(run.id);
  expect(stored && describeRun(stored, stored.asked_at)).toMatchObject({
    rows: { read: 30, written: 12, replaced: 4, unchanged: 2, duplicates: 6, deleted: 4, rejected: 6, leftOut: 2 },
    notes: [{ field: "rating", message: '"x" is not a number.', rows: 4, place: "line 3" }],
  });
});

test("an attempt that another has taken over moves and ends nothing any more", async () => {
  await connect("taken-over");
  const first = await take(await ask("taken-over"));
  const second = await take(first.id);
  expect([first.attempt, second.attempt]).toEqual([1, 2]);
  expect(await move(first)).toBe(false);
  expect(await inTenant((context) => isGoingOn(context, first))).toBe(false);
  expect(await inTenant((context) => endRun(context, first, { state: "done" }))).toBe(false);
  expect(await find(first.id)).toMatchObject({ state: "running", rows_read: 0 });
  expect(await inTenant((context) => isGoingOn(context, second))).toBe(true);
  expect(await inTenant((context) => endRun(context, second, { state: "done" }))).toBe(true);
});

test("a run that someone has stopped moves no further, and is not taken up again", async () => {
  await connect("stopped");
  const run = await take(await ask("stopped"));
  expect(await inTenant((context) => stopRun(context, run.id))).toBe(true);
  expect(await move(run)).toBe(false);
  expect(await inTenant((context) => takeRun(context, run.id))).toBeNull();
});

test("a connection has one run at a time, and another connection has its own", async () => {
  await connect("busy");
  await connect("beside");
  const first = await take(await ask("busy"));
  const waiting = await ask("busy");
  expect(await inTenant((context) => takeRun(context, waiting))).toBeNull();
  expect((await take(await ask("beside"))).state).toBe("running");
  await inTenant((context) => endRun(context, first, { state: "done" }));
  expect((await take(waiting)).state).toBe("running");
});

test("tries without a step are counted until one is done", async () => {
  await connect("stalling");
  const id = await ask("stalling");
  await take(id);
  const run = await take(id);
  expect(run.stalls).toBe(2);
  await move(run);
  expect((await find(id))?.stalls).toBe(0);
});
