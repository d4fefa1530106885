import { readdir } from "node:fs/promises";
import type { Config } from "../platform/config.ts";
import { startEmbedded } from "../platform/db/embedded/start-embedded.ts";
import { migrate } from "../platform/db/migrate.ts";
import { prepareEmbedded } from "../platform/db/prepare-embedded.ts";
import { prepareQueue } from "../platform/jobs/queue.ts";
import type { Logger } from "../platform/telemetry/logger.ts";

const migrations = new URL("../migrations/", import.meta.url);

/** A migrated database: the configured server, or one of our own in the data folder. */
export type Storage = { url: string; close(): Promise<void> };

/** Opens the database and brings it up to date. */
export async function openStorage(config: Config, say: (line: string) => void, log: Logger): Promise<Storage> {
  const storage = config.databaseUrl
    ? { url: config.databaseUrl, close: async () => {} }
    : await openEmbedded(config.dataDir, say, log);
  try {
    const applied = await migrateStorage(storage.url);
    if (applied.length > 0) say(`Brought the database up to date (${applied.length} migrations).`);
    return storage;
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** How many migrations this code comes with. */
export async function countMigrations(): Promise<number> {
  return (await readdir(migrations)).filter((name) => name.endsWith(".sql")).length;
}

/** Applies the queue's migrations and then ours, which build on them. */
export async function migrateStorage(url: string): Promise<string[]> {
  await prepareQueue(url);
  return migrate(url, migrations);
}

async function openEmbedded(dataDir: string, say: (line: string) => void, log: Logger): Promise<Storage> {
  const server = await startEmbedded({ dataDir, say });
  try {
    const url = await prepareEmbedded(server.url);
    server.keepRunning((line) => log.error(line));
    return { url, close: server.stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
