import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { factTables } from "../modules/metrics/facts/fact-tables.ts";
import type { IngestInput, IngestOutcome } from "../modules/metrics/facts/ingest-facts.ts";
import type { FactRecord } from "../modules/metrics/facts/read-records.ts";
import { AppError } from "../platform/errors.ts";
import { randomNumbers, randomRecord } from "./facts.ts";

/** Few enough that most records of a batch meet one that is there. */
const keysInTable = 250;

/** Random batches for all tables, one after the other; some come twice, some are about long ago, some take rows away. */
export function* randomBatches(seed: number, count: number): Generator<IngestInput> {
  const random = randomNumbers(seed);
  const pick = (most: number) => Math.floor(random() * most);
  const earlier: IngestInput[] = [];
  for (let place = 0; place < count; place++) {
    const replayed = random() < 0.15 ? earlier[pick(earlier.length)] : undefined;
    if (replayed) {
      yield replayed;
      continue;
    }
    const table = factTables[(seed + place) % factTables.length];
    if (!table) continue;
    const isLate = random() < 0.15;
    const records = Array.from({ length: 10 + pick(50) }, () => {
      const record = nearTheEdge(randomRecord(table, random, keysInTable), random);
      return isLate ? longAgo(record, 380) : record;
    });
    const deletions = random() < 0.5 ? Array.from({ length: 8 }, () => `k${pick(keysInTable)}`) : [];
    const batch = { fact: table.table, source: pick(8) === 0 ? "second" : "first", records, deletions };
    earlier.push(batch);
    yield batch;
  }
}

/** Chance alone hardly ever meets what rules turn on: the grace, an arrival that was not tapped, a decision before its submission. */
function nearTheEdge(record: FactRecord, random: () => number): FactRecord {
  const after = (instant: unknown, minutes: number) =>
    new Date(Date.parse(String(instant)) + minutes * 60_000).toISOString();
  const completed =
    record.due_at && record.completed_at && random() < 0.5
      ? { completed_at: after(record.due_at, Math.floor(random() * 7) * 5) }
      : {};
  const changed: FactRecord = { ...record, ...completed };
  if (changed.arrived_at && changed.completed_at && random() < 0.3)
    return { ...changed, arrived_at: changed.completed_at };
  if (changed.submitted_at && changed.decided_at && random() < 0.2)
    return { ...changed, submitted_at: after(changed.decided_at, Math.floor(random() * 4000)) };
  return changed;
}

/** The same record some days earlier; its receipt is another one, since a receipt has one day. */
function longAgo(record: FactRecord, days: number): FactRecord {
  const moved = Object.entries(record).map(([name, value]) => {
    if (name === "receipt_key") return [name, `${value} of last year`];
    if (typeof value !== "string" || !/^\d{4}-\d\d-\d\d/.test(value)) return [name, value];
    const earlier = new Date(Date.parse(value) - days * 86_400_000).toISOString();
    return [name, value.length === 10 ? earlier.slice(0, 10) : earlier];
  });
  return Object.fromEntries(moved);
}

/** Does some work again until the database did not go away under it; gives up now and then, as a source might. */
export async function insist(work: () => Promise<IngestOutcome>, random: () => number): Promise<IngestOutcome | null> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof AppError) || error.kind !== "unavailable") throw error;
      if (random() < 0.1) return null;
    }
  }
}

/** Ends random transactions of a database until it is stopped, one in so many milliseconds; tells how many. */
export function startKilling(databaseUrl: string, everyMs: number): { stop(): Promise<number> } {
  let isStopped = false;
  let kills = 0;
  const work = async () => {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: "killer" });
    await client.connect();
    while (!isStopped) {
      const { rowCount } = await client.query(`select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity where datname = current_database() and application_name = 'console'
          and xact_start is not null order by random() limit 1) victim`);
      kills += rowCount ?? 0;
      await sleep(2 * Math.random() * everyMs);
    }
    await client.end();
  };
  const working = work();
  return {
    async stop() {
      isStopped = true;
      await working;
      return kills;
    },
  };
}
