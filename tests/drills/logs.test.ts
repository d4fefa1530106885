import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { isFullLength } from "../../apps/server/src/testing/test-length.ts";
import { type DrillProduct, startDrillProduct } from "./drill-product.ts";
import { brokenPromises, marks, runClients } from "./run-clients.ts";

/** Longer than the writer waits for an answer. */
const awayMs = isFullLength ? 60_000 : 9000;
let drill: DrillProduct;
afterEach(() => drill.stop(), 180_000);

async function signInAsSuperadmin(): Promise<Record<string, string>> {
  const answer = await fetch(`${drill.product.url}/v1/accounts:signInWithPassword?key=drill`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "superadmin@demo.test", password: "demo-password-1", returnSecureToken: true }),
  });
  const { idToken } = (await answer.json()) as { idToken: string };
  return { authorization: `Bearer ${idToken}` };
}

type Line = { message: string; at: string };

async function findLines(query: string, headers: Record<string, string>): Promise<Line[]> {
  const url = `${drill.product.url}/api/logs?${new URLSearchParams({ query, limit: "500" })}`;
  const answer = await fetch(url, { headers });
  return ((await answer.json()) as { items: Line[] }).items;
}

test("a database that hangs changes no answer, and the logs say once it is back that lines waited or were dropped", async () => {
  drill = await startDrillProduct({ LOG_LEVEL: "info" });
  const headers = await signInAsSuperadmin();
  const clients = runClients(drill.product.url, 10, drill.targets);
  await sleep(700);
  drill.hangDatabase("SIGSTOP");
  await sleep(awayMs);
  drill.hangDatabase("SIGCONT");
  await drill.databaseIsBack();
  await sleep(1500);
  const calls = await clients.stop();
  expect(brokenPromises(calls, marks.answerMs)).toEqual([]);
  expect(calls.some(({ status }) => status === 503)).toBe(true);
  expect(drill.product.process.exitCode).toBeNull();
  // What waited is written, or the gap says between which times it is missing.
  let found: Line[] = [];
  for (let tries = 0; tries < 100 && found.length === 0; tries++) {
    found = [
      ...(await findLines('"were dropped between"', headers)),
      ...(await findLines('"Log lines wait"', headers)),
    ];
    if (found.length === 0) await sleep(100);
  }
  console.log(`${calls.length} calls; ${found.map(({ message }) => message).join("; ")}`);
  expect(found.length).toBeGreaterThan(0);
}, 180_000);
