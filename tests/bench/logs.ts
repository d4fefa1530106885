import { mkdirSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { findRunning } from "../../apps/server/src/platform/db/embedded/find-running.ts";
import { prepareEmbedded } from "../../apps/server/src/platform/db/prepare-embedded.ts";
import { type Product, runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";
import { openCaller } from "./call.ts";
import { seedLogs } from "./seed-logs.ts";
import { signIn } from "./sign-in.ts";

const lines = 1_000_000;
const budgetMs = 150;
const rounds = 30;
const warmUps = 3;
const linesEachSecond = 500;
const loadSeconds = 60;
const mostSlower = 1.1;

const queries = [
  "",
  "level:error",
  "level:error -part:mail",
  "part:mail",
  "tenant:bench-t7",
  "person:bench-u42",
  "timed",
  "tim",
  "-tim",
  'level:error "timed out"',
  "word4711",
  "nothing-of-this-name",
];

const folder = fileURLToPath(new URL("../../.cache/bench/logs", import.meta.url));
mkdirSync(folder, { recursive: true });
const dataDir = path.join(folder, "data");

/** `searches` or `load` measures that alone. */
const only = process.argv.find((word) => word === "searches" || word === "load");

if (only !== "load") await onProduct({ LOG_LEVEL: "error" }, searchLines);

const p99s: number[] = [];
for (const level of only === "searches" ? [] : ["error", "info"]) {
  await onProduct({ LOG_LEVEL: level }, async (product, url) => {
    const begunAt = new Date(Date.now() - 1000);
    const { times, sent } = await drive(product);
    await sleep(2000);
    const kept = level === "info" ? await countKept(url, begunAt) : null;
    const losses = kept === null ? "without request lines" : `${sent - kept} of ${sent} lines lost`;
    p99s.push(atShare(times, 0.99));
    const spread = `median ${atShare(times, 0.5).toFixed(1)} ms, p99 ${atShare(times, 0.99).toFixed(1)} ms`;
    say(`${Math.round(sent / loadSeconds)} requests/s for ${loadSeconds} s, level ${level}: ${spread}, ${losses}`);
  });
}

const [without, withLines] = p99s;
if (without && withLines)
  say(`p99 with request lines: ${(withLines / without).toFixed(2)} times that without (budget ${mostSlower})`);

async function searchLines(product: Product, url: string): Promise<void> {
  await seedLogs(url, lines);
  const headers = await signIn(product, "superadmin@demo.test");
  const { call, close } = openCaller(product.url);
  const until = new Date().toISOString();
  const since = new Date(Date.now() - 7 * 86_400_000).toISOString();
  const late: string[] = [];
  for (const query of queries) {
    for (const [what, path] of [
      ["lines", "/api/logs"],
      ["histogram", "/api/logs/histogram"],
    ] as const) {
      const input = new URLSearchParams({ query, since, until });
      const p95 = await measure(`${what} of "${query}"`, () => call(`${path}?${input}`, { headers }));
      if (p95 > budgetMs) late.push(`${what} of "${query}" ${p95.toFixed(0)} ms`);
    }
  }
  close();
  say(late.length === 0 ? `all within ${budgetMs} ms` : `later than ${budgetMs} ms: ${late.join(", ")}`);
}

async function onProduct(
  environment: Record<string, string>,
  work: (product: Product, databaseUrl: string) => Promise<void>,
): Promise<void> {
  const product = await runProduct({ DATA_DIR: dataDir, RATE_LIMIT: "0", ...environment });
  try {
    const server = findRunning(dataDir);
    if (!server) throw new Error("The database of the product was not found.");
    await work(product, await prepareEmbedded(server));
  } finally {
    await product.kill("SIGTERM");
  }
}

async function measure(what: string, ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = -warmUps; round < rounds; round++) {
    const from = performance.now();
    await ask();
    if (round >= 0) times.push(performance.now() - from);
  }
  const p95 = atShare(times, 0.95);
  say(`${what}: median ${atShare(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`);
  return p95;
}

/** As many requests in each second as lines are to be written, whatever the answers take. */
async function drive({ url }: Product): Promise<{ times: number[]; sent: number }> {
  const { call, close } = openCaller(url);
  const times: number[] = [];
  const open: Promise<void>[] = [];
  const begin = performance.now();
  const all = linesEachSecond * loadSeconds;
  for (let sent = 0; sent < all; ) {
    const due = Math.min(all, Math.floor(((performance.now() - begin) / 1000) * linesEachSecond));
    for (; sent < due; sent++) {
      const from = performance.now();
      const answered = () => void times.push(performance.now() - from);
      // A connection that the server closes in the moment it is used again counts for no request.
      open.push(call("/api/config", { headers: {} }).then(answered, () => {}));
    }
    await sleep(5);
  }
  await Promise.all(open);
  close();
  return { times, sent: times.length };
}

async function countKept(url: string, since: Date): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select count(*)::int as lines from log_lines where at >= $1 and route = 'GET /api/config'",
    [since],
  );
  await client.end();
  return rows[0].lines;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
