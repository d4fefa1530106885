import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Config } from "../../platform/config.ts";

/** Where the file of an export lies; its name is an id, so that nothing of its content is told by it. */
export function exportFilePath({ dataDir }: Pick<Config, "dataDir">, id: string): string {
  return path.join(dataDir, "exports", id.replace(/[^\w-]/g, ""));
}

/** Writes a file whole or not at all, a piece at a time; gives its size. */
export async function writeExportFile(
  config: Pick<Config, "dataDir">,
  id: string,
  body: AsyncIterable<Buffer>,
): Promise<number> {
  const file = exportFilePath(config, id);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const part = `${file}.part`;
  try {
    await pipeline(Readable.from(body), createWriteStream(part, { mode: 0o600 }));
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return (await stat(file)).size;
}

/** Removes the file of an export, if there is one. */
export async function removeExportFile(config: Pick<Config, "dataDir">, id: string): Promise<void> {
  await rm(exportFilePath(config, id), { force: true });
}
