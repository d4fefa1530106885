import { mkdtempSync, rmSync } from "node:fs";
import { get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTemplateServer } from "../../apps/server/src/testing/template-server.ts";
import { isFullLength } from "../../apps/server/src/testing/test-length.ts";
import { runProduct } from "../product/run-product.ts";
import { ask, brokenPromises, runClients } from "./run-clients.ts";

const tries = isFullLength ? 20 : 2;
/** No operator waits longer before a kill. Beside other tests only what is answered counts, never when. */
const longestMs = isFullLength ? 10_000 : Infinity;
const clientCount = 20;

let folder: string;
let database: Awaited<ReturnType<typeof startTemplateServer>>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), "drill-"));
  database = await startTemplateServer();
}, 60_000);
afterAll(async () => {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

/** Ends a product that twenty clients keep busy, and tells what they met. */
async function drain(environment: Record<string, string> = {}) {
  const product = await runProduct({
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    RATE_LIMIT: "0",
    ...environment,
    SECRET_KEY: "a key that stays the same for all of them",
  });
  const signedIn = await fetch(`${product.url}/v1/accounts:signInWithPassword?key=drill`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "tookan@demo.test", password: "demo-password-1", returnSecureToken: true }),
  });
  const { idToken } = (await signedIn.json()) as { idToken: string };
  const headers = { authorization: `Bearer ${idToken}` };
  const stream = new Promise<string>((resolve) => {
    get(`${product.url}/api/events`, { headers, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk) => {
        text += chunk;
      });
      answer.on("close", () => resolve(text));
    }).on("error", ({ message }) => resolve(message));
  });
  const clients = runClients(product.url, clientCount, [
    { name: "API", path: "/api/sessions", headers: () => headers, good: [200] },
    { name: "settings", path: "/api/config", good: [200] },
    { name: "page", path: "/", good: [200] },
  ]);
  while (clients.calls.length < 3 * clientCount) await sleep(5);
  const toldAt = performance.now();
  const ended = product.kill("SIGTERM");
  await sleep(100);
  const readiness = await ask(product.url, { name: "readiness", path: "/readyz", good: [] });
  await ended;
  const endMs = performance.now() - toldAt;
  await clients.allRefused();
  const calls = clients.calls.filter(({ failure }) => failure !== "ECONNREFUSED");
  return { calls, readiness, endMs, stream: await stream, exitCode: product.process.exitCode };
}

test(`a server told to end ${tries} times under twenty busy clients answers whoever came and resets nobody`, async () => {
  for (let turn = 0; turn < tries; turn++) {
    const { calls, readiness, endMs, stream, exitCode } = await drain();
    expect(brokenPromises(calls, longestMs)).toEqual([]);
    expect([readiness.status, readiness.retryAfter, readiness.text]).toEqual([503, "2", '{"status":"draining"}']);
    expect(stream.trim()).toMatch(/retry: \d+$/);
    expect(exitCode).toBe(0);
    expect(endMs).toBeLessThan(longestMs);
  }
}, 180_000);

test.runIf(isFullLength)(
  "control: without the grace busy clients are reset",
  async () => {
    const failures: (string | null)[] = [];
    for (let turn = 0; turn < 5 && failures.length === 0; turn++) {
      const { calls } = await drain({ DRILL_WITHOUT: "drain" });
      failures.push(...calls.filter(({ failure }) => failure !== null).map(({ failure }) => failure));
    }
    expect(failures.length).toBeGreaterThan(0);
  },
  60_000,
);
