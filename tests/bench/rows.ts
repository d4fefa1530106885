import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { startEmbedded } from "../../apps/server/src/platform/db/embedded/start-embedded.ts";
import { prepareEmbedded } from "../../apps/server/src/platform/db/prepare-embedded.ts";
import { runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";
import { type Call, openCaller } from "./call.ts";
import { runSeed } from "./run-seed.ts";
import { signIn } from "./sign-in.ts";

/** The first tenant of such a set has 150,000 deliveries. */
const facts = 1_000_000;
const rounds = 300;
const warmUps = 60;
const clients = 8;
const ticksPerSecond = 100;
const tenant = "bench-001";

const dataDir = path.join(fileURLToPath(new URL("../../.cache/bench/", import.meta.url)), `metrics-${facts}`);
mkdirSync(dataDir, { recursive: true });
if (!existsSync(path.join(dataDir, "seeded"))) {
  await runSeed(dataDir, { rows: facts, movements: 0 });
  writeFileSync(path.join(dataDir, "seeded"), new Date().toISOString());
}
const server = await startEmbedded({ dataDir });
const owner = await prepareEmbedded(server.url);
const raw = new pg.Client({ connectionString: Object.assign(new URL(server.url), { pathname: "/console" }).href });
await raw.connect();
const product = await runProduct({
  DATABASE_URL: owner,
  DATA_DIR: dataDir,
  RATE_LIMIT: "0",
  NODE_ENV: "production",
  DEMO: "1",
  // Without jobs, which would compete with what is measured.
  ROLE: "api",
});
const caller = openCaller(product.url);
try {
  const postmaster = Number(readFileSync(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);
  const headers = await signIn(product, "bench@demo.test", "bench-password-1");
  const { lastDay, driver, depot } = await findExamples();
  const to = dayBefore(lastDay, -1);
  const month = { from: dayBefore(to, 30), to };
  const year = { from: dayBefore(to, 365), to };
  const filter = (field: string, value: string) => [{ field, op: "in", values: [value] }];
  const lists: [string, object][] = [
    ["a month", { time: month }],
    ["a month of one depot", { time: month, filters: filter("depot", depot) }],
    ["a year of one driver", { time: year, filters: filter("driver", driver) }],
    ["a year, by when they were completed", { time: year, sort: { by: "completed_at", dir: "desc" } }],
  ];
  say(`the first 50 rows of a tenant with ${await countFacts()} deliveries, ${rounds} times each`);
  for (const [name, list] of lists) await measureList(name, { metric: "delivery_count", limit: 50, ...list });
  await measureBare(month);

  /** The cost of one list: time alone, calls a second of several clients, and CPU of the two processes. */
  async function measureList(name: string, body: object): Promise<void> {
    const ask = (call: Call) => call<{ items: unknown[] }>("/api/metrics/rows", { headers, body });
    for (let round = 0; round < warmUps; round++) await ask(caller.call);
    const times: number[] = [];
    const before = readCpu();
    for (let round = 0; round < rounds; round++) {
      const start = performance.now();
      await ask(caller.call);
      times.push(performance.now() - start);
    }
    const used = readCpu();
    const cost = `PostgreSQL ${each(used.database - before.database)} ms, server ${each(used.server - before.server)} ms of CPU`;
    const start = performance.now();
    await Promise.all(
      Array.from({ length: clients }, async () => {
        const own = openCaller(product.url);
        for (let round = 0; round < rounds / clients; round++) await ask(own.call);
        own.close();
      }),
    );
    const perSecond = rounds / ((performance.now() - start) / 1000);
    const alone = `median ${atShare(times, 0.5).toFixed(1)} ms`;
    say(`${name}: ${cost}; ${alone}, ${perSecond.toFixed(0)} a second with ${clients} clients`);
  }

  /** As many rows of the same month by a plain statement along the index of the days, on one connection. */
  async function measureBare({ from, to }: { from: string; to: string }): Promise<void> {
    const text =
      "select * from delivery_tasks where tenant_id = $1 and day >= $2 and day < $3 order by day desc limit 50";
    const run = () => raw.query({ name: "bare", text, values: [tenant, from, to] });
    for (let round = 0; round < warmUps; round++) await run();
    const before = readCpu();
    for (let round = 0; round < rounds; round++) await run();
    say(`a bare indexed list of 50 rows: PostgreSQL ${each(readCpu().database - before.database)} ms of CPU`);
  }

  /** CPU time of the database with all its connections, and of the server, in milliseconds. */
  function readCpu(): { database: number; server: number } {
    const connections = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster);
    return { database: sum(connections.map(cpuMs)), server: cpuMs(String(product.process.pid)) };
  }
} finally {
  caller.close();
  await product.kill("SIGTERM");
  await raw.end();
  await server.stop();
}

async function findExamples() {
  const { rows } = await raw.query<{ last_day: string; driver: string; depot: string }>(
    `select max(day)::text as last_day,
      (select name from members where tenant_id = $1 and dimension = 'driver' order by id limit 1) as driver,
      (select name from members where tenant_id = $1 and dimension = 'depot' order by id limit 1) as depot
     from delivery_tasks where tenant_id = $1`,
    [tenant],
  );
  const [row] = rows;
  if (!row) throw new Error("The bench set has no deliveries.");
  return { lastDay: row.last_day, driver: row.driver, depot: row.depot };
}

async function countFacts(): Promise<number> {
  const { rows } = await raw.query<{ n: string }>("select count(*) as n from delivery_tasks where tenant_id = $1", [
    tenant,
  ]);
  return Number(rows[0]?.n);
}

function readStat(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  } catch {
    return [];
  }
}

function parentOf(pid: string): number {
  return Number(readStat(pid)[1]);
}

function cpuMs(pid: string): number {
  const [user, system] = readStat(pid).slice(11, 13).map(Number);
  return ((user ?? 0) + (system ?? 0)) * (1000 / ticksPerSecond);
}

function each(ms: number): string {
  return (ms / rounds).toFixed(2);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function dayBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
