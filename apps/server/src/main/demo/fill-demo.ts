import { sql } from "kysely";
import { z } from "zod";
import { connectionFacts, factTables, ingestFacts } from "../../modules/metrics/index.ts";
import { backfill, removeConnection, selectConnections } from "../../modules/sources/index.ts";
import type { Context } from "../../platform/context.ts";
import { defineJob, enqueue } from "../../platform/jobs/define-job.ts";
import { failProgress, noteProgress, readResume } from "../../platform/progress/progress-store.ts";
import { sourceBook } from "../source-book.ts";
import { type DemoBatch, demoBatches, demoDays, demoFacts, demoMasters, demoTenants } from "./demo-batches.ts";
import { findFeed, makeConnections } from "./demo-connections.ts";
import { type DemoFeed, feedFor, liveFeeds } from "./demo-feeds.ts";
import { fillWork, readFillNote } from "./fill-note.ts";
import { dayNumber, dayText } from "./local-day.ts";
import { promiseFile } from "./send-files.ts";

const daysAtOnce = 30;
/** Days behind us in which tasks and documents still move on. */
const movingDays = 14;
/** What facts of the demo were stored under when they belonged to no connection. */
const formerSource = "demo";
const removedAtOnce = 5000;

/** What an earlier demo has stored its facts under: they are removed before the first day is filled. */
const formerNote = z.object({ former: z.array(z.string()) });

const fillJob = defineJob({
  name: "demo.fill",
  input: z.object({}),
  attempts: 10,
  run: fillDemo,
  giveUp: (context) => failProgress(context, fillWork),
});

/** Lets the demo go on through the day: what was planned gets delivered, what was waiting gets decided. */
const refreshJob = defineJob({
  name: "demo.refresh",
  input: z.object({}),
  attempts: 1,
  schedule: "*/30 * * * *",
  async run(context) {
    for (const tenantId of demoTenants) await promiseFill({ ...context, tenantId });
  },
});

export const demoJobs = [fillJob, refreshJob];

/** Promises to bring the facts of the caller's demo tenant up to now. */
export async function promiseFill(context: Context): Promise<void> {
  await enqueue(context, fillJob, {}, { key: `demo.fill:${context.tenantId}` });
}

/** Prepares a demo tenant that was not filled yet, and promises to fill it. What someone has removed is not made again. */
export async function beginFill(context: Context): Promise<void> {
  if ((await readFillNote(context)) === null) {
    await leaveFormerDemo(context);
    await makeConnections(context, demoFacts(context.tenantId));
  }
  await promiseFill(context);
}

/** An earlier demo was filled beside its provider's connection, whose days were others: both begin anew. */
async function leaveFormerDemo(context: Context): Promise<void> {
  const resume = await readResume(context, fillWork);
  if (resume === null || formerNote.safeParse(resume).success) return;
  const former = [formerSource];
  const provider = findFeed(await selectConnections(context), liveFeeds.provider);
  if (provider) {
    await removeConnection(context, { tenantId: context.tenantId, connection: provider.id });
    former.push(provider.id);
  }
  await noteProgress(context, { work: fillWork, total: 1, done: 0, state: "running", resume: { former } });
}

/** Stores some days of a demo tenant and promises the next ones, until today is reached. */
async function fillDemo(context: Context): Promise<void> {
  const { tenantId, now, config } = context;
  const progress = await readFillNote(context);
  if (progress === null && (await removeFormerFacts(context))) return promiseFill(context);
  const { first: firstDay, last } = demoDays(tenantId, now);
  const first = progress?.first ?? firstDay;
  const from = dayNumber(progress?.next ?? first);
  const today = dayNumber(last);
  const to = Math.min(from + daysAtOnce - 1, today);
  /** The days after it are left to the connection itself. */
  const lastFilled = ({ liveDays }: DemoFeed) => (config.hasDemoSources ? today - liveDays : today);
  const filling = new Map<string, { feed: DemoFeed; facts: DemoBatch[] }>();
  const add = ({ fact, records }: DemoBatch, day?: number) => {
    const feed = feedFor(tenantId, fact);
    if (day !== undefined && day > lastFilled(feed)) return;
    const key = `${feed.source} ${feed.kind} ${feed.liveDays}`;
    const { facts } = filling.get(key) ?? { facts: [] };
    const batch = facts.find((one) => one.fact === fact);
    if (batch) for (const record of records) batch.records.push(record);
    filling.set(key, { feed, facts: batch ? facts : [...facts, { fact, records: [...records] }] });
  };
  for (const batch of demoMasters(tenantId, { first, now })) add(batch);
  for (let day = from; day <= to; day++) {
    for (const batch of demoBatches(tenantId, dayText(day), { first, now })) add(batch, day);
  }
  const connections = await selectConnections(context);
  for (const { feed, facts } of filling.values()) {
    const connection = findFeed(connections, feed);
    const range = { from: dayText(from), to: dayText(Math.min(to, lastFilled(feed))) };
    // What someone has disconnected brings nothing more.
    if (!connection) continue;
    await backfill(context, { connection, range, facts, note: "Filled by the demo" });
    await sourceBook.follow(context, { source: connection.id, entryKeys: [], hasOneSide: false });
  }

  const isUpToDate = to >= today;
  const total = today - dayNumber(first) + 1;
  const next = isUpToDate ? Math.max(dayNumber(first), to + 1 - movingDays) : to + 1;
  await noteProgress(context, {
    work: fillWork,
    total,
    done: to - dayNumber(first) + 1,
    state: isUpToDate ? "done" : "running",
    resume: { first, next: dayText(next), facts: "connections" },
  });
  if (!isUpToDate) await promiseFill(context);
  else if (config.hasDemoSources) await promiseFile(context);
}

/** Removes some of the facts of an earlier demo; false when none are left. */
async function removeFormerFacts(context: Context): Promise<boolean> {
  const { db, tenantId } = context;
  const { former = [] } = formerNote.safeParse(await readResume(context, fillWork)).data ?? {};
  for (const source of former) {
    for (const { table: fact } of factTables) {
      const facts = connectionFacts(fact, { tenantId, connection: source });
      const { rows } = await sql<{
        source_key: string;
      }>`select source_key from ${facts} former order by source_key limit ${removedAtOnce}`.execute(db);
      if (rows.length === 0) continue;
      const deletions = rows.map(({ source_key }) => source_key);
      await ingestFacts(context, { fact, source, records: [], deletions });
      return true;
    }
  }
  return false;
}
