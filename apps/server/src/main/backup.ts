import { recordBackup } from "../platform/backup/record-backup.ts";
import { platformTenant, systemWork } from "../platform/context.ts";
import { installationKey, requireSecret } from "../platform/crypto/secret-key.ts";
import { backgroundPool, openPool } from "../platform/db/pool.ts";
import { backupScope } from "./backup-scope.ts";
import { createPlatform, requireFolder, runInterruptible, say } from "./open-command.ts";
import { joinDatabase } from "./open-storage.ts";

/** `npm run backup -- FOLDER`: backs up the rows and files of the installation as they stand now, also while it serves. */
await runInterruptible(async ({ config, log, signal }) => {
  const folder = requireFolder("backup", "Name a new folder: npm run backup -- FOLDER.");
  const key = installationKey(requireSecret(config.secretKey, config.dataDir));
  const storage = await joinDatabase(config, say, log);
  const pool = openPool(storage.url, log, backgroundPool);
  try {
    const inTenant = systemWork(createPlatform(config, pool, key), "backup", log);
    const scope = { url: storage.url, key, dataDir: config.dataDir, ...backupScope };
    const size = await recordBackup((work) => inTenant(platformTenant, work), scope, { folder, signal, say });
    const megabytes = (size.bytes / 1e6).toFixed(1);
    say(`Backed up ${size.rows} rows of ${size.tables} tables and ${size.files} files, ${megabytes} MB, in ${folder}.`);
    say(`The key is not in it (fingerprint ${key.id}): keep SECRET_KEY or secret.key elsewhere.`);
  } finally {
    await pool.end();
    await storage.close();
  }
});
