import { setMaxListeners } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startTookanStandIn } from "../../apps/server/src/main/tookan-stand-in/start-tookan-stand-in.ts";
import { runProduct } from "../product/run-product.ts";
import { atShare } from "./at-share.ts";
import { signIn } from "./sign-in.ts";

/** How many look at the monitor at once, and for how long each number of them is watched. */
const crowds = [1, 200];
const seconds = 60;
/** A browser gathers events for so long before it reads the board again, and reads it in any case after so long. */
const gatherMs = 1000;
const everyMs = 30_000;
const apiKey = "a key of the bench";
const hookSecret = "a secret of the hook";

const folder = mkdtempSync(path.join(tmpdir(), "bench-monitor-"));
const account = { apiKey, userId: 7001, name: "Bahrain Express", tasksPerDay: 120 };
const provider = await startTookanStandIn({ accounts: [account], clock: () => new Date(), seed: 7 });
const product = await runProduct({ DATA_DIR: path.join(folder, "data"), RATE_LIMIT: "0", SOURCE_HOSTS: "127.0.0.1" });
try {
  const headers = await signIn(product, "admin@demo.test");
  const connection = await connect(headers);
  const board = `${product.url}/api/tenants/demo-tookan/connections/${connection.id}/board`;
  await readOnce(headers, connection.id);
  for (const viewers of crowds) await watch(viewers, headers, board, connection.hookPath);
} finally {
  await product.kill("SIGTERM");
  await provider.close();
  rmSync(folder, { recursive: true, force: true });
}

/** So many viewers look at one board while the provider tells of changes by webhook. */
async function watch(viewers: number, headers: Record<string, string>, board: string, hookPath: string): Promise<void> {
  const ending = new AbortController();
  setMaxListeners(0, ending.signal);
  const times: number[] = [];
  let events = 0;
  const look = async () => {
    const from = performance.now();
    const response = await fetch(board, { headers, signal: ending.signal });
    await response.text();
    times.push(performance.now() - from);
  };
  const view = async () => {
    let isGathering = false;
    const stream = await fetch(`${product.url}/api/events`, { headers, signal: ending.signal });
    const often = setInterval(() => void look().catch(() => {}), everyMs);
    ending.signal.addEventListener("abort", () => clearInterval(often));
    await look();
    for await (const chunk of stream.body ?? []) {
      events += Buffer.from(chunk).toString().split("event:").length - 1;
      if (isGathering) continue;
      isGathering = true;
      setTimeout(() => {
        isGathering = false;
        void look().catch(() => {});
      }, gatherMs);
    }
  };
  const cpuBefore = cpuSeconds();
  provider.control.calls.length = 0;
  const all = Array.from({ length: viewers }, () => view().catch(() => {}));
  const until = Date.now() + seconds * 1000;
  for (let at = new Date(Date.now() - 3_600_000); Date.now() < until; at = new Date(at.getTime() + 60_000)) {
    const between = { after: at, until: new Date(at.getTime() + 60_000) };
    await provider.control.tell(apiKey, { url: `${product.url}${hookPath}`, secret: hookSecret, copies: 1 }, between);
    await sleep(1000);
  }
  const asked = [...provider.control.calls];
  const agents = asked.filter(({ endpoint }) => endpoint.includes("get_all_fleets")).length;
  ending.abort();
  await Promise.all(all);
  const cpu = (((cpuSeconds() - cpuBefore) / seconds) * 100).toFixed(0);
  say(
    `${viewers} viewers for ${seconds} s: the provider was asked ${asked.length} times (${agents} for its agents), ` +
      `${events} events told, ${times.length} boards read in ${atShare(times, 0.5).toFixed(0)} ms (p95 ${atShare(times, 0.95).toFixed(0)}), ` +
      `${cpu} % of one processor, ${memoryMiB()} MiB`,
  );
}

async function post(url: string, headers: Record<string, string>, body: object) {
  const response = await fetch(`${product.url}${url}`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { id: string; hookPath: string };
}

function connect(headers: Record<string, string>) {
  return post("/api/tenants/demo-tookan/connections", headers, {
    source: "tookan",
    kind: "tookan",
    name: "Bench",
    secret: apiKey,
    hookSecret,
    settings: { baseUrl: provider.url, requestsPerSecond: 20 },
  });
}

async function readOnce(headers: Record<string, string>, id: string): Promise<void> {
  const path = `/api/tenants/demo-tookan/connections/${id}/runs`;
  const run = await post(path, headers, {});
  for (;;) {
    const found = await (await fetch(`${product.url}${path}/${run.id}`, { headers })).json();
    if (!["waiting", "running"].includes((found as { state: string }).state)) return;
    await sleep(500);
  }
}

function memoryMiB(): number {
  const status = readFileSync(`/proc/${product.process.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Processor time of the server so far. */
function cpuSeconds(): number {
  const fields = readFileSync(`/proc/${product.process.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
