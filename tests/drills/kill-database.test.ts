import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Product, runProduct } from "../product/run-product.ts";

let dataDir: string;
let product: Product;
beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), "drill-"));
  product = await runProduct({ DATA_DIR: dataDir, TRUST_PROXY: "127.0.0.1", RATE_LIMIT: "0" });
}, 60_000);
afterAll(async () => {
  await product.kill("SIGTERM");
  rmSync(dataDir, { recursive: true, force: true });
}, 60_000);

let visitors = 0;
async function ask(idempotencyKey: string): Promise<Response> {
  visitors += 1;
  return fetch(`${product.url}/api/signup-requests`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-forwarded-for": `10.0.${visitors >> 8}.${visitors & 255}` },
    body: JSON.stringify({
      ...{ fullName: "Visitor", email: `${idempotencyKey}@drill.example`, company: "Drill" },
      ...{ consent: true, filledInMs: 60_000, idempotencyKey },
    }),
  });
}

const postmasterPid = () =>
  Number(readFileSync(path.join(dataDir, "postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);

test("a database that is killed under the running product comes back by itself; until then callers are told to wait", async () => {
  const answered: { key: string; answer: object }[] = [];
  const statuses = new Set<number>();
  for (let kill = 0; kill < 3; kill++) {
    process.kill(postmasterPid(), "SIGKILL");
    const before = answered.length;
    while (answered.length < before + 5) {
      const key = randomUUID();
      const answer = await ask(key);
      statuses.add(answer.status);
      if (answer.status === 201) answered.push({ key, answer: (await answer.json()) as object });
      else expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
      await sleep(20);
    }
  }
  expect([...statuses].sort()).toEqual([201, 503]);
  for (const { key, answer } of answered) expect(await (await ask(key)).json()).toEqual(answer);
});
