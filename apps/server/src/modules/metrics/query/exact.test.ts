import { type LedgerPurpose, ledgerPurposes, metricQuery } from "@console/contracts";
import { CompiledQuery } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Context, platformTenant, type SnapshotContext, systemCaller } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { factTable, randomNumbers, randomRecord, testToday } from "../../../testing/facts.ts";
import { insist, randomBatches, startKilling } from "../../../testing/feed-facts.ts";
import { askByHand, isSame, metricsOnTheSameRows, type RunSql, type Values } from "../../../testing/hand-written.ts";
import { handWrittenMetrics } from "../../../testing/hand-written-metrics.ts";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { isFullLength } from "../../../testing/test-length.ts";
import { insertTenant } from "../../directory/index.ts";
import { keepAccountPurposes } from "../facts/account-purposes.ts";
import { factTables } from "../facts/fact-tables.ts";
import { ingestFacts } from "../facts/ingest-facts.ts";
import { addDays } from "../model/calendar.ts";
import { registry } from "../model/registry.ts";
import { settleRollups } from "../rollups/settle-rollups.ts";
import { queryMetrics } from "./query-metrics.ts";

/** A failure names its seed; what each feeder sends follows from it, how they interleave does not. */
const seeds = isFullLength ? [11, 2026] : [11];
const feeders = 4;
// Every feeder reaches every table.
const batchesEach = isFullLength ? 24 : factTables.length;
const firstDay = "2026-01-14";
/** Keeps every rollup, however small the tenant is. */
const everyRollup = { fewestRows: 0, rowsPerCell: 0 };
const ids = [...registry.metrics.keys()];

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp({ environment: { CONSOLE_NOW: `${testToday}T12:00:00Z` } });
  // A connection that is killed in the moment it opens tells nobody but its own listeners.
  testApp.pool.on("connect", (client) => client.on("error", () => {}));
});
afterAll(() => testApp.close());

test("every metric has a twin written by hand, and no twin is left over", () => {
  expect(Object.keys(handWrittenMetrics).sort()).toEqual([...ids].sort());
});

function callerFor(tenantId: string) {
  return systemCaller("test", tenantId);
}

/** A tenant whose days and grace are not the defaults. */
async function makeTenant(tenantId: string): Promise<void> {
  await testApp.as(callerFor(platformTenant), (context) =>
    insertTenant(context, {
      id: tenantId,
      name: tenantId,
      aiq_type: "Tookan",
      time_zone: "America/St_Johns",
      late_grace_minutes: 15,
    }),
  );
}

/** Sends random batches over several connections at once. */
async function feed(tenantId: string, seed: number, batches: number): Promise<void> {
  const feeder = async (number: number) => {
    const random = randomNumbers(seed + number);
    for (const batch of randomBatches(seed * 100 + number, batches)) {
      const outcome = await insist(
        () => testApp.as(callerFor(tenantId), (context) => ingestFacts(context, batch)),
        random,
      );
      expect(outcome?.rejected ?? []).toEqual([]);
    }
  };
  await Promise.all(Array.from({ length: feeders }, (_, number) => feeder(number)));
}

/**
 * Rows of every table, before anything is killed: where a table has none, the product says that figures are unknown, and a
 * twin does not. How many of the later ones get through depends on the machine.
 */
async function feedOnce(tenantId: string, seed: number): Promise<void> {
  const random = randomNumbers(seed);
  for (const table of factTables) {
    const records = Array.from({ length: 100 }, (_, number) => randomRecord(table, random, number + 1));
    await testApp.as(callerFor(tenantId), (context) =>
      ingestFacts(context, { fact: table.table, source: "first", records }),
    );
  }
}

/** Says what the accounts of random postings are used for; each account has another purpose in each round. */
async function useAccounts(tenantId: string, round: number): Promise<void> {
  const purposes = Object.keys(ledgerPurposes) as LedgerPurpose[];
  const accounts = Array.from({ length: 4 }, (_, number) => ({
    key: `account ${number}`,
    purpose: purposes[(round * 4 + number) % purposes.length] ?? null,
  }));
  await testApp.as(callerFor(tenantId), (context) => keepAccountPurposes(context, accounts));
}

