import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { FileProfile } from "../../../connectors/reading/reading-task.ts";
import type { Config } from "../../../platform/config.ts";
import type { SentFile } from "../connections/run-store.ts";

type Place = Pick<Config, "dataDir">;

/** How long a draft waits for someone to confirm it. */
export const draftMs = 7 * 86_400_000;

/** Where a file that was sent lies until it has been taken in; its name is an id, so that nothing is told by it. */
export function importPath({ dataDir }: Place, id: string): string {
  return path.join(dataDir, "imports", id.replace(/[^\w-]/g, ""));
}

/** How much files take together. */
export function sumBytes(files: readonly SentFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** Takes over a file that came with a call; gives its id. */
export async function keepImport(config: Place, received: string): Promise<string> {
  const id = randomUUID();
  const storedPath = importPath(config, id);
  await mkdir(path.dirname(storedPath), { recursive: true, mode: 0o700 });
  await rename(received, storedPath);
  return id;
}

/** What all rows of a load have told. */
export type KeptProfile = Pick<FileProfile, "files" | "profile">;

/** Keeps what all rows of a load have told beside its first file, so that it is read through once. */
export async function keepProfile(config: Place, id: string, { files, profile }: KeptProfile): Promise<void> {
  await writeFile(profilePath(config, id), JSON.stringify({ files, profile }), { mode: 0o600 });
}

/** What all rows of a load have told; null where that is not kept. */
export async function readProfile(config: Place, id: string): Promise<KeptProfile | null> {
  const text = await readFile(profilePath(config, id), "utf8").catch(() => null);
  const kept = text === null ? null : (JSON.parse(text) as Partial<KeptProfile>);
  // One that was kept by an earlier version says less.
  const isWhole =
    kept?.files?.every(({ worksheets }) => worksheets) &&
    kept.profile?.columns.every(({ files }) => Array.isArray(files));
  return isWhole ? (kept as KeptProfile) : null;
}

function profilePath(config: Place, id: string): string {
  return `${importPath(config, id)}.profile`;
}

/** Removes a file that was sent, if it is still there. */
export async function removeImport(config: Place, id: string): Promise<void> {
  await rm(importPath(config, id), { force: true });
  await rm(profilePath(config, id), { force: true });
}

/** Removes what has been left lying since an instant: drafts that nobody confirmed, and what a crash left behind. */
export async function removeImportsBefore(config: Place, before: Date): Promise<void> {
  for (const folder of [path.dirname(importPath(config, "any")), path.join(config.dataDir, "uploads")]) {
    for (const name of await readdir(folder).catch(() => [])) {
      const file = path.join(folder, name);
      const stats = await stat(file).catch(() => null);
      if (stats && stats.mtime < before) await rm(file, { force: true });
    }
  }
}
