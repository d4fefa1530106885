import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runProduct } from "../product/run-product.ts";
import { signIn } from "./sign-in.ts";

/** How many sales the list has, and how the runs ask for them. */
const rows = 20_000;
const pageSizes = [100, 1000];
const budgetSeconds = 30;
const tenant = "demo-genesis";

type Run = { id: string; state: string; rows: object };

const folder = mkdtempSync(path.join(tmpdir(), "bench-rest-list-"));
const list = await serveSales();
const product = await runProduct({ DATA_DIR: path.join(folder, "data"), RATE_LIMIT: "0", SOURCE_HOSTS: "127.0.0.1" });
try {
  const headers = { ...(await signIn(product, "admin@demo.test")), "content-type": "application/json" };
  const idle = readPeak();
  for (const pageSize of pageSizes) {
    const connection = await connect(headers, pageSize);
    for (const [turn, served] of Object.entries({ first: rows, second: rows, third: rows * 0.9 })) {
      list.serve(served);
      const begin = performance.now();
      const run = await read(headers, connection);
      const seconds = ((performance.now() - begin) / 1000).toFixed(1);
      say(
        `${turn} run of a whole list of ${served} rows in pages of ${pageSize} (budget ${budgetSeconds} s): ` +
          `${seconds} s, ${run.state}: ${JSON.stringify(run.rows)}`,
      );
    }
  }
  say(`peak memory of the server: ${readPeak()} MiB, before ${idle} MiB`);
} finally {
  await product.kill("SIGTERM");
  list.close();
  rmSync(folder, { recursive: true, force: true });
}

/** A list of sales over the last sixty days, as another system would serve it. */
async function serveSales() {
  const today = Date.now();
  const sales = Array.from({ length: rows }, (_, place) => ({
    id: `s${place}`,
    receipt: `r${Math.floor(place / 3)}`,
    date: new Date(today - (place % 60) * 86_400_000).toISOString(),
    branch: `Branch ${place % 7}`,
    qty: 1,
    gross: `${place % 100}.50`,
  }));
  let served = rows;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://list");
    const [page, limit] = [Number(url.searchParams.get("page")), Number(url.searchParams.get("limit"))];
    response.end(JSON.stringify({ sales: sales.slice(0, served).slice((page - 1) * limit, page * limit) }));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const serve = (count: number) => {
    served = count;
  };
  return { url: `http://127.0.0.1:${port}/sales`, serve, close: () => server.close() };
}

async function call<Answer>(headers: Record<string, string>, url: string, body?: object): Promise<Answer> {
  const response = await fetch(`${product.url}${url}`, {
    method: body ? "POST" : "GET",
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer as Answer;
}

async function connect(headers: Record<string, string>, pageSize: number): Promise<string> {
  const { id } = await call<{ id: string }>(headers, `/api/tenants/${tenant}/connections`, {
    source: "genesis",
    kind: "rest",
    name: `Tills by ${pageSize}`,
    intervalMinutes: null,
    settings: { url: list.url, paging: "page", pageSize, rows: "/sales", isWhole: true },
  });
  return id;
}

async function read(headers: Record<string, string>, connection: string): Promise<Run> {
  const runs = `/api/tenants/${tenant}/connections/${connection}/runs`;
  const { id } = await call<Run>(headers, runs, {});
  for (;;) {
    const run = await call<Run>(headers, `${runs}/${id}`);
    if (!["waiting", "running"].includes(run.state)) return run;
    await sleep(100);
  }
}

/** The most memory that the server has held so far. */
function readPeak(): number {
  const status = readFileSync(`/proc/${product.process.pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
