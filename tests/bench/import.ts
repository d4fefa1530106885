import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { runProduct } from "../product/run-product.ts";
import { signIn } from "./sign-in.ts";

const rows = 500_000;
/** One row in so many cannot be taken in. */
const everyBad = 1000;

const folder = mkdtempSync(path.join(tmpdir(), "bench-import-"));
const product = await runProduct({ DATA_DIR: path.join(folder, "data"), RATE_LIMIT: "0" });
try {
  const file = path.join(folder, "sales.csv");
  await writeSales(file);
  const headers = await signIn(product, "admin@demo.test");
  say(`a CSV of ${(statSync(file).size / 1e6).toFixed(0)} MB with ${rows} sales, before it ${readPeak()} MiB`);
  const first = await load("first load", file, headers);
  await load("second load", file, headers);
  await undo(first, headers);
} finally {
  await product.kill("SIGTERM");
  rmSync(folder, { recursive: true, force: true });
}

async function load(name: string, file: string, headers: Record<string, string>): Promise<string> {
  const begun = performance.now();
  const run = await send(file, headers);
  const sent = performance.now();
  const ended = await follow(run, headers);
  const [sending, loading] = [sent - begun, performance.now() - sent].map((ms) => (ms / 1000).toFixed(1));
  say(
    `${name}: sent and read through in ${sending} s, taken in in ${loading} s: ${JSON.stringify(ended.rows)}, peak ${readPeak()} MiB`,
  );
  return run;
}

/** Takes the first load back; the second has changed nothing. */
async function undo(run: string, headers: Record<string, string>): Promise<void> {
  const begun = performance.now();
  const at = `${product.url}/api/tenants/demo-genesis`;
  const response = await fetch(`${at}/imports/${run}/undo`, { method: "POST", headers });
  const { id, connection } = (await response.json()) as { id: string; connection: string };
  const ended = await followAt(`${at}/connections/${connection}/runs/${id}`, headers);
  say(
    `undone in ${((performance.now() - begun) / 1000).toFixed(1)} s: ${JSON.stringify(ended.rows)}, peak ${readPeak()} MiB`,
  );
}

async function writeSales(file: string): Promise<void> {
  const stream = createWriteStream(file);
  stream.write("id,receipt number,sale date,branch,qty,gross\n");
  for (let row = 1; row <= rows; row++) {
    const gross = row % everyBad === 0 ? "a lot" : `${row % 100}.50`;
    const text = `s${row},r${row},2026-0${1 + (row % 6)}-1${row % 10}T10:00:00Z,Branch ${row % 7},1,${gross}\n`;
    if (!stream.write(text)) await new Promise<void>((resolve) => stream.once("drain", () => resolve()));
  }
  await new Promise<void>((resolve) => stream.end(() => resolve()));
}

async function send(file: string, headers: Record<string, string>): Promise<string> {
  const form = new FormData();
  form.append("tenant", "demo-genesis");
  form.append("file", await openAsBlob(file), "sales.csv");
  const response = await fetch(`${product.url}/api/sources/genesis/imports`, { method: "POST", headers, body: form });
  const body = (await response.json()) as { run?: { id: string } };
  if (!body.run) throw new Error(JSON.stringify(body));
  return body.run.id;
}

type Ended = { state: string; rows: object };

function follow(run: string, headers: Record<string, string>): Promise<Ended> {
  return followAt(`${product.url}/api/tenants/demo-genesis/imports/${run}`, headers);
}

async function followAt(url: string, headers: Record<string, string>): Promise<Ended> {
  for (;;) {
    await sleep(500);
    const found = (await (await fetch(url, { headers })).json()) as Ended;
    if (!["waiting", "running"].includes(found.state)) return found;
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
