import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, systemCaller } from "../../../platform/context.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { clearDirtyDays, hasDirtyDays, takeDirtyDays } from "./rollup-store.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
});
afterAll(() => testApp.close());

const fact = "delivery_tasks";
const portion = { days: 31, rows: 1000, enoughDays: 14 };

const inTenant = <Result>(tenantId: string, work: (context: Context) => Promise<Result>) =>
  testApp.as(systemCaller("test", tenantId), work);
const ingest = (tenantId: string, key: string, day: string) =>
  inTenant(tenantId, (context) =>
    ingestFacts(context, {
      fact,
      source: "test",
      records: [{ source_key: key, status: "Planned", created_at: `${day}T10:00:00Z` }],
    }),
  );
const take = async (tenantId: string, limits = portion) =>
  (await inTenant(tenantId, (context) => takeDirtyDays(context, limits, null)))?.dirtyDays ?? [];

test("a day that changed while it was settled stays dirty, the others are settled", async () => {
  await ingest("changing", "1", "2026-03-10");
  await ingest("changing", "2", "2026-03-11");
  const dirtyDays = await take("changing");
  expect(dirtyDays.map(({ day }) => day)).toEqual(["2026-03-10", "2026-03-11"]);
  await ingest("changing", "3", "2026-03-11");
  await inTenant("changing", (context) => clearDirtyDays(context, fact, dirtyDays));
  const left = await take("changing");
  expect(left).toEqual([{ day: "2026-03-11", changes: 2, rows: 2 }]);
  await inTenant("changing", (context) => clearDirtyDays(context, fact, left));
  expect(await inTenant("changing", hasDirtyDays)).toBe(false);
});

test("one tenant's days are settled without those of another", async () => {
  for (const tenantId of ["one", "two"]) await ingest(tenantId, "1", "2026-03-10");
  const dirtyDays = await take("one");
  await inTenant("one", (context) => clearDirtyDays(context, fact, dirtyDays));
  expect([await inTenant("one", hasDirtyDays), await inTenant("two", hasDirtyDays)]).toEqual([false, true]);
});

test("a portion has as many days and rows as it may, and at least one day", async () => {
  for (const [key, day] of [
    ["1", "2026-03-10"],
    ["2", "2026-03-10"],
    ["3", "2026-03-11"],
    ["4", "2026-03-12"],
  ] as const) {
    await ingest("portions", key, day);
  }
  const daysIn = async (limits: Partial<typeof portion>) => (await take("portions", { ...portion, ...limits })).length;
  expect([await daysIn({}), await daysIn({ days: 2 }), await daysIn({ rows: 3 }), await daysIn({ rows: 1 })]).toEqual([
    3, 2, 2, 1,
  ]);
});
