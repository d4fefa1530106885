import { createReadStream, createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { type Readable, Transform, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { StartupProblem } from "../startup-problem.ts";
import { ByteDigest, lastRowTorn, RowDigest } from "./digests.ts";
import type { StoredFile, StoredTable } from "./manifest.ts";

/** The least effort: rows of a table shrink to a fifth by it, and more effort would take longer than reading them. */
const compression = { level: 1 };

/** Writes a file of a backup, compressed; `content` sees what goes in. Only the owner may read it. */
export async function storeFile(
  folder: string,
  file: string,
  source: Readable,
  { content = new ByteDigest(), signal }: { content?: ByteDigest | RowDigest; signal: AbortSignal },
): Promise<StoredFile> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const stored = new ByteDigest();
  const sink = createWriteStream(target, { mode: 0o600, flags: "wx", flush: true });
  await pipeline(source, content, createGzip(compression), stored, sink, { signal });
  return { file, bytes: stored.bytes, checksum: stored.checksum(), contentBytes: content.bytes };
}

/** Reads a file of a backup to its end, and refuses it by its name unless it is as it was written. */
export async function readStored(
  folder: string,
  expected: StoredFile,
  sink: Writable,
  { content = new ByteDigest(), signal }: { content?: ByteDigest | RowDigest; signal: AbortSignal },
): Promise<void> {
  const stored = new ByteDigest();
  const source = createReadStream(path.join(folder, expected.file));
  try {
    await pipeline(
      source,
      limitBytes(expected.bytes),
      stored,
      createGunzip(),
      limitBytes(expected.contentBytes),
      content,
      sink,
      { signal },
    );
  } catch (error) {
    signal.throwIfAborted();
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (isMissing) throw new StartupProblem(`${expected.file} of the backup is missing.`);
    if (error instanceof Error && isDamage(error)) throw tornFile(expected, error.message);
    throw error;
  }
  if (stored.bytes !== expected.bytes || stored.checksum() !== expected.checksum) {
    throw tornFile(expected, "its checksum is another");
  }
}

/** Reads a table of a backup and compares its rows with what was written down of them. */
export async function readStoredTable(
  folder: string,
  table: StoredTable,
  sink: Writable,
  signal: AbortSignal,
): Promise<void> {
  const content = new RowDigest();
  await readStored(folder, table, sink, { content, signal });
  if (content.rows !== table.rows || content.digest() !== table.rowsDigest) {
    throw tornFile(table, `it has ${content.rows} rows, and ${table.rows} were written`);
  }
}

/** Stops at what is longer than it was: a file that was swapped fills neither memory nor disk. */
function limitBytes(most: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      done(bytes > most ? new Error(tooLong) : null, chunk);
    },
  });
}

const tooLong = "it is longer than it was";

function isDamage(error: Error): boolean {
  const code = "code" in error ? String(error.code) : "";
  return code.startsWith("Z_") || error.message === tooLong || error.message === lastRowTorn;
}

function tornFile({ file }: StoredFile, reason: string): StartupProblem {
  return new StartupProblem(`${file} of the backup is torn: ${reason}.`);
}

/** Takes everything in and keeps nothing. */
export function ignoreContent(): Writable {
  const sink = new Transform({ transform: (_chunk, _encoding, done) => done() });
  sink.resume();
  return sink;
}
