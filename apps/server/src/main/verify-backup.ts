import { checkBackup, requireKnownSchema } from "../platform/backup/check-backup.ts";
import { measureBackup } from "../platform/backup/make-backup.ts";
import { installationKey, requireSecret } from "../platform/crypto/secret-key.ts";
import { queueMigration } from "../platform/jobs/queue.ts";
import { requireFolder, runInterruptible, say } from "./open-command.ts";
import { migrations } from "./open-storage.ts";

/** `npm run verify-backup -- FOLDER`: reads a whole backup, and names what is not as it was written. Needs no database. */
await runInterruptible(async ({ config, signal }) => {
  const folder = requireFolder("verify-backup", "Name the folder of a backup: npm run verify-backup -- FOLDER.");
  const key = installationKey(requireSecret(config.secretKey, config.dataDir));
  const manifest = await checkBackup(folder, key, { signal, say });
  await requireKnownSchema(manifest, { folder: migrations, queueMigration });
  const { rows, tables, files } = measureBackup(manifest);
  say(`The backup of ${manifest.madeAt} is whole: ${rows} rows of ${tables} tables, ${files} files, the right key.`);
});
