import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { type DrillProduct, startDrillProduct } from "./drill-product.ts";
import { ask, brokenPromises, type Call, runClients } from "./run-clients.ts";

const pages = ["page"];
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
  const { lives, lagMs, aliveMs } = clients;
  return { calls, meanwhile, lives, lagMs: lagMs(), aliveMs: aliveMs(), recoveryMs, figures: figures.text };
}

test("a database that hangs for twelve seconds under ten clients: every class of routes says 503 within two seconds", async () => {
  drill = await startDrillProduct();
  const { calls, meanwhile, lives, lagMs, aliveMs, recoveryMs, figures } = await hang(12);
  const slowestMs = Math.max(...calls.map(({ ms }) => ms));
  console.log(
    `slowest ${Math.round(slowestMs)} ms, back after ${Math.round(recoveryMs)} ms, alive within ${Math.round(aliveMs)} ms`,
  );
  expect(brokenPromises(calls, 2000 + lagMs)).toEqual([]);
  const refused = new Set(meanwhile.filter(({ status }) => status === 503).map(({ target }) => target.name));
  const classes = [...drill.targets, drill.refresh].map(({ name }) => name).filter((name) => !pages.includes(name));
  expect([...refused].sort()).toEqual(expect.arrayContaining(classes.sort()));
  for (const { target, status, text } of meanwhile) {
    if (status === 503 && ["lookup", "refresh"].includes(target.name)) expect(text).toBe("Try again in a moment.");
  }
  expect(recoveryMs).toBeLessThan(1000 + lagMs);
  expect(lives.every(({ status }) => status === 200)).toBe(true);
  expect(aliveMs).toBeLessThan(50);
  expect(figures).toMatch(/database_circuit_state\{state="(?:open|half-open)"\} 1/);
  expect(drill.product.process.exitCode).toBeNull();
}, 60_000);

test("control: without the circuit callers hang as long as the database", async () => {
  drill = await startDrillProduct({ DRILL_WITHOUT: "circuit" });
  const { calls, lagMs } = await hang(6);
  expect(brokenPromises(calls, 2000 + lagMs).length).toBeGreaterThan(0);
}, 60_000);
