import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { importFile, type Sources, selectConnections } from "../../modules/sources/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Database } from "../../platform/db/database.ts";
import { defineJob, enqueue, type LongWork } from "../../platform/jobs/define-job.ts";
import { noteProgress, readResume } from "../../platform/progress/progress-store.ts";
import { demoBatches, demoDays, demoFacts } from "./demo-batches.ts";
import { findFeed } from "./demo-connections.ts";
import { feedFor } from "./demo-feeds.ts";
import type { DemoRecord } from "./demo-record.ts";
import { readFirstDay } from "./fill-note.ts";
import { ledgerMapping, writeLedgerFile } from "./ledger-file.ts";
import { dayNumber, dayText } from "./local-day.ts";

const work = "demo-files";
const sentNote = z.object({ sent: z.string() });

const sendJob = { name: "demo.send-files", attempts: 5 } as const;

/** Promises the file of today, for a demo tenant that sends files. */
export async function promiseFile(context: Context): Promise<void> {
  if (!demoFacts(context.tenantId).includes(ledgerMapping.fact)) return;
  await enqueue(context, sendJob, {}, { key: `${sendJob.name}:${context.tenantId}` });
}

/** Sends files of the demo's bookkeepings through the door that everyone's files come through. */
export function sendFilesJob(sources: Pick<Sources, "fileReading">, database: Database) {
  return defineJob({
    ...sendJob,
    input: z.object({}),
    runLong: (longWork) => sendFile(longWork, { fileReading: sources.fileReading, database }),
  });
}

type Doors = { database: Database; fileReading: Sources["fileReading"] };

/** Sends one file a day: the first with the last weeks, each other one with what was posted since the file before. */
async function sendFile({ inTenant, signal }: LongWork, doors: Doors): Promise<void> {
  const file = await inTenant(prepareFile);
  if (!file) return;
  const { name, text, connection, source, today } = file;
  const { db: _db, ...call } = await inTenant(async (context) => context);
  const received = path.join(call.config.dataDir, "uploads", randomUUID());
  await mkdir(path.dirname(received), { recursive: true, mode: 0o700 });
  await writeFile(received, text, { mode: 0o600 });
  try {
    const mapping = JSON.stringify(ledgerMapping);
    const input = { source, tenant: call.tenantId, connection, mapping, draft: "0" as const, name };
    await importFile(call, input, [{ name, path: received, bytes: Buffer.byteLength(text) }], { ...doors, signal });
  } finally {
    await rm(received, { force: true });
  }
  await inTenant((context) =>
    noteProgress(context, { work, total: 1, done: 1, state: "done", resume: { sent: today } }),
  );
}

/** The file that is due; null where it was sent, or someone has removed its connection. */
async function prepareFile(context: Context) {
  const { tenantId, now } = context;
  const feed = feedFor(tenantId, ledgerMapping.fact);
  const connection = findFeed(await selectConnections(context), feed);
  const { last: today } = demoDays(tenantId, now);
  const { sent } = sentNote.safeParse(await readResume(context, work)).data ?? {};
  if (!connection || sent === today) return null;
  const first = await readFirstDay(context);
  const from = sent ?? dayText(Math.max(dayNumber(first), dayNumber(today) - feed.liveDays + 1));
  const records: DemoRecord[] = [];
  for (let day = dayNumber(from); day <= dayNumber(today); day++) {
    for (const batch of demoBatches(tenantId, dayText(day), { first, now })) {
      if (batch.fact === ledgerMapping.fact) records.push(...batch.records);
    }
  }
  if (records.length === 0) return null;
  const name = `ledger ${from} to ${today}.csv`;
  return { name, text: writeLedgerFile(records), connection: connection.id, source: feed.source, today };
}
