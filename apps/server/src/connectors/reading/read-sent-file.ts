import { AppError } from "../../platform/errors.ts";
import type { TenantSlots } from "../../platform/tenant-slots.ts";
import { SourceProblem } from "../connector.ts";
import type { FileBatch } from "../file/index.ts";
import type { ReadingPool } from "./reading-pool.ts";
import type { FileHead } from "./reading-task.ts";

/** What reads files for people who wait for it. */
export type FileReading = { pool: ReadingPool; slots: TenantSlots };

/** Who waits. */
export type ReadScope = { tenantId: string; signal: AbortSignal };

/** Reads a file that somebody has sent and waits for. What is wrong with it is the sender's to mend. */
export async function* readSentFile(
  { pool, slots }: FileReading,
  { path, name }: { path: string; name: string },
  { tenantId, signal }: ReadScope,
): AsyncGenerator<FileHead | FileBatch, void> {
  try {
    const release = await slots.take(tenantId, signal);
    try {
      yield* pool.read("file", { path, name, from: null }, signal);
    } finally {
      release();
    }
  } catch (error) {
    if (signal.aborted) throw new AppError("invalid_input", "Reading was stopped: nobody waits for it any more.");
    if (!(error instanceof SourceProblem)) throw error;
    throw new AppError("invalid_input", error.message, { fields: { file: error.message } });
  }
}
