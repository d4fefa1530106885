import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { isFullLength } from "../../apps/server/src/testing/test-length.ts";
import { type DrillProduct, startDrillProduct } from "./drill-product.ts";
import { ask, brokenPromises, type Call, marks, runClients } from "./run-clients.ts";

const pages = ["page"];
/** Longer than any limit of a call, so that nobody gets through by waiting. */
const hangSeconds = isFullLength ? 12 : 5;
let drill: DrillProduct;
afterEach(async () => {
  drill.hangDatabase("SIGCONT");
  await drill.stop();
}, 60_000);

/** Ten clients ask while the database hangs for some seconds, and for two more. */
async function hang(seconds: number) {
  const clients = runClients(drill.product.url, 10, drill.targets);
  await sleep(1000);
  const hungAt = performance.now();
  drill.hangDatabase("SIGSTOP");
  const refreshing = ask(drill.product.url, drill.refresh);
  await sleep(seconds * 1000);
  const figures = await ask(drill.product.url, { name: "figures", path: "/metrics", good: [200] });
  drill.hangDatabase("SIGCONT");
  const backAt = performance.now();
  const isWell = ({ target, status, endedAt }: Call) =>
    !pages.includes(target.name) && target.good.includes(status) && endedAt > backAt;
  while (!clients.calls.some(isWell)) await sleep(5);
  const recoveryMs = (clients.calls.find(isWell)?.endedAt ?? 0) - backAt;
  const calls = [...(await clients.stop()), await refreshing];
  const meanwhile = calls.filter(({ endedAt }) => endedAt > hungAt && endedAt < backAt);
  const { lives, aliveMs } = clients;
  return { calls, meanwhile, lives, aliveMs: aliveMs(hungAt), recoveryMs, figures: figures.text };
}

test(`a database that hangs for ${hangSeconds} seconds under ten clients: every class of routes says 503 in time`, async () => {
  drill = await startDrillProduct();
  const { calls, meanwhile, lives, aliveMs, recoveryMs, figures } = await hang(hangSeconds);
  const slowestMs = Math.max(...calls.map(({ ms }) => ms));
  console.log(
    `slowest ${Math.round(slowestMs)} ms, back after ${Math.round(recoveryMs)} ms, alive within ${Math.round(aliveMs)} ms`,
  );
  expect(brokenPromises(calls, marks.answerMs)).toEqual([]);
  const refused = new Set(meanwhile.filter(({ status }) => status === 503).map(({ target }) => target.name));
  const classes = [...drill.targets, drill.refresh].map(({ name }) => name).filter((name) => !pages.includes(name));
  expect([...refused].sort()).toEqual(expect.arrayContaining(classes.sort()));
  for (const { target, status, text } of meanwhile) {
    if (status === 503 && ["lookup", "refresh"].includes(target.name)) expect(text).toBe("Try again in a moment.");
  }
  expect(recoveryMs).toBeLessThan(marks.recoveryMs);
  expect(lives.every(({ status }) => status === 200)).toBe(true);
  expect(aliveMs).toBeLessThan(marks.aliveMs);
  expect(figures).toMatch(/database_circuit_state\{state="(?:open|half-open)"\} 1/);
  expect(drill.product.process.exitCode).toBeNull();
}, 60_000);

test.runIf(isFullLength)(
  "control: without the circuit callers hang as long as the database",
  async () => {
    drill = await startDrillProduct({ DRILL_WITHOUT: "circuit" });
    const { calls } = await hang(6);
    expect(brokenPromises(calls, marks.answerMs).length).toBeGreaterThan(0);
  },
  60_000,
);