/** Settles over and over on two connections until it is stopped. */
function startSettling(tenantId: string): { stop(): Promise<void> } {
  let isStopped = false;
  const loop = async () => {
    while (!isStopped) {
      try {
        await testApp.as(callerFor(tenantId), (context) => settleRollups(context, registry, everyRollup));
      } catch (error) {
        if (!(error instanceof AppError) || error.kind !== "unavailable") throw error;
      }
    }
  };
  const loops = Promise.all([loop(), loop()]);
  // Whoever stops it is told what went wrong.
  loops.catch(() => {});
  return {
    async stop() {
      isStopped = true;
      await loops;
    },
  };
}

const inContext =
  ({ db }: Context): RunSql =>
  async (text, values) =>
    (await db.executeQuery(CompiledQuery.raw(text, values))).rows as Record<string, unknown>[];

function onItsOwn(tenantId: string): RunSql {
  return (text, values) => testApp.as(callerFor(tenantId), (context) => inContext(context)(text, values));
}

type Time = { from: string; to: string } | { asOf: string };

/** What the product answers for some metrics: the values of each by member, and its total. */
async function askProduct(context: SnapshotContext, metrics: readonly string[], dimension: string | null, time: Time) {
  const question = { metrics: [...metrics], dimensions: dimension ? [dimension] : [], time };
  const { rows, totals } = await queryMetrics(context, metricQuery.parse(question));
  return metrics.map((id) => {
    const values: Values = new Map(
      rows.map((row) => [dimension ? String(row[dimension]) : "", row[id] as number | null]),
    );
    return { id, values, total: totals[id] as number | null };
  });
}

function differences(what: string, id: string, product: Values, hand: Values): string[] {
  return [...new Set([...product.keys(), ...hand.keys()])]
    .filter((member) => !isSame(id, product.get(member), hand.get(member)))
    .map((member) => `${what} [${member}]: product ${product.get(member)}, by hand ${hand.get(member)}`);
}

type Checkpoint = { tenantId: string; seed: number; when: string; metricsAtOnce: number };

/** Every metric by every dimension it allows over a range, and states on their own as of some days. */
async function compareAll({ tenantId, seed, when, metricsAtOnce }: Checkpoint): Promise<void> {
  const range = { from: firstDay, to: addDays(testToday, 1) };
  const times: { time: Time; lastDay: string; ids: string[] }[] = [
    { time: range, lastDay: testToday, ids },
    ...["2026-02-10", "2026-03-16"].map((asOf) => ({ time: { asOf }, lastDay: asOf, ids: readStates() })),
    // What expires may lie ahead.
    { time: { from: firstDay, to: "2026-06-01" }, lastDay: "2026-05-31", ids: ["expiring_document_count"] },
  ];
  const answered: string[] = [];
  let compared = 0;
  for (const { time, lastDay, ids: question } of times) {
    for (const group of metricsOnTheSameRows(question)) {
      const period = { tenantId, firstDay, lastDay };
      const whole = await askByHand(onItsOwn(tenantId), { ...period, metrics: group, dimension: null });
      for (const dimension of [null, ...new Set(group.flatMap((id) => dimensionsFor(id)))]) {
        const own = group.filter((id) => dimension === null || dimensionsFor(id).includes(dimension));
        const byHand = await askByHand(onItsOwn(tenantId), { ...period, metrics: own, dimension });
        const compare = async (some: string[]) => {
          const answers = await testApp.inSnapshot(callerFor(tenantId), (context) =>
            askProduct(context, some, dimension, time),
          );
          for (const { id, values, total } of answers) {
            const name = `seed ${seed}, ${when}: ${id} by ${dimension} in ${JSON.stringify(time)}`;
            answered.push(...differences(name, id, values, byHand.get(id) ?? new Map()));
            answered.push(...differences(`${name}, total`, id, new Map([["", total]]), whole.get(id) ?? new Map()));
            compared += values.size;
          }
        };
        await Promise.all(splitIntoChunks(own, metricsAtOnce).map(compare));
      }
    }
  }
  expect(answered).toEqual([]);
  // An empty answer would agree with anything.
  expect(compared).toBeGreaterThan(3000);
}

