import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openSourceFixture, type SourceFixture, sale } from "../connections/source-fixture-for-tests.ts";
import { openShop } from "./shop-for-tests.ts";

let fixture: SourceFixture;
let shop: Awaited<ReturnType<typeof openShop>>;
beforeAll(async () => {
  fixture = await openSourceFixture({ environment: { CONSOLE_NOW: "2026-03-20T12:00:00Z" } });
  shop = await openShop(fixture);
});
afterAll(() => fixture.close());
beforeEach(() => {
  fixture.list.rows = [];
});

const compared = async (path: string) => (await fixture.call("GET", `${path}/reconciliation`)).body;
const selectRows = async (path: string) =>
  (await compared(path)).items
    .filter(({ measure }: { measure: string }) => measure === "rows")
    .map(({ day, theirs, ours }: { day: string; theirs: number; ours: number }) => [day, theirs, ours]);

test("days differ by the row that was rejected, and agree once it was taken in and all is read again", async () => {
  const fields = {
    source_key: { from: "id" },
    receipt_key: { from: "receipt" },
    sold_at: { from: "date" },
    quantity_milli: { from: "qty" },
    gross_minor: { from: "gross" },
  };
  const isReturn = { from: "back", values: {}, isRequired: true };
  const mapping = { fact: "sale_lines", fields: { ...fields, is_return: isReturn } };
  fixture.list.rows = [
    { ...sale(1), back: "no" },
    { ...sale(2), back: "zurück?", gross: "2.50" },
    { ...sale(3, "2026-03-01T21:30:00Z"), back: "no" },
    { ...sale(4, "2025-01-01T10:00:00Z"), back: "no" },
  ];
  const path = await fixture.connect({ mapping });
  expect(await fixture.read(path)).toMatchObject({ state: "done", rows: { written: 3, rejected: 1 } });
  const first = await compared(path);
  expect(first).toMatchObject({ days: { compared: 2, differing: 1 } });
  expect(first.items).toMatchObject([
    { day: "2026-03-02", measure: "gross_minor", unit: "money", currency: "USD", theirs: 1000, ours: 1000 },
    { day: "2026-03-02", measure: "rows", unit: "count", theirs: 1, ours: 1 },
    { day: "2026-03-01", measure: "gross_minor", theirs: 1250, ours: 1000 },
    { day: "2026-03-01", measure: "rows", theirs: 2, ours: 1 },
  ]);
  const { version } = (await fixture.call("GET", path)).body;
  const mended = {
    ...mapping,
    fields: { ...mapping.fields, is_return: { ...isReturn, values: { "zurück?": "yes" } } },
  };
  expect(await fixture.call("PATCH", path, { version, mapping: mended })).toMatchObject({ status: 200 });
  const replay = await fixture.call("POST", `${path}/rejects/replay`, {});
  expect(await fixture.ended(path, replay.body.id)).toMatchObject({ state: "done", rows: { written: 1 } });
  await fixture.read(path);
  expect((await compared(path)).days).toEqual({ compared: 2, differing: 0 });
});

test("rows of a list that are left out by choice are missing nowhere, also where they come after their sale", async () => {
  const mapping = {
    fact: "sale_lines",
    fields: {
      source_key: { from: "id" },
      receipt_key: { from: "receipt" },
      sold_at: { from: "date" },
      quantity_milli: { from: "qty" },
      gross_minor: { from: "gross" },
    },
    leftOutWords: { state: ["void"] },
  };
  const path = await fixture.connect({ mapping });
  const rows = [
    { ...sale(1), state: "paid" },
    { ...sale(2), state: "void" },
    { ...sale(3), state: "paid" },
    { ...sale(3), state: "void" },
  ];
  fixture.list.rows = rows;
  const run = await fixture.read(path);
  expect(run.rows).toMatchObject({ read: 4, written: 2, rejected: 2, leftOut: 2, deleted: 1 });
  expect(await selectRows(path)).toEqual([["2026-03-01", 1, 1]]);
  // The same rows again are not left out once more.
  fixture.list.rows = [rows[0], rows[1], rows[3]] as typeof rows;
  await fixture.read(path);
  expect(await compared(path)).toMatchObject({ days: { differing: 0 }, leftOut: 2 });
  fixture.list.rows = [rows[1], rows[3]] as typeof rows;
  expect(await fixture.read(path, { isFull: true })).toMatchObject({ state: "failed", rows: { leftOut: 2 } });
});

test("rows that come twice because pages shift count once", async () => {
  const path = await fixture.connect();
  fixture.list.rows = [sale(1), sale(2), sale(2), sale(3)];
  await fixture.read(path);
  expect(await selectRows(path)).toEqual([["2026-03-01", 3, 3]]);
});

test("a list that is not whole is compared by the rows that it shows, a whole one by all that there is", async () => {
  const path = await fixture.connect();
  fixture.list.rows = [sale(1), sale(2), sale(3, "2026-03-02T10:00:00Z")];
  await fixture.read(path);
  fixture.list.rows = [sale(2), sale(3, "2026-03-02T10:00:00Z")];
  await fixture.read(path);
  expect(await selectRows(path)).toEqual([
    ["2026-03-02", 1, 1],
    ["2026-03-01", 1, 1],
  ]);
  fixture.list.rows = [];
  await fixture.read(path, { isFull: true });
  expect(await selectRows(path), "nothing was removed").toEqual([
    ["2026-03-02", 0, 1],
    ["2026-03-01", 0, 2],
  ]);
});

test("a query is compared when all of it is read, and not by what it has added", async () => {
  const path = await shop.connect();
  await shop.sell(1, 3);
  await fixture.read(path);
  expect((await compared(path)).items).toEqual([]);
  await fixture.read(path, { isFull: true });
  expect((await compared(path)).days).toEqual({ compared: 3, differing: 0 });
  expect((await compared(path)).items[0]).toMatchObject({ day: "2026-03-04", theirs: 1000, ours: 1000 });
});

test("quantities are compared as quantities", async () => {
  const path = await fixture.connect({ source: "warehouse" });
  fixture.list.rows = [
    { id: "m1", sku: "Tea", warehouse: "Main", type: "Receipt", date: "2026-03-05", qty: "1.25", value: "5.00" },
  ];
  await fixture.read(path);
  expect((await compared(path)).items[0]).toMatchObject({ measure: "quantity_milli", unit: "quantity", theirs: 1250 });
});
