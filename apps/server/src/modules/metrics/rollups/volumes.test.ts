import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../../platform/context.ts";
import { createPerson } from "../../../testing/people.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../testing/test-app.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { registry } from "../model/registry.ts";
import { markTenant } from "./rebuild-rollups.ts";
import { settleRollups } from "./settle-rollups.ts";

const tenants = ["north", "south", "west"];
let testApp: TestApp;

beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: "2026-03-18T12:00:00Z" } });
  for (const tenantId of tenants) await createPerson(testApp, { tenantId });
});
afterAll(() => testApp.close());

const ingest = (tenantId: string, deliveries: readonly { key: string; day: number }[], deletions: string[] = []) =>
  testApp.as(systemCaller("test", tenantId), (context) =>
    ingestFacts(context, {
      fact: "delivery_tasks",
      source: "test",
      deletions,
      records: deliveries.map(({ key, day }) => ({
        source_key: key,
        status: "Delivered",
        created_at: `2026-03-${String(day).padStart(2, "0")}T08:00:00Z`,
      })),
    }),
  );
const settle = async (tenantId: string) => {
  while (await testApp.as(systemCaller("test", tenantId), (context) => settleRollups(context, registry)));
};
const volumes = async () => {
  const url = "/api/platform/volumes?fact=delivery_tasks&from=2026-03-01&to=2026-03-19";
  const answer = await testApp.app.inject({ method: "GET", url, headers: signedInAs("admin") });
  return answer.json().days;
};
const counted = async () => {
  const answered = await Promise.all(
    tenants.map((tenantId) =>
      testApp.as(systemCaller("test", tenantId), ({ db }) =>
        sql<{ day: string; rows: number }>`select day, count(*) as rows from delivery_tasks
          where tenant_id = ${tenantId} group by day`.execute(db),
      ),
    ),
  );
  const days = new Map<string, { rows: number; tenants: number }>();
  for (const { day, rows } of answered.flatMap((one) => one.rows)) {
    const stored = days.get(day) ?? { rows: 0, tenants: 0 };
    days.set(day, { rows: stored.rows + rows, tenants: stored.tenants + 1 });
  }
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, { rows, tenants: n }]) => ({ day, fact: "delivery_tasks", rows, tenants: n }));
};

test("the platform's volumes are those of all tenants together, while several settle the same days at once", async () => {
  for (let round = 0; round < 4; round++) {
    await Promise.all(
      tenants.map(async (tenantId, index) => {
        const days = Array.from({ length: 12 }, (_, at) => 1 + ((at * (index + 1) + round * 5) % 17));
        await ingest(
          tenantId,
          days.map((day, at) => ({ key: `${round}-${at}`, day })),
        );
        await settle(tenantId);
      }),
    );
    expect(await volumes()).toEqual(await counted());
  }
});

test("days that lose their facts, and tenants that are computed anew or go, leave nothing behind", async () => {
  const keys = Array.from({ length: 12 }, (_, at) => `0-${at}`);
  await ingest("north", [{ key: "1-0", day: 18 }], keys);
  await settle("north");
  expect(await volumes()).toEqual(await counted());
  await testApp.as(systemCaller("test", "south"), markTenant);
  expect(await volumes()).toEqual(await counted());
  for (const tenantId of tenants) {
    await testApp.as(systemCaller("test", tenantId), async ({ db }) => {
      await sql`delete from delivery_tasks where tenant_id = ${tenantId}`.execute(db);
      await sql`delete from tenant_volumes where tenant_id = ${tenantId}`.execute(db);
    });
  }
  expect(await volumes()).toEqual([]);
});
