import { clockAt } from "../platform/clock.ts";
import { type Config, readConfig } from "../platform/config.ts";
import type { Platform } from "../platform/context.ts";
import { sealedSecrets } from "../platform/crypto/sealed-secrets.ts";
import { installationKey, loadSecret } from "../platform/crypto/secret-key.ts";
import { createDatabase } from "../platform/db/database.ts";
import { findRunning } from "../platform/db/embedded/find-running.ts";
import { backgroundPool, openPool } from "../platform/db/pool.ts";
import { prepareEmbedded } from "../platform/db/prepare-embedded.ts";
import { StartupProblem } from "../platform/startup-problem.ts";
import { createLogger, type Logger } from "../platform/telemetry/logger.ts";
import { openStorage, type Storage } from "./open-storage.ts";

/** What a command of the operator works with. */
export type Command = {
  platform: Platform;
  key: ReturnType<typeof installationKey>;
  log: Logger;
  query(text: string): Promise<void>;
  say(line: string): void;
};

/** Runs a command on the product's database, also while the product serves; what the operator can mend is told in words. */
export async function runCommand(work: (command: Command) => Promise<void>): Promise<void> {
  try {
    // biome-ignore lint/style/noProcessEnv: the place where the environment enters a command
    const config = readConfig(process.env);
    const log = createLogger(config.logLevel, { write: () => {} });
    const storage = await joinOrOpen(config, log);
    const pool = openPool(storage.url, log, backgroundPool);
    try {
      const key = installationKey(loadSecret(config.secretKey, config.dataDir));
      const clock = clockAt(config.consoleNow);
      const platform = { config, clock, database: createDatabase(pool), secrets: sealedSecrets(key) };
      await work({ platform, key, log, say, query: async (text) => void (await pool.query(text)) });
    } finally {
      await pool.end();
      await storage.close();
    }
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** The number that follows a word of the command line. */
export function numberAfter(word: string, otherwise: number | null, usage: string): number {
  const place = process.argv.indexOf(word);
  const number = place < 0 ? otherwise : Number(process.argv[place + 1]);
  if (number === null || !Number.isSafeInteger(number) || number < 0) throw new StartupProblem(usage);
  return number;
}

async function joinOrOpen(config: Config, log: Logger): Promise<Storage> {
  const running = config.databaseUrl ? null : findRunning(config.dataDir);
  if (running === null) return openStorage(config, say, log);
  return { url: await prepareEmbedded(running), close: async () => {} };
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
