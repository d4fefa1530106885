import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openWay } from "../../testing/database-way.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { isFullLength } from "../../testing/test-length.ts";
import { until } from "../../testing/until.ts";
import { createLogger } from "../telemetry/logger.ts";
import { createMetrics } from "../telemetry/metrics.ts";
import { createCircuit, createProbe } from "./circuit.ts";
import { createDatabase, type Db } from "./database.ts";
import { cutConnections, endPool, openPool } from "./pool.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const log = createLogger("silent");

async function openGuarded() {
  const way = await openWay(testApp.databaseUrl);
  const pool = openPool(way.url, log, { size: 2 });
  const circuit = createCircuit({ probe: createProbe(way.url), onOpen: () => cutConnections(pool), log });
  const database = createDatabase(pool, { circuit });
  return {
    way,
    circuit,
    database,
    ask: (seconds = 0) => database.inTenant("north", (db: Db) => sql`select pg_sleep(${seconds})`.execute(db)),
    async close() {
      way.hang(false);
      await endPool(pool, 100);
      way.close();
    },
  };
}

test("callers of a database that hangs are sent away together, later ones at once, until it answers again", async () => {
  const { way, circuit, database, ask, close } = await openGuarded();
  await ask();
  way.hang(true);
  const beganAt = performance.now();
  // More than there are connections: some wait for an answer, some for a connection.
  const waiting = await Promise.allSettled(Array.from({ length: 6 }, () => ask()));
  // Beside other tests only what is answered counts, never when.
  if (isFullLength) expect(performance.now() - beganAt).toBeLessThan(2000);
  expect(waiting.map((one) => one.status === "rejected" && one.reason.kind)).toEqual(Array(6).fill("unavailable"));
  expect(circuit.state()).not.toBe("closed");
  await expect(ask()).rejects.toMatchObject({ kind: "unavailable", retryAfterSeconds: 2 });
  await expect(database.check()).rejects.toMatchObject({ kind: "unavailable" });

  const metrics = createMetrics();
  metrics.observeCircuit(circuit);
  expect(await metrics.registry.metrics()).toMatch(/database_circuit_state\{state="closed"\} 0/);

  way.hang(false);
  await until(() => circuit.state() === "closed");
  await ask();
  expect(await metrics.registry.metrics()).toMatch(/database_circuit_state\{state="closed"\} 1/);
  expect(await metrics.registry.metrics()).toMatch(/database_circuit_openings 1/);
  await close();
});

test("work that takes long goes on for as long as the database answers others", async () => {
  const { circuit, ask, close } = await openGuarded();
  await Promise.all([ask(3), ask(3), ask()]);
  expect(circuit.openings()).toBe(0);
  await close();
});

test("a database that has no connection left is alive", async () => {
  const { rows } = await testApp.pool.query<{ name: string }>("select current_database() as name");
  const name = rows[0]?.name;
  await testApp.pool.query(`alter database ${name} connection limit 0`);
  try {
    await expect(createProbe(testApp.databaseUrl)()).resolves.toBeUndefined();
  } finally {
    await testApp.pool.query(`alter database ${name} connection limit -1`);
  }
});

test("a database that refuses connections opens the circuit at once", async () => {
  const probe = createProbe("postgres://nobody:x@127.0.0.1:9/none");
  await expect(probe()).rejects.toMatchObject({ code: "ECONNREFUSED" });
});

describe("with a clock of its own", () => {
  afterEach(() => void vi.useRealTimers());

  const never = new Promise<never>(() => {});
  const realTurn = () => new Promise((resolve) => setImmediate(resolve));

  /** Lets time pass; a circuit also waits for a real turn of the event loop before it judges. */
  async function pass(ms: number): Promise<void> {
    await vi.advanceTimersByTimeAsync(ms);
    for (let turns = 0; turns < 3; turns++) await realTurn();
  }

  function openSilent() {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
    return createCircuit({ probe: () => never, onOpen: () => {}, log });
  }

  test("a database that answers nobody is away: whoever waits is sent away, and later work is not even begun", async () => {
    const circuit = openSilent();
    const working = circuit.watch(() => circuit.wait(never)).catch((error: Error) => error.message);
    await pass(400);
    expect(circuit.state()).toBe("closed");
    await pass(900);
    expect(circuit.state()).not.toBe("closed");
    expect(await Promise.race([working, realTurn().then(() => "still waiting")])).toBe("The database does not answer.");
    let isBegun = false;
    const later = circuit.watch(async () => {
      isBegun = true;
    });
    await expect(later).rejects.toThrow("The database does not answer.");
    expect([isBegun, circuit.openings()]).toEqual([false, 1]);
  });

  test("work that succeeds is a sign of life, also where the question for one is not answered", async () => {
    const circuit = openSilent();
    void circuit.watch(() => never);
    await pass(400);
    await pass(500);
    await circuit.watch(async () => {});
    await pass(400);
    expect([circuit.state(), circuit.openings()]).toEqual(["closed", 0]);
  });
});
