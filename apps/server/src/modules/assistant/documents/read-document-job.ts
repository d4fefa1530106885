import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { SourceProblem } from "../../../connectors/connector.ts";
import type { ReadingPool } from "../../../connectors/reading/reading-pool.ts";
import type { Context } from "../../../platform/context.ts";
import { publishEvent } from "../../../platform/events/event-store.ts";
import { defineJob, enqueue, type Job, type LongWork } from "../../../platform/jobs/define-job.ts";
import type { TenantSlots } from "../../../platform/tenant-slots.ts";
import type { DocumentSources } from "./document-sources.ts";
import {
  beginAttempt,
  type DocumentKey,
  type DocumentRow,
  findDocument,
  isCurrentAttempt,
  removeOldVersions,
  updateDocument,
  updateVersion,
  type VersionRow,
  writeVersion,
} from "./document-store.ts";
import { replacePassages } from "./passage-store.ts";
import { describeEmptyPages, type ReadPassages, readPassages } from "./read-passages.ts";
import { mostPassages } from "./split-passages.ts";

const readName = "documents.read";
const input = z.object({ document: z.string(), number: z.number() });
const waitMs = 500;

/** Enqueues the reading of the latest version of a document. */
export async function enqueueReading(
  context: Context,
  { tenantId, id }: DocumentKey,
  number: number,
  runAt: Date | null = null,
): Promise<void> {
  await enqueue<typeof input>(
    { ...context, tenantId },
    { name: readName, attempts: 3 },
    { document: id, number },
    { key: `${readName}:${tenantId}:${id}:${number}`, runAt },
  );
}

/** Reads a version of a document and puts its passages in the place of those before; no tenant takes all slots. */
export function readDocumentJob(sources: Pick<DocumentSources, "fileReading">, slots: TenantSlots): Job {
  return defineJob({
    name: readName,
    logPart: "assistant",
    input,
    attempts: 3,
    async runLong(work, { document, number }) {
      const key = { tenantId: work.tenantId, id: document };
      const release = slots.tryTake(work.tenantId);
      if (!release) {
        return work.inTenant((context) => enqueueReading(context, key, number, new Date(Date.now() + waitMs)));
      }
      try {
        await readVersion(sources.fileReading.pool, work, key, number);
      } finally {
        release();
      }
    },
    giveUp: async (context, { document, number }) => {
      const key = { tenantId: context.tenantId, id: document };
      const row = await findDocument(context, key, true);
      if (row?.latest_version !== number || (row.state !== "queued" && row.state !== "reading")) return;
      await noteFailure(context, key, number, "Reading was stopped by an error of ours. Retry it later.");
    },
  }) as Job;
}

/** Tells open pages that a document has moved. */
export async function publishDocument(context: Context, id: string): Promise<void> {
  await publishEvent(context, { type: "entity.changed", data: { entity: "training-documents", id } });
}

type Attempt = { document: DocumentRow; version: VersionRow; attempt: number };

async function readVersion(pool: ReadingPool, work: LongWork, key: DocumentKey, number: number): Promise<void> {
  const begun = await work.inTenant(async (context) => {
    const attempt = await beginAttempt(context, key, number);
    if (!attempt) return null;
    await publishDocument(context, key.id);
    const folder = path.join(context.config.dataDir, "uploads");
    await mkdir(folder, { recursive: true });
    const file = path.join(folder, randomUUID());
    await writeVersion(context, key, number, file);
    return { attempt, file };
  });
  if (!begun) return;
  try {
    const read = await readText(pool, work, key, { attempt: begun.attempt, path: begun.file });
    if (read) await work.inTenant((context) => storeRead(context, key, begun.attempt, read));
  } catch (error) {
    if (!(error instanceof SourceProblem) || error.kind === "passing") throw error;
    await work.inTenant(async (context) => {
      if (!(await isCurrentAttempt(context, key, { number, attempt: begun.attempt.attempt }))) return;
      await noteFailure(context, key, number, error.message);
    });
  } finally {
    await rm(begun.file, { force: true });
  }
}

/** The passages of a version; null where somebody has stopped its reading. */
function readText(
  pool: ReadingPool,
  work: LongWork,
  key: DocumentKey,
  { attempt: { version, attempt }, path: file }: { attempt: Attempt; path: string },
): Promise<ReadPassages | null> {
  const isGoingOn = (share: number) =>
    work.inTenant(async (context) => {
      if (!(await isCurrentAttempt(context, key, { number: version.number, attempt }))) return false;
      await updateDocument(context, key, { progress: share });
      await publishDocument(context, key.id);
      return true;
    });
  return readPassages(
    pool,
    { path: file, name: version.file_name },
    { limits: { passages: mostPassages }, signal: work.signal, onProgress: isGoingOn },
  );
}

/** An address that gives so much less than before has lost its text, and the text before stays. */
const shrunkenPart = 0.4;

/** What was read can be found from the commit on, and nothing of the version before. */
async function storeRead(context: Context, key: DocumentKey, { version, attempt }: Attempt, read: ReadPassages) {
  const { number } = version;
  if (!(await isCurrentAttempt(context, key, { number, attempt }))) return;
  const document = await findDocument(context, key);
  if (!document) return;
  const { passages, characters, format, pages, emptyPages } = read;
  await updateVersion(context, key, number, { format, pages, passages: passages.length, problem: null });
  if (version.origin === "scheduled" && characters < document.characters * shrunkenPart) {
    const share = Math.max(1, Math.round((characters / document.characters) * 100));
    await keepFound(
      context,
      key,
      `The address now gives only ${share}% of the text. Nothing was removed. Check the page, then choose Read now.`,
    );
    return;
  }
  const counts = await replacePassages(context, key, document.name, passages);
  await updateDocument(context, key, {
    state: "searchable",
    found_version: number,
    progress: 1,
    problem: null,
    remark: describeEmptyPages(emptyPages),
    unconfirmed_since: null,
    searchable_at: context.now,
    pages,
    characters,
    passages: counts.found,
    held_passages: counts.held,
  });
  await removeOldVersions(context, key);
  await publishDocument(context, key.id);
}

/** A reading that took nothing over: what could be found before can be found still. */
export async function keepFound(context: Context, key: DocumentKey, remark: string): Promise<void> {
  const document = await findDocument(context, key, true);
  if (!document) return;
  const isFound = document.found_version !== null;
  await updateDocument(context, key, {
    state: isFound ? "searchable" : "failed",
    progress: 1,
    remark: isFound ? remark : null,
    problem: isFound ? null : remark,
    unconfirmed_since: document.unconfirmed_since ?? context.now,
  });
  await publishDocument(context, key.id);
}

async function noteFailure(context: Context, key: DocumentKey, number: number, reason: string): Promise<void> {
  const problem = `${await findFileName(context, key, number)}: ${reason}`;
  await updateVersion(context, key, number, { problem });
  await updateDocument(context, key, { state: "failed", problem, progress: 0 });
  await publishDocument(context, key.id);
}

async function findFileName(context: Context, { tenantId, id }: DocumentKey, number: number): Promise<string> {
  const row = await context.db
    .selectFrom("document_versions")
    .select("file_name")
    .where("tenant_id", "=", tenantId)
    .where("document", "=", id)
    .where("number", "=", number)
    .executeTakeFirst();
  return row?.file_name ?? "The file";
}
