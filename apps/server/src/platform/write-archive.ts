import { Readable, type Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";

/** A file inside an archive, as text in parts. */
export type ArchiveFile = { name: string; parts: AsyncIterable<string> | Iterable<string> };

/** Ten percent larger than at the usual level, in a third of the time. */
const compressionLevel = 3;

/** The first day that the format knows, so that the same files give the same bytes. */
const noDay = new Date(1980, 0, 1);

/**
 * Writes a zip archive of any size: one that grows beyond 4 GiB, or has a file that does, becomes a zip64. It is packed
 * while its files are read, one after the other, and nothing but one part is held. A failure of either side ends both.
 */
export async function writeArchive(
  files: AsyncIterable<ArchiveFile>,
  target: Writable,
  { forceZip64Format = false }: { forceZip64Format?: boolean } = {},
): Promise<void> {
  const zip = new ZipFile();
  const stop = new AbortController();
  const { signal } = stop;
  // The first failure is the one that counts; the other side then only says that it was stopped.
  const stopBoth = (error: unknown) => stop.abort(error);
  await Promise.all([
    packFiles(zip, files, { forceZip64Format, signal }).catch(stopBoth),
    pipeline(zip.outputStream, target, { signal }).catch(stopBoth),
  ]);
  signal.throwIfAborted();
}

async function packFiles(
  zip: ZipFile,
  files: AsyncIterable<ArchiveFile>,
  { forceZip64Format, signal }: { forceZip64Format: boolean; signal: AbortSignal },
): Promise<void> {
  for await (const { name, parts } of files) {
    signal.throwIfAborted();
    const source = Readable.from(parts);
    zip.addReadStream(source, name, { mtime: noDay, forceDosTimestamp: true, compressionLevel, forceZip64Format });
    try {
      await finished(source, { signal });
    } finally {
      source.destroy();
    }
  }
  zip.end({ forceZip64Format, comment: "" });
}
