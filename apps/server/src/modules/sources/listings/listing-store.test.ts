import { type KyselyPlugin, RawNode } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TenantScope } from "../../../platform/db/database.ts";
import { countVisited, type PlanNode } from "../../../testing/visited-rows.ts";
import { factTables } from "../../metrics/index.ts";
import {
  connectionIdFrom,
  openSourceFixture,
  type SourceFixture,
  sales,
  tenantId,
} from "../connections/source-fixture-for-tests.ts";
import { selectListed } from "./listed-store.ts";
import { countVanished, selectDays, selectVanished } from "./listing-store.ts";

const rows = 2000;
const saleLines = factTables.find(({ table }) => table === "sale_lines");
if (!saleLines) throw new Error("Sales have no table.");

let fixture: SourceFixture;
let run: string;
let ours: { table: typeof saleLines; connection: string };

/** A list was just read for the first time: its rows and keys are there, and the database knows nothing of them yet. */
beforeAll(async () => {
  fixture = await openSourceFixture({ isIdle: true });
  for (const table of ["source_listed", "sale_lines"]) {
    await fixture.testApp.pool.query(`alter table ${table} set (autovacuum_enabled = off)`);
  }
  fixture.list.rows = sales(rows);
  const path = await fixture.connect({ settings: { isWhole: true, pageSize: 500 } });
  run = await fixture.start(path);
  await fixture.work(run);
  ours = { table: saleLines, connection: connectionIdFrom(path) };
});
afterAll(() => fixture.close());

/** The rows that the statements of a question look at. */
async function visitedRows(ask: (scope: Pick<TenantScope, "db" | "tenantId">) => Promise<unknown>): Promise<number> {
  const plans: PlanNode[] = [];
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) => RawNode.create(["explain (analyze, format json) ", ""], [node]),
    async transformResult({ result }) {
      const answer = result.rows[0] as { "QUERY PLAN": [{ Plan: PlanNode }] };
      plans.push(answer["QUERY PLAN"][0].Plan);
      return { rows: [] };
    },
  };
  await fixture.inTenant(({ db }) => ask({ db: db.withPlugin(explaining), tenantId }));
  expect(plans).not.toEqual([]);
  return plans.reduce((sum, plan) => sum + countVisited(plan), 0);
}

test("looking for rows that are no more visits each row and each key once", async () => {
  expect(await visitedRows((scope) => countVanished(scope, run, ours))).toBeLessThan(5 * rows);
  const page = { ...ours, after: "", limit: 1000 };
  expect(await visitedRows((scope) => selectVanished(scope, run, page))).toBeLessThan(5 * rows);
});

test("comparing the days of a listing visits each row and each key once", async () => {
  const days = { ...ours, run, from: "2026-01-01", to: "2026-12-31" };
  expect(await visitedRows((scope) => selectDays(scope, days))).toBeLessThan(5 * rows);
});

test("a page of keys is looked up without reading the keys of the other pages", async () => {
  const keys = sales(100).map(({ id }) => String(id));
  const visited = await visitedRows((scope) => selectListed(scope, { run, fact: "sale_lines", keys }));
  expect(visited).toBeLessThan(5 * keys.length);
});
