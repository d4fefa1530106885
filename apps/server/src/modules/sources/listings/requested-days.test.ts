import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  connectionIdFrom,
  openSourceFixture,
  type SourceFixture,
  sale,
  tenantId,
} from "../connections/source-fixture-for-tests.ts";
import { openShop, shopMapping } from "./shop-for-tests.ts";

let fixture: SourceFixture;
let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  fixture = await openSourceFixture();
  shop = await openShop(fixture);
});
afterAll(() => fixture.close());
beforeEach(() => Object.assign(fixture.list, { rows: [], served: [] }));

const days = { from: "2026-03-03", to: "2026-03-05" };
const selectKeys = async (path: string) => (await fixture.listSales(path)).map(({ source_key }) => source_key);
const readCursor = (path: string) =>
  fixture.inTenant(async ({ db }) => {
    const query = db.selectFrom("source_connections").select("cursor").where("tenant_id", "=", tenantId);
    return (await query.where("id", "=", connectionIdFrom(path)).executeTakeFirst())?.cursor;
  });

test("a list is asked for days by the parameters that take them, and loses nothing by it", async () => {
  const path = await fixture.connect({ settings: { isWhole: true, fromParameter: "since", toParameter: "until" } });
  fixture.list.rows = [sale(1), sale(2, "2026-03-03T10:00:00Z")];
  await fixture.read(path);
  expect(fixture.list.served.join()).not.toContain("since");
  expect((await fixture.call("GET", path)).body.daysRefusal).toBeNull();
  fixture.list.served = [];
  fixture.list.rows = [sale(3, "2026-03-03T10:00:00Z"), sale(4, "2026-03-04T22:00:00Z")];
  expect(await fixture.read(path, days)).toMatchObject({ state: "done", range: days, rows: { read: 1, deleted: 0 } });
  expect(fixture.list.served[0]).toContain("since=2026-03-03&until=2026-03-04");
  expect(await selectKeys(path), "late on the fourth in Greenwich is the fifth here").toEqual(["s1", "s2", "s3"]);
});

test("a query is asked for days by the column that holds them, and its cursor stays where it was", async () => {
  const path = await shop.connect();
  await shop.sell(1, 6);
  await fixture.read(path);
  const cursor = await readCursor(path);
  await shop.query(
    "update shop.sales set gross = '99.00'; update shop.sales set sold = '2026-03-04 21:30Z' where id = 6",
  );
  expect(await fixture.read(path, days)).toMatchObject({ state: "done", rows: { read: 2, replaced: 2 } });
  const changed = (await fixture.listSales(path)).filter(({ gross_minor }) => gross_minor === 9900);
  expect(changed.map(({ source_key }) => source_key)).toEqual(["2", "3"]);
  expect(await readCursor(path)).toEqual(cursor);
});

test("days that another system writes as text are read here", async () => {
  const fields = { ...shopMapping.fields, sold_at: { from: "noted", dates: "dmy" } };
  const path = await shop.connect({ ...shopMapping, fields });
  expect(await fixture.read(path, days)).toMatchObject({ state: "done", rows: { read: 2, written: 2 } });
  expect(await selectKeys(path)).toEqual(["2", "3"]);
});

test("a column of a hostile name is only a name", async () => {
  const name = 'sold"); drop table shop.sales; --';
  const fields = { ...shopMapping.fields, sold_at: { from: name } };
  const query = `select id, receipt, qty, gross, sold as "${name.replaceAll('"', '""')}" from shop.sales`;
  const path = await shop.connect({ ...shopMapping, fields }, query);
  expect(await fixture.read(path, days)).toMatchObject({ state: "done", rows: { written: 2 } });
});

test("a source that cannot be asked for days says what would make it possible", async () => {
  const { sold_at: _, ...fields } = shopMapping.fields;
  const computed = [{ name: "When", expression: "addMinutes([sold], 5)" }];
  const later = { ...shopMapping, fields: { ...fields, sold_at: { from: "When" } }, computed };
  const paths: [string, string][] = [
    [await fixture.connect(), "Set its parameters for the first and last day"],
    [await shop.connect({ ...shopMapping, fields }), "Map one of its columns to Sold at"],
    [await shop.connect(later), "Map one of its columns to Sold at"],
    [await shop.connect({}), "Choose the table in the mapping"],
    [await fixture.connect({ kind: "file" }), "Upload a file with the rows of these days"],
  ];
  for (const [path, words] of paths) {
    const { status, body } = await fixture.call("POST", `${path}/runs`, days);
    expect([status, body.error.message]).toEqual([409, expect.stringContaining(words)]);
    expect((await fixture.call("GET", path)).body.daysRefusal).toContain(words);
  }
});
