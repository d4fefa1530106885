import type { SourceRun } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { until } from "../../../testing/until.ts";
import { type ImportFixture, manager, openImportFixture, tenantId } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const products = (...lines: string[]) => ["SKU,Name,Category", ...lines, ""].join("\n");

async function undo(run: SourceRun): Promise<SourceRun> {
  const runs = `/api/tenants/${tenantId}/connections/${run.connection}/runs`;
  const { body } = await fixture.call("POST", `${runs}/${run.id}/undo`, {});
  let ended = body;
  await until(async () => {
    ended = (await fixture.call("GET", `${runs}/${body.id}`)).body;
    return ended.state === "done";
  });
  return ended;
}

async function netSales(dimension: string) {
  const time = { from: "2026-03-01", to: "2026-04-01" };
  const question = { metrics: ["net_sales"], dimensions: [dimension], time };
  const { body } = await fixture.call("POST", "/api/metrics/query", question, manager);
  return Object.fromEntries(body.rows.map((row: Record<string, unknown>) => [row[dimension], row.net_sales]));
}

test("a file of products is known by its columns, names and groups the sales, and is counted and undone", async () => {
  await fixture.take("id,receipt,date,sku,qty,gross\na1,r1,2026-03-01,P1,1,5.00\na2,r2,2026-03-02,P2,1,7.00\n");
  const file = products("P1,Espresso,Drinks", "P2,Cake,Food", "P2,Cheese cake,Food", ",Nobody,Food");
  const first = await fixture.take(file, { name: "products.csv" });
  const counts = { read: 4, duplicates: 1, rejected: 1 };
  expect(first).toMatchObject({ state: "done", rows: { ...counts, written: 2, replaced: 0, unchanged: 0 } });
  expect(await fixture.listRejects(first)).toEqual(['line 5: Key in the facts is empty; the column is "SKU".']);
  expect([await netSales("product"), await netSales("category")]).toEqual([
    { Espresso: 5, "Cheese cake": 7 },
    { Drinks: 5, Food: 7 },
  ]);
  const again = await fixture.take(file, { name: "products.csv" });
  expect(again.rows).toMatchObject({ ...counts, written: 0, replaced: 0, unchanged: 2 });
  const corrected = await fixture.take(products("P1,Ristretto,Drinks", "P2,Cheese cake,Food"));
  expect(corrected.rows).toMatchObject({ read: 2, replaced: 1, unchanged: 1, rejected: 0 });
  expect(await netSales("product")).toEqual({ Ristretto: 5, "Cheese cake": 7 });
  await undo(corrected);
  expect(await netSales("product")).toEqual({ Espresso: 5, "Cheese cake": 7 });
  await undo(first);
  expect(await netSales("product"), "the same file was loaded again").toEqual({ Espresso: 5, "Cheese cake": 7 });
  await undo(again);
  expect([await netSales("product"), await netSales("category")]).toEqual([{ P1: 5, P2: 7 }, { Unassigned: 12 }]);
});
