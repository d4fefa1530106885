import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { InstallationKey } from "../crypto/secret-key.ts";
import { beginWholeRead, requireWholeRead } from "../db/whole-read.ts";
import { StartupProblem } from "../startup-problem.ts";
import type { Table } from "./catalogue.ts";
import {
  copyFormats,
  listPartitions,
  listTables,
  quoteName,
  readSequences,
  readVersion,
  schemas,
} from "./catalogue.ts";
import { withClient } from "./connect.ts";
import { RowDigest } from "./digests.ts";
import { type Manifest, type StoredTable, writeManifest } from "./manifest.ts";
import { storeFile } from "./stored-files.ts";

const backupLock = 7_316_403;

/** Someone else makes one right now. */
export class BackupUnderWay extends StartupProblem {}

/** What a backup is made of. */
export type BackupScope = {
  /** The address of the owner of the tables. */
  url: string;
  key: InstallationKey;
  dataDir: string;
  /** Folders of the data folder whose files belong to rows. */
  folders: readonly string[];
  /** Tables whose rows are left out. */
  leftOut: readonly string[];
};

/** How a piece of work is followed and ended early. */
export type Following = { signal: AbortSignal; say(line: string): void };

/** How much was backed up. */
export type BackupSize = { tables: number; rows: number; files: number; bytes: number };

/**
 * Backs up all rows as they stand at one instant, while the product goes on. The folder is there once it is whole, or
 * not at all.
 */
export async function makeBackup(
  scope: BackupScope,
  folder: string,
  { signal, say, now }: Following & { now: Date },
): Promise<BackupSize> {
  await requireFree(folder);
  const partial = `${folder}.partial-${randomBytes(6).toString("hex")}`;
  await mkdir(partial, { recursive: true, mode: 0o700 }).catch((error) => {
    throw new StartupProblem(`The folder ${path.dirname(folder)} cannot be written to: ${error.message}.`);
  });
  try {
    const manifest = await withSnapshot(scope.url, async (keeper, readInSnapshot) => {
      // First: a file may be done with and gone soon.
      const files = await storeFolders(scope, partial, signal);
      const version = await readVersion(keeper);
      const tables: StoredTable[] = [];
      const all = (await listTables(keeper)).filter(({ root }) => !scope.leftOut.includes(root));
      for (const table of all) {
        const stored = await readInSnapshot((reader) => storeTable(reader, table, partial, signal));
        tables.push(stored);
        say(`${tables.length} of ${all.length}: ${table.schema}.${table.name}, ${describeRows(stored.rows)}`);
      }
      const partitions = (await listPartitions(keeper)).filter(({ root }) => !scope.leftOut.includes(root));
      return {
        format: 1 as const,
        madeAt: now.toISOString(),
        keyId: scope.key.id,
        ...version,
        tables,
        partitions: partitions.map(({ root: _, ...partition }) => partition),
        sequences: await readSequences(keeper),
        files,
        leftOut: [...scope.leftOut],
      };
    });
    await requireSameSchema(scope.url, manifest);
    const { name, text } = writeManifest(manifest, scope.key);
    await writeFile(path.join(partial, name), text, { mode: 0o600, flag: "wx", flush: true });
    signal.throwIfAborted();
    await rename(partial, folder);
    await flushFolder(path.dirname(folder));
    return measureBackup(manifest);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
}

/** What a backup holds, in numbers. */
export function measureBackup({ tables, files }: Manifest): BackupSize {
  return {
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: files.length,
    bytes: [...tables, ...files].reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** A number of rows in words. */
export function describeRows(rows: number): string {
  return `${rows.toLocaleString("en-US")} ${rows === 1 ? "row" : "rows"}`;
}

async function requireFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new StartupProblem(`The folder ${folder} cannot be used: ${error.message}.`);
  });
  if (names.length > 0) throw new StartupProblem(`The folder ${folder} is not empty. Name a new one.`);
}

type InSnapshot = <Result>(work: (reader: pg.Client) => Promise<Result>) => Promise<Result>;

/**
 * Opens a snapshot that one connection keeps and another reads, each table in a transaction of its own: a table that
 * was read is not locked for the rest of the backup.
 */
async function withSnapshot<Result>(
  url: string,
  work: (keeper: pg.Client, readInSnapshot: InSnapshot) => Promise<Result>,
): Promise<Result> {
  return withClient(url, (keeper) =>
    withClient(url, async (reader) => {
      await requireOnlyOne(keeper);
      await beginReading(keeper, null);
      await requireWholeRead(keeper, schemas);
      const { rows } = await keeper.query<{ snapshot: string }>("select pg_export_snapshot() as snapshot");
      const snapshot = rows[0]?.snapshot ?? "";
      return work(keeper, async (read) => {
        await beginReading(reader, snapshot);
        const result = await read(reader);
        await reader.query("commit");
        return result;
      });
    }),
  );
}

/** Two at once would only slow each other. The lock goes with the connection. */
async function requireOnlyOne(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ isFree: boolean }>('select pg_try_advisory_lock($1) as "isFree"', [backupLock]);
  if (!rows[0]?.isFree) throw new BackupUnderWay("Another backup of this database is under way.");
}

async function beginReading(client: pg.Client, snapshot: string | null): Promise<void> {
  await client.query("begin isolation level repeatable read read only");
  if (snapshot !== null) await client.query(`set transaction snapshot '${snapshot}'`);
  await client.query(copyFormats);
  await beginWholeRead(client);
}

async function storeTable(
  reader: pg.Client,
  { schema, name, columns }: Table,
  folder: string,
  signal: AbortSignal,
): Promise<StoredTable> {
  const list = columns.map((column) => quoteName(column)).join(", ");
  const source = reader.query(copyTo(`copy ${quoteName(schema, name)} (${list}) to stdout`));
  const content = new RowDigest();
  const stored = await storeFile(folder, `tables/${schema}.${name}.gz`, source, { content, signal });
  // What the server says it sent, against what came.
  if (source.rowCount !== content.rows) {
    throw new Error(`${source.rowCount} rows of ${schema}.${name} were sent, and ${content.rows} came.`);
  }
  return { ...stored, schema, name, columns, rows: content.rows, rowsDigest: content.digest() };
}

async function storeFolders(
  { dataDir, folders }: BackupScope,
  target: string,
  signal: AbortSignal,
): Promise<Manifest["files"]> {
  const files: Manifest["files"] = [];
  for (const folder of folders) {
    for (const name of await listFiles(path.join(dataDir, folder))) {
      const place = path.join(dataDir, folder, name);
      const handle = await open(place, "r").catch((error: NodeJS.ErrnoException) => {
        // Done with since it was listed.
        if (error.code === "ENOENT") return null;
        throw error;
      });
      if (!handle) continue;
      const stored = await storeFile(target, `files/${folder}/${name}.gz`, handle.createReadStream(), { signal });
      files.push({ ...stored, path: `${folder}/${name}` });
    }
  }
  return files;
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  return entries.flatMap((entry) => (entry.isFile() && !entry.name.startsWith(".") ? [entry.name] : [])).sort();
}

/** A migration that ran meanwhile may have moved rows out of the snapshot's sight. */
async function requireSameSchema(url: string, { migrations, queueMigration }: Manifest): Promise<void> {
  const now = await withClient(url, readVersion);
  const isSame = JSON.stringify([now.migrations, now.queueMigration]) === JSON.stringify([migrations, queueMigration]);
  if (!isSame) throw new StartupProblem("The database was migrated while it was backed up. Make the backup again.");
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
