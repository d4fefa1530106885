import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import pg from "pg";
import { startEmbedded } from "/work/main/apps/server/src/platform/db/embedded/start-embedded.ts";

const server = await startEmbedded({ dataDir: process.argv[2] as string });
const url = new URL(server.url);
url.pathname = "/console";
const c = new pg.Client({ connectionString: url.href });
await c.connect();
try {
  await c.query("alter table progress add column resume jsonb not null default '{}'");
} catch (e) {
  console.log(String(e));
}
const sum = createHash("sha256")
  .update(readFileSync("/work/main/apps/server/src/migrations/0005-metrics.sql", "utf8"))
  .digest("hex");
await c.query("update schema_migrations set checksum=$1 where name='0005-metrics.sql'", [sum]);
console.log(
  (
    await c.query(
      "select pg_size_pretty(pg_database_size('console')) s, (select count(*) from rollup_cells) cells, pg_size_pretty(pg_total_relation_size('rollup_cells')) cs, pg_size_pretty(pg_total_relation_size('delivery_tasks')) ts",
    )
  ).rows,
);
await c.end();
await server.stop();
