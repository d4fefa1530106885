import { AppError } from "../../platform/errors.ts";
import type { TenantSlots } from "../../platform/tenant-slots.ts";
import { SourceProblem } from "../connector.ts";
import type { FileBatch } from "../file/index.ts";
import { ReaderEnded, type ReadingPool } from "./reading-pool.ts";
import type { FileHead, FileToRead, Readings } from "./reading-task.ts";

/** What reads files for people who wait for it. */
export type FileReading = { pool: ReadingPool; slots: TenantSlots };

/** Who waits. */
export type ReadScope = { tenantId: string; signal: AbortSignal };

/** Reads a file that someone has sent and waits for. What is wrong with it is the sender's to mend. */
export function readSentFile(
  reading: FileReading,
  { path, name, choice }: FileToRead,
  scope: ReadScope,
): AsyncGenerator<FileHead | FileBatch, void> {
  return readInSlot(reading, "file", { path, name, choice, from: null }, scope);
}

/** Reads through files that someone has sent as one load and waits for; the last part is what all of their rows tell. */
export function profileSentFiles(
  reading: FileReading,
  files: readonly FileToRead[],
  scope: ReadScope,
): AsyncGenerator<Readings["fileProfile"]["part"], void> {
  return readInSlot(reading, "fileProfile", { files }, scope);
}

async function* readInSlot<Kind extends "file" | "fileProfile">(
  { pool, slots }: FileReading,
  kind: Kind,
  task: Readings[Kind]["task"],
  { tenantId, signal }: ReadScope,
): AsyncGenerator<Readings[Kind]["part"], void> {
  try {
    const release = await slots.take(tenantId, signal);
    try {
      yield* pool.read(kind, task, signal);
    } finally {
      release();
    }
  } catch (error) {
    if (signal.aborted) throw new AppError("invalid_input", "Reading was stopped because nobody is waiting for it.");
    if (error instanceof ReaderEnded) {
      throw new AppError("unavailable", error.message, { retryAfterSeconds: 30, cause: error.cause });
    }
    if (!(error instanceof SourceProblem)) throw error;
    throw new AppError("invalid_input", error.message, { fields: { file: error.message } });
  }
}
