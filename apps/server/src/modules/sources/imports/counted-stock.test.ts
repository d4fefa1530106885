import { metricQuery } from "@console/contracts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { until } from "../../../testing/until.ts";
import { queryMetrics } from "../../metrics/index.ts";
import { type ImportFixture, manager, openImportFixture, tenantId } from "./import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const movements = `id,date,type,warehouse,sku,quantity,value
m1,2026-03-01 09:00,Opening,Hub,P1,10,20.00
m2,2026-03-05 16:00,Issue,Hub,P1,-2,-4.00
m3,2026-03-06 09:00,Issue,Hub,P1,-1,-2.00
m4,2026-03-02 09:00,Issue,Hub,P2,-5,-5.00
`;
const counts = "count date,warehouse,sku,counted\n2026-03-05,Hub,P1,7\n2026-03-05,Hub,P2,3\n";

const at = (run: string) => `/api/tenants/${tenantId}/imports/${run}`;
const take = (file: string) => fixture.take(file, { source: "warehouse" });

/** Stock of each product at the end of a day. */
async function stockOn(day: string) {
  const question = metricQuery.parse({
    metrics: ["stock_on_hand_qty"],
    dimensions: ["product"],
    time: { asOf: day },
    sort: [{ by: "product", dir: "asc" }],
  });
  const { rows } = await fixture.testApp.inSnapshot(systemCaller("test", tenantId), (context) =>
    queryMetrics(context, question),
  );
  return rows.map(({ stock_on_hand_qty: stock }) => stock);
}

test("counted stock is a file of its own: found by its columns, counted, corrected and undone as a load", async () => {
  expect(await take(movements)).toMatchObject({ state: "done", rows: { written: 4 } });
  const draft = await fixture.send(counts, { source: "warehouse", draft: "1" });
  const { body: preview } = await fixture.call("POST", `${at(draft.body.run.id)}/preview`, {}, manager);
  expect(preview.mapping.fact).toBe("stock_counts");
  // A day without a time is the end of it in the tenant's zone: what moved on it moved before the count.
  expect(preview.rows[0].record).toMatchObject({ counted_at: "2026-03-05T20:59:59.999Z", counted_milli: 7000 });

  expect([await stockOn("2026-03-05"), await stockOn("2026-03-06")]).toEqual([
    [8, null],
    [7, null],
  ]);
  const run = await take(counts);
  expect(run).toMatchObject({
    state: "done",
    rows: { read: 2, written: 2, replaced: 0, unchanged: 0, duplicates: 0, rejected: 0 },
    loaded: { domain: "warehouse", from: "2026-03-05", to: "2026-03-06" },
  });
  expect([await stockOn("2026-03-04"), await stockOn("2026-03-05"), await stockOn("2026-03-06")]).toEqual([
    [10, null],
    [7, 3],
    [6, 3],
  ]);
  const again = await take(counts);
  expect(again).toMatchObject({ rows: { read: 2, unchanged: 2 } });

  const corrected = await take(`${counts}2026-03-05,Hub,P2,4\n2026-03-05,Hub,P1,-1\n2026-03-05,Hob,P1,1\n`);
  expect(corrected.rows).toMatchObject({ read: 5, replaced: 1, unchanged: 1, duplicates: 1, rejected: 2 });
  expect(await stockOn("2026-03-06")).toEqual([6, 4]);
  expect(await fixture.listRejects(corrected)).toEqual([
    'line 6: Warehouse "Hob" is new. Accept it as a new name, or choose the name it stands for.',
    "line 5: Counted quantity: A count cannot be below zero.",
  ]);

  for (const [{ id }, stock] of [
    [corrected, [6, 3]],
    [run, [6, 3]],
    [again, [7, null]],
  ] as const) {
    const undo = await fixture.call("POST", `${at(id)}/undo`, {}, manager);
    expect(undo.status, JSON.stringify(undo.body)).toBe(202);
    await until(async () => JSON.stringify(await stockOn("2026-03-06")) === JSON.stringify(stock));
  }
  expect(await stockOn("2026-03-05")).toEqual([8, null]);
});
