import { mkdtempSync, openAsBlob, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bombs } from "../../apps/server/src/connectors/file/bombs-for-tests.ts";
import { runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";
import { openCaller } from "./call.ts";
import { signIn } from "./sign-in.ts";

/** How long the quiet product is measured, and the pause between two calls of one kind. */
const quietSeconds = 20;
const pauseMs = 10;
const tenant = "demo-genesis";
const wideQuery = "select n as id, repeat('x', 2500000) as wide from generate_series(1, 100) n";

const folder = mkdtempSync(path.join(tmpdir(), "bench-bombs-"));
const dataDir = path.join(folder, "data");
const product = await runProduct({ DATA_DIR: dataDir, RATE_LIMIT: "0", SOURCE_HOSTS: "127.0.0.1" });
try {
  const headers = await signIn(product, "admin@demo.test");
  const files: string[] = [];
  for (const [place, bomb] of bombs.entries()) {
    const file = path.join(folder, `bomb-${place}`);
    await bomb.write(file);
    files.push(file);
  }
  const connection = await connectWide(headers);
  const quiet = await measure(headers, () => sleep(quietSeconds * 1000));
  const idle = peakMegabytes();
  const loud = await measure(headers, async () => {
    for (const [place, file] of files.entries()) await throwBomb(file, bombs[place]?.name ?? "", headers);
    await readWide(connection, headers);
  });
  for (const path of loud.keys()) tell(path, quiet.get(path) ?? [], loud.get(path) ?? []);
  say(`peak memory of the server: ${peakMegabytes()} MiB (budget 600 MiB), before ${idle} MiB`);
} finally {
  await product.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}

/** How long calls take while something goes on, by their path. */
async function measure(headers: object, work: () => Promise<unknown>): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  let isOver = false;
  const caller = openCaller(product.url);
  const ask = async (path: string, headers: object) => {
    const own: number[] = [];
    times.set(path, own);
    while (!isOver) {
      const from = performance.now();
      await caller.call(path, { headers });
      own.push(performance.now() - from);
      await sleep(pauseMs);
    }
  };
  const asking = [ask("/healthz", {}), ask("/api/config", {}), ask("/api/sources/connections", headers)];
  await work();
  isOver = true;
  await Promise.all(asking);
  caller.close();
  return times;
}

function tell(path: string, quiet: readonly number[], loud: readonly number[]): void {
  const ratio = atShare(loud, 0.99) / atShare(quiet, 0.99);
  const spread = (times: readonly number[]) =>
    `p50 ${atShare(times, 0.5).toFixed(1)}, p99 ${atShare(times, 0.99).toFixed(1)}, most ${Math.max(...times).toFixed(1)} ms`;
  const budget = path === "/healthz" ? "budget 50 ms" : "budget 2 times";
  say(`${path}: quiet ${spread(quiet)}; with bombs ${spread(loud)}; p99 ${ratio.toFixed(1)} times (${budget})`);
}

async function throwBomb(file: string, name: string, headers: Record<string, string>): Promise<void> {
  const from = performance.now();
  const form = new FormData();
  form.append("tenant", tenant);
  form.append("draft", "1");
  form.append("file", await openAsBlob(file), "bomb");
  const url = `${product.url}/api/sources/genesis/imports`;
  const response = await fetch(url, { method: "POST", headers, body: form });
  const body = (await response.json()) as { run?: { id: string }; error?: { message: string } };
  if (body.run) {
    const run = `${product.url}/api/tenants/${tenant}/imports/${body.run.id}`;
    await post(`${run}/preview`, headers, { isDryRun: true });
    await post(`${run}/cancel`, headers, {});
  }
  const words = body.error?.message ?? "its rows are told one by one";
  say(`${name}: ${((performance.now() - from) / 1000).toFixed(1)} s: ${words}`);
}

/** A connection to the product's own database, as if it were another's, with rows that are too large. */
async function connectWide(headers: Record<string, string>): Promise<string> {
  const port = readFileSync(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[3];
  const { id } = await post(`${product.url}/api/tenants/${tenant}/connections`, headers, {
    source: "genesis",
    kind: "sql",
    name: "Wide",
    secret: readFileSync(path.join(dataDir, "postgres.password"), "utf8").trim(),
    intervalMinutes: null,
    settings: {
      host: "127.0.0.1",
      port: Number(port),
      database: "console",
      user: "postgres",
      tls: false,
      query: wideQuery,
      cursorColumn: "id",
    },
  });
  return `${product.url}/api/tenants/${tenant}/connections/${id}`;
}

async function readWide(connection: string, headers: Record<string, string>): Promise<void> {
  const from = performance.now();
  const { id } = await post(`${connection}/runs`, headers, {});
  for (;;) {
    const response = await fetch(`${connection}/runs/${id}`, { headers });
    const run = (await response.json()) as { state: string; problem: { message: string } | null };
    if (!["waiting", "running"].includes(run.state)) {
      say(`a query of wide rows: ${((performance.now() - from) / 1000).toFixed(1)} s: ${run.problem?.message}`);
      return;
    }
    await sleep(100);
  }
}

async function post(url: string, headers: Record<string, string>, body: object): Promise<{ id: string }> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { id: string };
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

/** The most memory that the server has held so far, without the processes that read for it. */
function peakMegabytes(): number {
  const status = readFileSync(`/proc/${product.process.pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
