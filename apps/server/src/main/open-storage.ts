import type { Config } from "../platform/config.ts";
import { findRunning } from "../platform/db/embedded/find-running.ts";
import { startEmbedded } from "../platform/db/embedded/start-embedded.ts";
import { migrate, readMigrations } from "../platform/db/migrate.ts";
import { prepareEmbedded } from "../platform/db/prepare-embedded.ts";
import { prepareQueue } from "../platform/jobs/queue.ts";
import type { Logger } from "../platform/telemetry/logger.ts";

/** The migrations of this version. */
export const migrations = new URL("../migrations/", import.meta.url);

/** A database: the configured server, or one of our own in the data folder. */
export type Storage = { url: string; close(): Promise<void> };

/** Opens the database and brings it up to date. */
export async function openStorage(config: Config, say: (line: string) => void, log: Logger): Promise<Storage> {
  const storage = await openDatabase(config, say, log);
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
  return (await readMigrations(migrations)).length;
}

/** Applies the queue's migrations and then ours, which build on them; with `only` those that an earlier version had. */
export async function migrateStorage(url: string, only?: ReadonlySet<string>): Promise<string[]> {
  await prepareQueue(url);
  return migrate(url, migrations, only);
}

/** Opens the database as it is, also one that another process of the product has open. */
export async function joinDatabase(config: Config, say: (line: string) => void, log: Logger): Promise<Storage> {
  const running = config.databaseUrl ? null : findRunning(config.dataDir);
  if (running === null) return openDatabase(config, say, log);
  return { url: await prepareEmbedded(running), close: async () => {} };
}

async function openDatabase(config: Config, say: (line: string) => void, log: Logger): Promise<Storage> {
  return config.databaseUrl
    ? { url: config.databaseUrl, close: async () => {} }
    : openEmbedded(config.dataDir, say, log);
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
