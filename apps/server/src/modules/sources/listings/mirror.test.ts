import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { until } from "../../../testing/until.ts";
import { openSourceFixture, type SourceFixture, sale, sales } from "../connections/source-fixture-for-tests.ts";

let fixture: SourceFixture;
beforeAll(async () => {
  fixture = await openSourceFixture();
});
afterAll(() => fixture.close());
beforeEach(() => Object.assign(fixture.list, { rows: [], faults: [] }));

const selectKeys = async (path: string) => (await fixture.listSales(path)).map(({ source_key }) => source_key);
const connectWhole = () => fixture.connect({ settings: { isWhole: true, pageSize: 50 } });

test("what is no longer in a whole list is removed at the end of the run, and nothing is kept of the listing", async () => {
  fixture.list.rows = sales(5);
  const path = await connectWhole();
  await fixture.read(path);
  fixture.list.rows = sales(5).slice(1);
  expect(await fixture.read(path)).toMatchObject({ state: "done", rows: { read: 4, written: 0, deleted: 1 } });
  expect(await selectKeys(path)).toEqual(["s2", "s3", "s4", "s5"]);
  await until(async () => (await fixture.keysKept()) === 0);
});

test("a list that is not said to be whole loses nothing until everything is read again", async () => {
  fixture.list.rows = sales(5);
  const path = await fixture.connect();
  await fixture.read(path);
  fixture.list.rows = sales(5).slice(1);
  expect(await fixture.read(path)).toMatchObject({ state: "done", isFull: false, rows: { deleted: 0 } });
  expect(await selectKeys(path)).toHaveLength(5);
  expect(await fixture.read(path, { isFull: true })).toMatchObject({
    state: "done",
    isFull: true,
    rows: { deleted: 1 },
  });
  expect(await selectKeys(path)).toEqual(["s2", "s3", "s4", "s5"]);
});

test("a row that cannot be read is not gone", async () => {
  fixture.list.rows = sales(5);
  const path = await connectWhole();
  await fixture.read(path);
  fixture.list.rows = [{ ...sale(1), gross: "a lot" }, ...sales(5).slice(1)];
  expect(await fixture.read(path)).toMatchObject({ state: "done", rows: { rejected: 1, deleted: 0 } });
  expect(await selectKeys(path)).toHaveLength(5);
});

test("where rows have no key of their own, one that cannot be read keeps all of them", async () => {
  const keyless = (rows: Record<string, unknown>[]) => rows.map(({ id: _, ...row }) => row);
  fixture.list.rows = keyless(sales(5));
  const path = await connectWhole();
  await fixture.read(path);
  fixture.list.rows = keyless([{ ...sale(1), gross: "a lot" }, ...sales(5).slice(1)]);
  expect(await fixture.read(path)).toMatchObject({ state: "done", rows: { rejected: 1, deleted: 0 } });
  fixture.list.rows = keyless(sales(5).slice(1));
  expect(await fixture.read(path)).toMatchObject({ state: "done", rows: { rejected: 0, deleted: 1 } });
});

test("a list that loses a fifth of its rows loses them here, and one that loses more loses nothing", async () => {
  fixture.list.rows = sales(100);
  const path = await connectWhole();
  await fixture.read(path);
  fixture.list.rows = sales(79);
  const failed = await fixture.read(path);
  const message =
    "The list has 79 rows, 21 of the 100 rows here are not in it. Nothing was removed. " +
    "If that is right, read all again and allow it.";
  expect(failed).toMatchObject({
    state: "failed",
    rows: { deleted: 0 },
    problem: { kind: "config", message, isShrunk: true },
  });
  expect(await selectKeys(path)).toHaveLength(100);
  expect((await fixture.call("GET", path)).body).toMatchObject({
    state: "needs_you",
    nextRunAt: null,
    problem: { message, isShrunk: true },
  });
  fixture.list.rows = sales(81);
  expect(await fixture.read(path)).toMatchObject({ state: "done", rows: { deleted: 19 } });
  expect((await fixture.call("GET", path)).body).toMatchObject({ state: "healthy", problem: null });
  await until(async () => (await fixture.keysKept()) === 0);
});

test("new rows do not hide that the old ones have gone", async () => {
  fixture.list.rows = sales(30);
  const path = await connectWhole();
  await fixture.read(path);
  fixture.list.rows = sales(400).slice(30);
  const failed = await fixture.read(path);
  expect(failed.problem?.message).toContain("30 of the 30 rows here are not in it");
  expect(await selectKeys(path)).toHaveLength(400);
});

test("someone who has looked may allow that a list loses much", async () => {
  fixture.list.rows = sales(100);
  const path = await connectWhole();
  await fixture.read(path);
  fixture.list.rows = sales(40);
  expect(await fixture.read(path, { isFull: true })).toMatchObject({ state: "failed", problem: { isShrunk: true } });
  expect(await fixture.read(path, { isFull: true, allowsShrink: true })).toMatchObject({
    state: "done",
    rows: { deleted: 60 },
  });
  expect(await selectKeys(path)).toHaveLength(40);
  expect((await fixture.call("GET", path)).body).toMatchObject({ state: "healthy", problem: null });
});

test("an empty list removes nothing, however few rows there are, unless someone allows it", async () => {
  fixture.list.rows = sales(2);
  const path = await connectWhole();
  await fixture.read(path);
  fixture.list.rows = [];
  const failed = await fixture.read(path);
  expect(failed.problem?.message).toContain("The list has no rows, 2 of the 2 rows here are not in it.");
  expect(await selectKeys(path)).toHaveLength(2);
  expect(await fixture.read(path, { isFull: true, allowsShrink: true })).toMatchObject({
    state: "done",
    rows: { deleted: 2 },
  });
  expect(await selectKeys(path)).toEqual([]);
  expect(await fixture.read(path), "nothing here, nothing there").toMatchObject({ state: "done", problem: null });
});

test("a list that breaks off removes nothing", async () => {
  fixture.list.rows = sales(5);
  const path = await fixture.connect({ settings: { isWhole: true } });
  await fixture.read(path);
  fixture.list.faults = [() => null, () => ({ status: 404, body: "" })];
  expect(await fixture.read(path)).toMatchObject({ state: "failed", rows: { read: 2, deleted: 0 } });
  expect(await selectKeys(path)).toHaveLength(5);
});

test("what cannot be asked for is refused with the reason", async () => {
  const path = await fixture.connect();
  const days = { from: "2026-03-01", to: "2026-03-02" };
  const startRun = (body: object, at = path) => fixture.call("POST", `${at}/runs`, body);
  expect(await startRun({ allowsShrink: true })).toMatchObject({ status: 400 });
  expect(await startRun({ isFull: true, ...days })).toMatchObject({ status: 400 });
  expect(await startRun({ from: days.from })).toMatchObject({ status: 400 });
  const empty = '"to" is the first day after the range, so it must be later than 2026-03-01.';
  const { status, body } = await startRun({ ...days, to: days.from });
  expect([status, body.error.fields]).toEqual([400, { to: empty }]);
  const account = await fixture.connect({ source: "tookan", kind: "tookan" });
  expect(await startRun({ isFull: true }, account)).toMatchObject({ status: 409 });
  const files = await fixture.connect({ kind: "file" });
  expect((await startRun({}, files)).body.error.message).toContain("Files are uploaded here");
});
