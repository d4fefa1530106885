import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  connectionIdFrom,
  openSourceFixture,
  type SourceFixture,
  sales,
  tenantId,
} from "../connections/source-fixture-for-tests.ts";
import { openShop } from "./shop-for-tests.ts";

let fixture: SourceFixture;
let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  fixture = await openSourceFixture({ isIdle: true, environment: { CONSOLE_NOW: "2026-03-20T12:00:00Z" } });
  shop = await openShop(fixture);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  fixture.list.rows = [];
  await shop.query("truncate shop.sales");
});

const selectKeys = async (path: string) => (await fixture.listSales(path)).map(({ source_key }) => source_key);
const readCursor = (path: string) =>
  fixture.inTenant(async ({ db }) => {
    const query = db.selectFrom("source_connections").select("cursor").where("tenant_id", "=", tenantId);
    return (await query.where("id", "=", connectionIdFrom(path)).executeTakeFirst())?.cursor;
  });

/** Reads a connection in one go. */
async function read(path: string, input: object = {}) {
  const run = await fixture.start(path, input);
  await fixture.work(run);
  return fixture.ended(path, run);
}

class Killed extends Error {}

test("wherever a reading of everything is killed, it goes on and removes exactly what is gone", async () => {
  const path = await fixture.connect({ settings: { pageSize: 10 } });
  fixture.list.rows = sales(40);
  await read(path);
  const left = sales(42).filter((_, place) => place % 8 !== 3);
  let kills = 0;
  for (let piece = 1; ; piece++) {
    fixture.list.rows = sales(40);
    await read(path);
    fixture.list.rows = left;
    const run = await fixture.start(path, { isFull: true });
    let done = 0;
    const outcome = await fixture
      .work(run, () => {
        if (++done >= piece) throw new Killed();
      })
      .catch((error: unknown) => error);
    if (outcome instanceof Killed) kills += 1;
    expect(outcome === undefined || outcome instanceof Killed).toBe(true);
    if (outcome instanceof Killed) await fixture.work(run);
    expect(await fixture.ended(path, run)).toMatchObject({ state: "done", rows: { rejected: 0, deleted: 5 } });
    expect(await selectKeys(path)).toEqual(left.map(({ id }) => id).sort());
    const { items } = (await fixture.call("GET", `${path}/reconciliation`)).body;
    expect(items).toMatchObject([
      { theirs: 37_000, ours: 37_000 },
      { theirs: 37, ours: 37 },
    ]);
    if (outcome === undefined) break;
  }
  expect(kills).toBeGreaterThan(8);
});

test("removing much is done piece by piece, and goes on after a kill", async () => {
  const path = await fixture.connect({ settings: { pageSize: 5000 } });
  fixture.list.rows = sales(2200);
  await read(path);
  fixture.list.rows = sales(100);
  const run = await fixture.start(path, { isFull: true, allowsShrink: true });
  const isHalfWay = async () => (await fixture.call("GET", `${path}/runs/${run}`)).body.rows.deleted > 0;
  while (!(await isHalfWay())) {
    let done = 0;
    await fixture
      .work(run, () => {
        if (++done > 4) throw new Killed();
      })
      .catch(() => {});
  }
  expect(await selectKeys(path)).toHaveLength(1200);
  await fixture.work(run);
  expect(await fixture.ended(path, run)).toMatchObject({ state: "done", rows: { deleted: 2100 } });
  expect(await selectKeys(path)).toHaveLength(100);
});

test("a product that ends in the middle leaves the run to the next start, with the old rows still there", async () => {
  const path = await fixture.connect({ settings: { pageSize: 10 } });
  fixture.list.rows = sales(40);
  await read(path);
  fixture.list.rows = sales(36);
  const run = await fixture.start(path, { isFull: true });
  let pieces = 0;
  await fixture.work(run, (end) => {
    if (++pieces === 5) end();
  });
  expect((await fixture.call("GET", `${path}/runs/${run}`)).body).toMatchObject({
    state: "waiting",
    rows: { deleted: 0 },
  });
  expect(await selectKeys(path)).toHaveLength(40);
  await fixture.work(run);
  expect(await fixture.ended(path, run)).toMatchObject({ state: "done", rows: { read: 36, deleted: 4 } });
  expect(await selectKeys(path)).toHaveLength(36);
});

test("a query is read from its beginning again, and the next run goes on where that reading ended", async () => {
  const path = await shop.connect();
  await shop.sell(1, 30);
  await read(path);
  await shop.query("delete from shop.sales where id in (3, 30); update shop.sales set gross = '12.00' where id = 4");
  expect(await read(path), "after the last row").toMatchObject({ rows: { read: 0, deleted: 0 } });
  expect(await readCursor(path)).toMatchObject({ last: "30" });

  const run = await fixture.start(path, { isFull: true });
  let pieces = 0;
  await fixture.work(run, (end) => {
    if (++pieces === 3) end();
  });
  expect((await fixture.call("GET", `${path}/runs/${run}`)).body).toMatchObject({
    state: "waiting",
    rows: { read: 28 },
  });
  expect(await readCursor(path), "until all is read").toMatchObject({ last: "30" });
  await fixture.work(run);
  expect(await fixture.ended(path, run)).toMatchObject({ state: "done", rows: { read: 28, replaced: 1, deleted: 2 } });
  expect(await selectKeys(path)).toHaveLength(28);
  expect(await readCursor(path)).toEqual({ last: "29", read: 28 });
  await shop.sell(30, 31);
  expect(await read(path)).toMatchObject({ rows: { read: 2, written: 2, deleted: 0 } });
});

test("a query that no longer gives a row is guarded, and begins anew once that is allowed", async () => {
  const path = await shop.connect();
  await shop.sell(1, 5);
  await read(path);
  await shop.query("truncate shop.sales");
  expect(await read(path, { isFull: true })).toMatchObject({ state: "failed", problem: { isShrunk: true } });
  expect(await selectKeys(path)).toHaveLength(5);
  expect(await read(path, { isFull: true, allowsShrink: true })).toMatchObject({ state: "done", rows: { deleted: 5 } });
  await shop.sell(1, 2);
  expect(await read(path), "keys that were used before").toMatchObject({ rows: { read: 2, written: 2 } });
});

test("everything is not read again while another run goes on", async () => {
  const path = await fixture.connect();
  await fixture.start(path);
  expect(await fixture.call("POST", `${path}/runs`, { isFull: true })).toMatchObject({ status: 409 });
});
