import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbedded } from "../../apps/server/src/platform/db/embedded/start-embedded.ts";
import { prepareEmbedded } from "../../apps/server/src/platform/db/prepare-embedded.ts";
import { isFullLength } from "../../apps/server/src/testing/test-length.ts";
import { signIn } from "../bench/sign-in.ts";
import { type Product, runProduct } from "../product/run-product.ts";

const kills = isFullLength ? 50 : 3;
const clients = 4;
const entriesInFile = 25;
const entriesBetweenKills = 12;
let dataDir: string;
let product: Product;
let headers: { authorization: string };
let isOver = false;
/** The number that each entry has got, by its key. */
const acknowledged = new Map<string, number>();
/** Entries of files that were taken over for good, by the runs that bring them. */
const sentEntries = new Map<string, readonly string[]>();

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "drill-"));
  product = await start();
  headers = await signIn(product, "genesis@demo.test");
  for (const [code, name, type] of [
    ["1000", "Bank", "cash"],
    ["4000", "Sales", "income"],
  ]) {
    await call("POST", "/api/ledger/accounts", JSON.stringify({ code, name, type }));
  }
}, 60_000);
afterAll(async () => {
  await product.kill("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const start = () => runProduct({ DATA_DIR: dataDir, TRUST_PROXY: "127.0.0.1", RATE_LIMIT: "0" });

/** The answer, or null where none came; a session that has ended is begun again. */
async function call(method: string, address: string, body?: string, type = "application/json") {
  try {
    const answer = await fetch(`${product.url}${address}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { "content-type": type }) },
      ...(body !== undefined && { body }),
    });
    if (answer.status === 401) headers = await signIn(product, "genesis@demo.test");
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  } catch {
    return null;
  }
}

const entry = (key: string, amountMinor: number) =>
  JSON.stringify({
    key,
    text: `Drill ${key}`,
    lines: [
      { account: "1000", amountMinor },
      { account: "4000", amountMinor: -amountMinor },
    ],
  });

/** One entry after another; each is sent until it is acknowledged, sometimes several times at once. */
async function post(client: number): Promise<void> {
  for (let turn = 0; !isOver; turn++) {
    const key = `drill-${client}-${turn}`;
    const body = entry(key, 100 + turn);
    while (!isOver && !acknowledged.has(key)) {
      const answers = await Promise.all(
        Array.from({ length: turn % 5 === 0 ? 3 : 1 }, () => call("POST", "/api/ledger/entries", body)),
      );
      for (const answer of answers) {
        if (answer?.status === 201) acknowledged.set(key, answer.body.number as number);
      }
      if (!acknowledged.has(key)) await sleep(20);
    }
  }
}

const fields = {
  source_key: "key",
  entry_key: "entry",
  account: "account",
  account_type: "type",
  posted_at: "day",
  amount_minor: "amount",
};
const mapping = {
  fact: "ledger_postings",
  fields: Object.fromEntries(Object.entries(fields).map(([field, from]) => [field, { from }])),
};

/** One file of postings after another. A file that was sent and not acknowledged is not sent again. */
async function importFiles(): Promise<void> {
  for (let turn = 0; !isOver; turn++) {
    const keys = Array.from({ length: entriesInFile }, (_, place) => `file-${turn}-${place}`);
    const lines = keys.flatMap((key) => [
      `${key}-1,${key},Bank,Cash,2026-03-02,7.00`,
      `${key}-2,${key},Sales,Income,2026-03-02,-7.00`,
    ]);
    const query = new URLSearchParams({ name: `drill-${turn}.csv`, mapping: JSON.stringify(mapping) });
    const answer = await call(
      "POST",
      `/api/sources/genesis/imports?${query}`,
      [Object.values(fields).join(","), ...lines].join("\n"),
      "application/octet-stream",
    );
    if (answer?.status === 202) sentEntries.set((answer.body.run as { id: string }).id, keys);
    await sleep(200);
  }
}

test("a server killed again and again while entries are posted and imported loses none, doubles none, and stays balanced", async () => {
  const work = [...Array.from({ length: clients }, (_, client) => post(client)), importFiles()];
  for (let kill = 0; kill < kills; kill++) {
    const before = acknowledged.size;
    while (acknowledged.size < before + entriesBetweenKills) await sleep(5);
    await sleep(Math.random() * 200);
    await product.kill("SIGKILL");
    product = await start();
  }
  isOver = true;
  await Promise.allSettled(work);
  headers = await signIn(product, "genesis@demo.test");

  const same = entry("the same", 4200);
  const answers = await Promise.all(Array.from({ length: 20 }, () => call("POST", "/api/ledger/entries", same)));
  expect(new Set(answers.map((answer) => `${answer?.status} ${answer?.body.number}`)).size).toBe(1);

  // An import that has given up says why; what it was to bring is lost all the same.
  expect(await waitForImports()).toEqual([]);
  const verdict = await call("GET", "/api/ledger/verification");
  expect(verdict?.body.problems).toEqual([]);
  const trial = await call("GET", "/api/ledger/trial-balance?asOf=2199-12-31");
  expect(trial?.body.currencies).toEqual([expect.objectContaining({ difference: 0 })]);
  await product.kill("SIGTERM");

  const server = await startEmbedded({ dataDir });
  const client = new pg.Client({ connectionString: await prepareEmbedded(server.url) });
  await client.connect();
  await client.query("select set_config('app.tenant_id', 'demo-genesis', false)");
  // Entries by the key that they were sent with; those of files lie under the key of their source.
  const { rows } = await client.query<{ key: string; number: number; times: number; lines: number; sum: number }>(
    `select coalesce(split_part(e.cause->>'id', ' ', 2), e.key) as key, min(e.seq)::int as number, count(*)::int as times,
      sum((select count(*) from ledger_lines l where l.tenant_id = e.tenant_id and l.entry_id = e.id))::int as lines,
      sum((select sum(amount_minor) from ledger_lines l where l.tenant_id = e.tenant_id and l.entry_id = e.id))::int as sum
    from ledger_entries e where e.kind = 'entry' group by 1`,
  );
  await client.end();
  await server.stop();
  const stored = new Map(rows.map((row) => [row.key, row]));
  expect(acknowledged.size).toBeGreaterThanOrEqual(kills * entriesBetweenKills);
  expect([...acknowledged].filter(([key, number]) => stored.get(key)?.number !== number)).toEqual([]);
  expect(sentEntries.size).toBeGreaterThan(0);
  expect([...sentEntries.values()].flat().filter((key) => !stored.has(key))).toEqual([]);
  expect(rows.filter(({ times, lines, sum }) => times !== 1 || lines !== 2 || sum !== 0)).toEqual([]);
}, 1_800_000);

type Run = { state: string; attempt: number; problem: object | null };

/** Runs that a kill has interrupted go on by themselves; gives those that have ended without success. */
async function waitForImports(): Promise<Run[]> {
  const failed: Run[] = [];
  for (const id of sentEntries.keys()) failed.push(...(await waitForImport(id)));
  return failed;
}

async function waitForImport(id: string): Promise<Run[]> {
  for (;;) {
    const answer = await call("GET", `/api/tenants/demo-genesis/imports/${id}`);
    const run = answer?.status === 200 ? (answer.body as Run) : null;
    if (run?.state === "done") return [];
    if (run && run.state !== "waiting" && run.state !== "running") {
      return [{ state: run.state, attempt: run.attempt, problem: run.problem }];
    }
    await sleep(200);
  }
}