function splitIntoChunks<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

function dimensionsFor(id: string): readonly string[] {
  const metric = registry.metrics.get(id);
  return metric ? registry.dimensionsFor(metric) : [];
}

function readStates(): string[] {
  return ids.filter((id) => registry.metrics.get(id)?.type === "snapshot");
}

/** Random questions while everything moves, each beside its twin in one snapshot; tells how many were compared. */
async function compareMeanwhile(tenantId: string, seed: number, isOver: () => boolean): Promise<number> {
  const random = randomNumbers(seed);
  let compared = 0;
  while (!isOver()) {
    const id = ids[Math.floor(random() * ids.length)] as string;
    const dimension = dimensionsFor(id)[Math.floor(random() * dimensionsFor(id).length)] ?? null;
    const time = { from: firstDay, to: addDays(testToday, 1) };
    try {
      const answered = await testApp.inSnapshot(callerFor(tenantId), async (context) => {
        const [answer] = await askProduct(context, [id], dimension, time);
        const question = { tenantId, metrics: [id], dimension, firstDay, lastDay: testToday };
        const byHand = await askByHand(inContext(context), question);
        return differences(
          `seed ${seed}, meanwhile: ${id} by ${dimension}`,
          id,
          answer?.values ?? new Map(),
          byHand.get(id) ?? new Map(),
        );
      });
      expect(answered).toEqual([]);
      compared += 1;
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== "unavailable") throw error;
    }
  }
  return compared;
}

/** Does some work while others settle and transactions are killed; stops them whatever becomes of it. */
async function disturbed<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
  const killing = startKilling(testApp.databaseUrl, 250);
  const settling = startSettling(tenantId);
  let kills = 0;
  let result: Result;
  try {
    result = await work();
  } finally {
    kills = await killing.stop();
    await settling.stop();
  }
  expect(kills).toBeGreaterThan(0);
  return result;
}

async function countRows(table: string, tenantId: string): Promise<number> {
  const [row] = await onItsOwn(tenantId)(`select count(*) as n from ${table} where tenant_id = $1`, [tenantId]);
  return Number(row?.n);
}

test.each(seeds)(
  "figures equal queries written by hand, whatever happens at once (seed %i)",
  async (seed) => {
    const tenantId = `exact-${seed}`;
    await makeTenant(tenantId);
    await feedOnce(tenantId, seed);
    await useAccounts(tenantId, 0);
    const compared = await disturbed(tenantId, async () => {
      let isFed = false;
      const feeding = feed(tenantId, seed, batchesEach).finally(() => {
        isFed = true;
      });
      const [questions] = await Promise.all([compareMeanwhile(tenantId, seed, () => isFed), feeding]);
      return questions;
    });
    expect(compared).toBeGreaterThan(5);
    // However the disturbance went, something is settled and something is left to settle.
    for (let round = 0; round < 4; round++)
      await testApp.as(callerFor(tenantId), (context) => settleRollups(context, registry, everyRollup));
    await feed(tenantId, seed + 1, 3);
    await useAccounts(tenantId, 1);
    for (const { table } of factTables)
      expect(await countRows(factTable(table).table, tenantId), table).toBeGreaterThan(50);
    expect(await countRows("rollup_marks", tenantId)).toBeGreaterThan(100);
    expect(await countRows("rollup_cells", tenantId)).toBeGreaterThan(1000);
    await compareAll({ tenantId, seed, when: "with open marks", metricsAtOnce: 1 });

    while (await testApp.as(callerFor(tenantId), (context) => settleRollups(context, registry, everyRollup)));
    expect(await countRows("rollup_marks", tenantId)).toBe(0);
    await compareAll({ tenantId, seed, when: "settled", metricsAtOnce: 1 });

    await disturbed(tenantId, () => feed(tenantId, seed + 2, 6));
    await feed(tenantId, seed + 3, 1);
    await useAccounts(tenantId, 2);
    await compareAll({ tenantId, seed, when: "after further changes", metricsAtOnce: 12 });
  },
  300_000,
);
