import type { InstallationKey } from "../crypto/secret-key.ts";
import { readMigrations } from "../db/migrate.ts";
import { StartupProblem } from "../startup-problem.ts";
import { describeRows, type Following } from "./make-backup.ts";
import { type Manifest, readManifest } from "./manifest.ts";
import { ignoreContent, readStored, readStoredTable } from "./stored-files.ts";

/** Reads all of a backup: the key, every checksum and every count. Refuses the first thing that is not as it was written. */
export async function checkBackup(folder: string, key: InstallationKey, { signal, say }: Following): Promise<Manifest> {
  const manifest = await readManifest(folder, key);
  for (const [index, table] of manifest.tables.entries()) {
    await readStoredTable(folder, table, ignoreContent(), signal);
    say(
      `Checked ${index + 1} of ${manifest.tables.length}: ${table.schema}.${table.name}, ${describeRows(table.rows)}`,
    );
  }
  for (const file of manifest.files) await readStored(folder, file, ignoreContent(), { signal });
  return manifest;
}

/** Refuses a backup of a schema that this version does not know: one from a newer version, or from another product. */
export async function requireKnownSchema({ migrations, queueMigration }: Manifest, known: KnownSchema): Promise<void> {
  const own = new Map((await readMigrations(known.folder)).map(({ name, checksum }) => [name, checksum]));
  const newer = migrations.filter(({ name }) => !own.has(name)).map(({ name }) => name);
  if (newer.length > 0 || queueMigration > known.queueMigration) {
    throw new StartupProblem(
      `The backup has a newer schema than this version of the product (${newer[0] ?? `queue ${queueMigration}`}). ` +
        "Restore it with the version that made it, or a later one.",
    );
  }
  const changed = migrations.find(({ name, checksum }) => own.get(name) !== checksum);
  if (changed) throw new StartupProblem(`The migration ${changed.name} is another one than the backup was made with.`);
}

/** The migrations of this version, and the last one of its queue. */
export type KnownSchema = { folder: URL; queueMigration: number };
