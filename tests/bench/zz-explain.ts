import pg from "pg";
import { compileQuery } from "/work/main/apps/server/src/modules/metrics/compile-query.ts";
import { registry } from "/work/main/apps/server/src/modules/metrics/registry.ts";
import { resolveQuery } from "/work/main/apps/server/src/modules/metrics/resolve-query.ts";
import { startEmbedded } from "/work/main/apps/server/src/platform/db/embedded/start-embedded.ts";
import { metricQuery } from "/work/main/packages/contracts/src/index.ts";

const server = await startEmbedded({ dataDir: process.argv[2] as string });
const url = new URL(server.url);
url.pathname = "/console";
const c = new pg.Client({ connectionString: url.href });
await c.connect();
const settings = { timeZone: "UTC", currency: "USD", currencyDigits: 2, graceSeconds: 0 };
const time = { from: "2025-11-16", to: "2026-11-16" };
for (const q of [
  { metrics: ["delivery_count"], dimensions: ["delivery_status"], grain: "day", time },
  { metrics: ["p50_delivery_minutes", "p90_delivery_minutes"], grain: "week", time },
  {
    metrics: ["delivered_count", "on_time_rate"],
    dimensions: ["driver"],
    time,
    sort: [{ by: "delivered_count", dir: "desc" }],
    limit: 20,
  },
]) {
  const plan = resolveQuery(metricQuery.parse(q), [], { registry, today: "2026-11-15", settings, kept: null } as never);
  const { text, values } = compileQuery(plan, "bench-001", registry);
  await c.query("begin; set local role console_app; set local app.tenant_id = 'bench-001'");
  await c.query(text, values);
  const { rows } = await c.query(`explain (analyze, buffers) ${text}`, values);
  console.log(text, "\n", rows.map((r) => r["QUERY PLAN"]).join("\n"));
  await c.query("rollback");
}
await c.end();
await server.stop();
