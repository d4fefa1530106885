import { sql } from "kysely";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemCaller } from "../../platform/context.ts";
import { alpha, carrier, createEmbedFixture, type EmbedFixture } from "../../testing/embed-fixture.ts";
import { ingestFacts } from "../metrics/index.ts";

let fixture: EmbedFixture;
beforeAll(async () => {
  fixture = await createEmbedFixture();
});
afterAll(() => fixture.close());

const newest = { source_key: "meanwhile", status: "Delivered", customer: alpha, created_at: "2026-03-18T08:00:00Z" };

/** Brings a delivery in, just before the statement that adds the rows up is sent. */
function bringInBeforeTotals(pool: pg.Pool): Promise<void> {
  return new Promise((resolve, reject) => {
    pool.on("acquire", (client) => {
      const send = client.query.bind(client) as (...query: unknown[]) => Promise<unknown>;
      let isDone = false;
      const query = async (...[text, ...rest]: unknown[]) => {
        if (isDone || !JSON.stringify(text).includes("row_count")) return send(text, ...rest);
        isDone = true;
        pool.removeAllListeners("acquire");
        await fixture
          .as(systemCaller("test", carrier), (context) =>
            ingestFacts(context, { fact: "delivery_tasks", source: "test", records: [newest] }),
          )
          .then(() => resolve(), reject);
        return send(text, ...rest);
      };
      client.query = query as typeof client.query;
    });
  });
}

test("rows and their totals are of one state, also when a delivery comes in between them", async () => {
  const token = await fixture.createToken({ days: 366 });
  const page = "/api/embed/rows?from=2026-03-18&to=2026-03-19&basis=created&limit=100";
  const { body: before } = await fixture.see(token, page);
  const broughtIn = bringInBeforeTotals(fixture.pool);
  const { body: during } = await fixture.see(token, page);
  await broughtIn;
  expect(during.totals.count).toBe(during.items.length);
  expect(during.totals.count).toBe(before.totals.count);
  const { body: after } = await fixture.see(token, page);
  expect(after.totals.count).toBe(before.totals.count + 1);
});

test("data is called late here where every other page calls it so", async () => {
  const token = await fixture.createToken({ days: 366 });
  const readFreshness = async () => (await fixture.see(token, "/api/embed/report")).body.freshness;
  expect(await readFreshness()).toMatchObject({ isLate: false });
  await fixture.as(systemCaller("test", carrier), ({ db, tenantId }) =>
    sql`update fact_states set ingested_at = ingested_at - interval '2 days' where tenant_id = ${tenantId}`.execute(db),
  );
  expect(await readFreshness()).toMatchObject({ isLate: true });
});
