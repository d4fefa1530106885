import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startEmbedded } from "../../apps/server/src/platform/db/embedded/start-embedded.ts";
import { prepareEmbedded } from "../../apps/server/src/platform/db/prepare-embedded.ts";
import { isFullLength } from "../../apps/server/src/testing/test-length.ts";
import { type Product, runProduct } from "../product/run-product.ts";

const kills = isFullLength ? 10 : 3;
const clients = 8;
let dataDir: string;
let product: Product;
let isOver = false;
const acknowledged = new Map<string, string>();

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "drill-"));
  product = await start();
}, 60_000);
afterAll(async () => {
  await product.kill("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

const start = () => runProduct({ DATA_DIR: dataDir, TRUST_PROXY: "127.0.0.1", RATE_LIMIT: "0" });

/** One visitor after another; each repeats the same request until it is acknowledged, as a browser's retry would. */
async function visit(client: number): Promise<void> {
  for (let visitor = 0; !isOver; visitor++) {
    const idempotencyKey = randomUUID();
    const body = JSON.stringify({
      fullName: "Visitor",
      email: `visitor.${client}.${visitor}@drill.example`,
      company: "Drill",
      consent: true,
      filledInMs: 60_000,
      idempotencyKey,
    });
    const headers = {
      "content-type": "application/json",
      "x-forwarded-for": `10.${client}.${visitor >> 8}.${visitor & 255}`,
    };
    while (!acknowledged.has(idempotencyKey)) {
      const answer = await fetch(`${product.url}/api/signup-requests`, { method: "POST", headers, body }).catch(
        () => null,
      );
      if (answer?.status === 201)
        acknowledged.set(idempotencyKey, ((await answer.json()) as { reference: string }).reference);
      else if (isOver) return;
      else await sleep(20);
    }
  }
}

test("the server killed again and again while requests are being stored loses none that it acknowledged and doubles none", async () => {
  const visits = Array.from({ length: clients }, (_, client) => visit(client));
  for (let kill = 0; kill < kills; kill++) {
    const before = acknowledged.size;
    while (acknowledged.size < before + 20) await sleep(5);
    await sleep(Math.random() * 200);
    await product.kill("SIGKILL");
    product = await start();
  }
  isOver = true;
  await Promise.allSettled(visits);
  await product.kill("SIGTERM");

  const server = await startEmbedded({ dataDir });
  const client = new pg.Client({ connectionString: await prepareEmbedded(server.url) });
  await client.connect();
  const requests = await client.query<{ key: string; reference: string; email: string; times: number }>(
    `select idempotency_key as key, min(reference) as reference, min(email) as email, count(*)::int as times
    from signup_requests group by 1`,
  );
  // Whoever sent a request is told with it; the admins are told by a job, which may still wait.
  const mails = await client.query<{ recipients: string[]; subject: string; times: number }>(
    "select recipients, subject, count(*)::int as times from mail_outbox group by 1, 2",
  );
  const waiting = await client.query<{ about: string }>(
    `select payload -> 'input' ->> 'about' as about from graphile_worker._private_jobs
    where payload -> 'input' ->> 'kind' = 'access.requested'`,
  );
  await client.end();
  await server.stop();

  const stored = new Map(requests.rows.map(({ key, reference }) => [key, reference]));
  const lost = [...acknowledged].filter(([key, reference]) => stored.get(key) !== reference);
  expect(lost).toEqual([]);
  expect(requests.rows.filter(({ times }) => times !== 1)).toEqual([]);
  expect(mails.rows.filter(({ times }) => times !== 1)).toEqual([]);
  const receipts = new Set(mails.rows.flatMap(({ recipients }) => recipients));
  expect(requests.rows.filter(({ email }) => !receipts.has(email))).toEqual([]);
  const subjects = mails.rows.map(({ subject }) => subject).join("\n");
  const promised = new Set(waiting.rows.map(({ about }) => about));
  const isTold = (reference: string) =>
    promised.has(`requests/${reference}`) || subjects.includes(`requests access (${reference})`);
  expect(requests.rows.filter(({ reference }) => !isTold(reference))).toEqual([]);
  expect(acknowledged.size).toBeGreaterThanOrEqual(kills * 20);
});
