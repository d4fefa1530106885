import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { isFullLength } from "../../apps/server/src/testing/test-length.ts";
import { type DrillProduct, startDrillProduct } from "./drill-product.ts";
import { ask, brokenPromises, type Call, marks, runClients } from "./run-clients.ts";

const kills = isFullLength ? 3 : 1;
let drill: DrillProduct;
afterEach(() => drill.stop(), 180_000);

test(`a database killed under ten clients, times: ${kills}: 200 or 503 in time, and back in time`, async () => {
  drill = await startDrillProduct();
  const clients = runClients(drill.product.url, 10, drill.targets);
  await sleep(700);
  const recoveriesMs: number[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const nextKill = sleep(2600);
    drill.killDatabase();
    await drill.databaseIsBack();
    const backAt = performance.now();
    const isWell = ({ target, status, endedAt }: Call) =>
      target.name !== "page" && target.good.includes(status) && endedAt > backAt;
    while (!clients.calls.some(isWell)) await sleep(5);
    recoveriesMs.push((clients.calls.find(isWell)?.endedAt ?? 0) - backAt);
    await nextKill;
  }
  const calls = await clients.stop();
  console.log(`back after ${recoveriesMs.map(Math.round)} ms; ${calls.length} calls`);
  expect(brokenPromises(calls, marks.answerMs)).toEqual([]);
  expect(calls.some(({ status }) => status === 503)).toBe(true);
  expect(recoveriesMs.filter((ms) => ms > marks.recoveryMs)).toEqual([]);
  expect(drill.product.process.exitCode).toBeNull();
  // Whatever was acknowledged is there: sent again, it is answered alike.
  for (const { target, sent, text } of calls.filter(({ status }) => status === 201).slice(-50)) {
    expect((await ask(drill.product.url, { ...target, body: () => sent ?? "" })).text).toBe(text);
  }
}, 180_000);

test.runIf(isFullLength)(
  "control: with a queue that nobody guards, the same ends the server",
  async () => {
    drill = await startDrillProduct({ DRILL_WITHOUT: "queue" });
    const requests = drill.targets.filter(({ name }) => name === "request for access");
    const clients = runClients(drill.product.url, 10, requests);
    for (let kill = 0; kill < 5 && drill.product.process.exitCode === null; kill++) {
      await sleep(1000);
      drill.killDatabase();
      await sleep(3000);
    }
    await clients.stop();
    expect(drill.product.process.exitCode).toBe(70);
  },
  180_000,
);
