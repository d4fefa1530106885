import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type StandIn, startTookanStandIn } from "../../apps/server/src/main/tookan-stand-in/start-tookan-stand-in.ts";
import { startEmbedded } from "../../apps/server/src/platform/db/embedded/start-embedded.ts";
import { isFullLength } from "../../apps/server/src/testing/test-length.ts";
import { type Product, runProduct } from "../product/run-product.ts";

const kills = isFullLength ? 50 : 2;
const rows = isFullLength ? 1_000_000 : 10_000;
const tasksPerDay = isFullLength ? 400 : 40;
const patienceMs = isFullLength ? 3_600_000 : 170_000;

const apiKey = "a key of the drill";
const hookSecret = "a secret of the drill";
let dataDir: string;
let product: Product;
let standIn: StandIn;
let token = "";
let person = "admin@demo.test";

const start = () => runProduct({ DATA_DIR: dataDir, RATE_LIMIT: "0", SOURCE_HOSTS: new URL(standIn.url).host });

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "drill-"));
  standIn = await startTookanStandIn({ accounts: [{ apiKey, userId: 1, name: "Drill", tasksPerDay }], seed: 3 });
  product = await start();
}, 60_000);
afterAll(async () => {
  await product.kill("SIGTERM");
  await standIn.close();
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

type Answer = {
  id: string;
  hookPath: string;
  state: string;
  rows: { period: string; units_sold: number | null }[];
};

/** Calls until the product answers with anything but an outage: it may be dead at any moment. */
async function call(method: string, url: string, body?: object): Promise<{ status: number; body: Answer }> {
  for (;;) {
    if (!token) await signIn();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const answer = await fetch(`${product.url}${url}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => null);
    const parsed = await answer?.json().catch(() => null);
    if (answer?.status === 401) token = "";
    else if (answer && answer.status < 500 && parsed) return { status: answer.status, body: parsed };
    await sleep(100);
  }
}

async function signIn(): Promise<void> {
  const body = JSON.stringify({ email: person, password: "demo-password-1", returnSecureToken: true });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${product.url}/v1/accounts:signInWithPassword?key=drill`, {
    method: "POST",
    headers,
    body,
  }).catch(() => null);
  token = ((await answer?.json().catch(() => null)) as { idToken?: string } | null)?.idToken ?? "";
}

/** A file of sales: its keys say which line they are of. */
async function writeSales(file: string): Promise<void> {
  const stream = createWriteStream(file);
  stream.write("id,receipt number,sale date,branch,qty,gross\n");
  for (let row = 1; row <= rows; row++) {
    const isFull = !stream.write(
      `s${row},r${Math.ceil(row / 3)},2026-0${1 + (row % 6)}-1${row % 10}T1${row % 9}:00:00Z,Branch ${row % 7},${1 + (row % 3)},${row % 100}.50\n`,
    );
    if (isFull) await new Promise<void>((resolve) => stream.once("drain", () => resolve()));
  }
  await new Promise<void>((resolve) => stream.end(() => resolve()));
}

async function sendFile(file: string): Promise<string> {
  for (;;) {
    if (!token) await signIn();
    const form = new FormData();
    form.append("tenant", "demo-genesis");
    form.append("file", await openAsBlob(file), "sales.csv");
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${product.url}/api/sources/genesis/imports`, {
      method: "POST",
      headers,
      body: form,
    }).catch(() => null);
    const body = (await answer?.json().catch(() => null)) as { run?: { id: string } } | null;
    if (answer?.status === 202 && body?.run) return body.run.id;
    if (answer && answer.status < 500) throw new Error(JSON.stringify(body));
    await sleep(100);
  }
}

test(
  `a pull, a storm of webhooks and a file of ${rows} rows survive ${kills} kills: nothing lost, nothing twice`,
  async () => {
    const file = path.join(dataDir, "sales.csv");
    await writeSales(file);
    const created = await call("POST", "/api/tenants/demo-tookan/connections", {
      source: "tookan",
      kind: "tookan",
      name: "Drill",
      secret: apiKey,
      hookSecret,
      intervalMinutes: 1,
      settings: { baseUrl: standIn.url, requestsPerSecond: 20 },
    });
    const { id, hookPath } = created.body;
    const connection = `/api/tenants/demo-tookan/connections/${id}`;
    const pull = (await call("POST", `${connection}/runs`, {})).body;
    const upload = await sendFile(file);

    let isOver = false;
    const storm = async () => {
      const answered: number[] = [];
      for (let hour = 0; !isOver; hour = (hour + 1) % 24) {
        const until = new Date(Date.now() - hour * 3_600_000);
        const between = { after: new Date(until.getTime() - 600_000), until };
        answered.push(
          ...(await standIn.control.tell(
            apiKey,
            { url: `${product.url}${hookPath}`, secret: hookSecret, copies: 3, orderSeed: hour + 1 },
            between,
          )),
        );
        await sleep(200);
      }
      return answered;
    };
    const storming = storm();

    for (let kill = 0; kill < kills; kill++) {
      await sleep(1500 + Math.random() * 4000);
      if (kill % 4 === 3) killDatabase();
      else {
        await product.kill("SIGKILL");
        product = await start();
      }
    }
    isOver = true;
    const answered = await storming;
    expect(answered.filter((status) => status === 202).length).toBeGreaterThan(0);
    expect(answered.filter((status) => ![0, 202, 429, 503].includes(status))).toEqual([]);

    // Each run goes on by itself.
    const ended = async (url: string) => {
      for (;;) {
        const { body } = await call("GET", url);
        const { state } = body as unknown as { state: string };
        if (!["waiting", "running"].includes(state)) return body;
        await sleep(500);
      }
    };
    expect(await ended(`/api/tenants/demo-genesis/imports/${upload}`)).toMatchObject({
      problem: null,
      state: "done",
      rows: { rejected: 0 },
    });
    expect(await ended(`${connection}/runs/${pull.id}`)).toMatchObject({ state: "done" });
    const dayBefore = (days: number) =>
      new Date(Date.now() + 3 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
    const listed = standIn.control.listJobs(apiKey, dayBefore(29), dayBefore(0)).map(String);
    const last = (await call("POST", `${connection}/runs`, {})).body;
    expect(await ended(`${connection}/runs/${last.id}`)).toMatchObject({ state: "done", rows: { rejected: 0 } });
    // What the product answers is asked twice: at once, and when its sums have been settled.
    [person, token] = ["genesis@demo.test", ""];
    const question = { metrics: ["units_sold"], grain: "day", time: { from: "2026-01-01", to: "2027-01-01" } };
    const answers = [await call("POST", "/api/metrics/query", question)];
    await sleep(isFullLength ? 60_000 : 5000);
    answers.push(await call("POST", "/api/metrics/query", question));
    await product.kill("SIGTERM");

    const server = await startEmbedded({ dataDir });
    const client = new pg.Client({
      connectionString: Object.assign(new URL(server.url), { pathname: "/console" }).href,
    });
    await client.connect();
    try {
      const sales = await client.query(
        "select count(*)::int as rows, count(distinct source_key)::int as keys from sale_lines where tenant_id = 'demo-genesis'",
      );
      expect(sales.rows[0]).toEqual({ rows, keys: rows });
      const tasks = await client.query<{ key: string }>(
        "select source_key as key from delivery_tasks where tenant_id = 'demo-tookan' and source = $1",
        [id],
      );
      const keys = tasks.rows.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      const stored = new Set(keys);
      expect(listed.filter((job) => !stored.has(job))).toEqual([]);
      const units = await client.query<{ day: string; units: number }>(
        "select day::text, sum(quantity_milli)::float8 / 1000 as units from sale_lines where tenant_id = 'demo-genesis' group by 1 order by 1",
      );
      for (const { body } of answers) {
        // Days without sales are in the answer too, without a figure.
        const sold = body.rows.filter(({ units_sold }) => units_sold !== null && units_sold !== 0);
        expect(sold.map(({ period, units_sold }) => ({ day: period, units: units_sold }))).toEqual(units.rows);
      }
      // Sums that are settled equal the facts.
      const volumes =
        await client.query(`select v.tenant_id, v.fact, v.day from tenant_volumes v where v.fact = 'sale_lines' and not exists (
      select from rollup_marks m where m.tenant_id = v.tenant_id and m.fact = v.fact and m.day = v.day)
      and v.rows <> (select count(*) from sale_lines f where f.tenant_id = v.tenant_id and f.day = v.day)`);
      expect(volumes.rows).toEqual([]);
    } finally {
      await client.end();
      await server.stop();
    }
  },
  patienceMs,
);

function killDatabase(): void {
  const lines = readFileSync(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n");
  process.kill(Number(lines[0]), "SIGKILL");
}
