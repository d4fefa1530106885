import { existsSync } from "node:fs";
import path from "node:path";
import { checkBackup, requireKnownSchema } from "../platform/backup/check-backup.ts";
import { measureBackup } from "../platform/backup/make-backup.ts";
import { requireEmpty, restoreRows } from "../platform/backup/restore-backup.ts";
import type { Config } from "../platform/config.ts";
import { installationKey, requireSecret } from "../platform/crypto/secret-key.ts";
import { queueMigration } from "../platform/jobs/queue.ts";
import { requireFolder, runInterruptible, say } from "./open-command.ts";
import { joinDatabase, migrateStorage, migrations } from "./open-storage.ts";

/**
 * `npm run restore -- FOLDER [--trial]`: brings a backup into an empty database, checks every row, and then brings an
 * older schema up to date. With `--trial` it checks everything and changes nothing.
 */
await runInterruptible(async ({ config, log, signal }) => {
  const folder = requireFolder("restore", "Name the folder of a backup: npm run restore -- FOLDER [--trial].");
  const isTrial = process.argv.includes("--trial");
  const key = installationKey(requireSecret(config.secretKey, config.dataDir));
  const manifest = await checkBackup(folder, key, { signal, say });
  await requireKnownSchema(manifest, { folder: migrations, queueMigration });
  const { rows, tables, files } = measureBackup(manifest);
  const what = `the backup of ${manifest.madeAt}: ${rows} rows of ${tables} tables and ${files} files`;
  if (isTrial && hasNoDatabase(config)) return say(`Would restore ${what}. Nothing was changed.`);
  const storage = await joinDatabase(config, say, log);
  try {
    await requireEmpty(storage.url);
    if (isTrial) return say(`Would restore ${what}. Nothing was changed.`);
    await migrateStorage(storage.url, new Set(manifest.migrations.map(({ name }) => name)));
    await restoreRows(manifest, { url: storage.url, dataDir: config.dataDir }, { folder, signal, say });
    const later = await migrateStorage(storage.url);
    if (later.length > 0) say(`Brought the database up to date (${later.length} migrations).`);
    say(`Restored ${what}. Every row was read back and compared. Start the product with npm start.`);
  } finally {
    await storage.close();
  }
});

/** Nothing is there yet that could hold rows; a trial does not make it. */
function hasNoDatabase(config: Config): boolean {
  return !config.databaseUrl && !existsSync(path.join(config.dataDir, "postgres"));
}
