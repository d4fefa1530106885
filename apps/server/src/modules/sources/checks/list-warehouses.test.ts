import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { ingestFacts } from "../../metrics/index.ts";
import { type ImportFixture, openImportFixture, tenantId } from "../imports/import-fixture-for-tests.ts";

let fixture: ImportFixture;
beforeAll(async () => {
  fixture = await openImportFixture();
});
afterAll(() => fixture.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

test("a warehouse is late when nothing has moved for more than twice its usual gap, also after months", async () => {
  const made = { source: "warehouse", kind: "rest", name: "Stock", settings: { url: "http://127.0.0.1:1/rows" } };
  const { id } = (await fixture.call("POST", `/api/tenants/${tenantId}/connections`, made)).body;
  const moves = (warehouse: string, days: readonly number[]) =>
    days.map((day) => ({
      source_key: `${warehouse} ${day}`,
      warehouse,
      product: "Tea",
      movement_type: "Receipt",
      moved_at: daysAgo(day),
      quantity_milli: 1000,
      value_minor: 100,
    }));
  const daily = (from: number, count: number) => Array.from({ length: count }, (_, place) => from + place);
  await fixture.testApp.as(systemCaller("test", tenantId), (context) =>
    ingestFacts(context, {
      fact: "stock_movements",
      source: id,
      records: [
        ...moves("Busy", [-2, ...daily(0.1, 20)]),
        ...moves("Resting", daily(1.5, 20)),
        ...moves("Silent", daily(4, 20)),
        ...moves("Forgotten", daily(200, 20)),
        // Each pause is a week, so four days without a movement are nothing.
        ...moves("Weekly", [4, 11, 18, 25, 32, 39]),
        ...moves("Young", [30, 31]),
      ],
    }),
  );
  const { status, body } = await fixture.call("GET", `/api/tenants/${tenantId}/connections/${id}/warehouses`);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.items).toMatchObject([
    { warehouse: "Forgotten", isLate: true, usualGapDays: 1, rows7Days: 0 },
    { warehouse: "Silent", isLate: true, usualGapDays: 1, rows7Days: 3 },
    { warehouse: "Busy", isLate: false, usualGapDays: 1, rows7Days: 7 },
    { warehouse: "Resting", isLate: false, usualGapDays: 1, rows7Days: 6 },
    { warehouse: "Weekly", isLate: false, usualGapDays: 7, rows7Days: 1 },
    { warehouse: "Young", isLate: false, usualGapDays: null, rows7Days: 0 },
  ]);
  expect(Date.parse(body.items[2].lastMovedAt)).toBeLessThan(Date.now());
  expect(body.rule).toContain("more than twice");
});
