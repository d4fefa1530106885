import { randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { ownFileLimits } from "@console/contracts";
import { z } from "zod";
import { SourceProblem } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue, type Job, type LongWork } from "../../../platform/jobs/define-job.ts";
import { createTenantSlots } from "../../../platform/tenant-slots.ts";
import { type DocumentSources, describeEmptyPages, type ReadPassages, readPassages } from "../../assistant/index.ts";
import { replaceFilePassages } from "./file-passage-store.ts";
import { publishFiles } from "./file-rules.ts";
import { type FileRow, lockFile, removeParts, updateFile, writeParts } from "./file-store.ts";

const job = { name: "assistant.read-file", attempts: 3 };
const input = z.object({ file: z.string() });
const waitMs = 500;
/** Files that are read at once. */
const reads = { most: 3, mostForTenant: 2 };
const { pages, characters } = ownFileLimits;
const limits = { pages, characters, passages: 5000 };

type Sources = Pick<DocumentSources, "fileReading">;

/** Enqueues the reading of a file. */
export async function enqueueFileReading(context: Context, file: string, runAt: Date | null = null): Promise<void> {
  await enqueue<typeof input>(context, job, { file }, { key: `${job.name}:${context.tenantId}:${file}`, runAt });
}

/** Has a file read once more that could not be read. */
export async function readAgain(context: Context, { id }: Pick<FileRow, "id">): Promise<void> {
  await updateFile(context, id, { state: "queued", progress: 0, problem: null });
  await enqueueFileReading(context, id);
}

/** Reads what people have attached; no tenant takes all slots. */
export function ownFileJobs({ fileReading }: Sources): Job[] {
  const slots = createTenantSlots(reads);
  const read = defineJob({
    ...job,
    logPart: "assistant",
    input,
    async runLong(work, { file }) {
      const release = slots.tryTake(work.tenantId);
      if (!release) {
        return work.inTenant((context) => enqueueFileReading(context, file, new Date(Date.now() + waitMs)));
      }
      try {
        await readFile(work, file, { fileReading });
      } finally {
        release();
      }
    },
    giveUp: async (context, { file }) => {
      const row = await lockFile(context, file);
      if (row?.state !== "queued" && row?.state !== "reading") return;
      await noteFailure(context, row, "Reading was stopped by an error of ours. Try it again later.");
      await publishFiles(context, row.owner_uid);
    },
  });
  return [read as Job];
}

async function readFile(work: LongWork, id: string, { fileReading }: Sources): Promise<void> {
  const begun = await work.inTenant(async (context) => {
    const row = await lockFile(context, id);
    if (row?.state !== "queued" && row?.state !== "reading") return null;
    const attempt = row.attempt + 1;
    await updateFile(context, id, { state: "reading", attempt, progress: 0, problem: null });
    await publishFiles(context, row.owner_uid);
    const folder = path.join(context.config.dataDir, "uploads");
    await mkdir(folder, { recursive: true });
    const place = path.join(folder, randomUUID());
    await writeParts(context, id, place);
    return { row: { ...row, attempt }, place };
  });
  if (!begun) return;
  const { row, place } = begun;
  /** Does something as long as this reading is the one that counts. */
  const inCurrent = (change: (context: Context) => Promise<void>) =>
    work.inTenant(async (context) => {
      const now = await lockFile(context, id);
      if (now?.state !== "reading" || now.attempt !== row.attempt) return false;
      await change(context);
      await publishFiles(context, row.owner_uid);
      return true;
    });
  try {
    const read = await readPassages(
      fileReading.pool,
      { path: place, name: row.name },
      {
        limits,
        signal: work.signal,
        onProgress: (share) => inCurrent((context) => updateFile(context, id, { progress: share })),
      },
    );
    if (read) await inCurrent((context) => keepText(context, row, read));
  } catch (error) {
    if (!(error instanceof SourceProblem) || error.kind === "passing") throw error;
    await inCurrent((context) => noteFailure(context, row, error.message));
  } finally {
    await rm(place, { force: true });
  }
}

/** From now on the text alone is kept. */
async function keepText(context: Context, row: FileRow, { passages, pages: count, emptyPages }: ReadPassages) {
  await replaceFilePassages(context, row, passages);
  await removeParts(context, row.id);
  const remark = describeEmptyPages(emptyPages);
  await updateFile(context, row.id, { state: "ready", progress: 1, problem: null, remark, pages: count });
}

async function noteFailure(context: Context, { id, name }: FileRow, reason: string): Promise<void> {
  await updateFile(context, id, { state: "failed", progress: 0, problem: `${name}: ${reason}` });
}
