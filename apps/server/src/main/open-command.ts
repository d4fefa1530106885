import path from "node:path";
import { clockAt } from "../platform/clock.ts";
import { type Config, readConfig } from "../platform/config.ts";
import type { Platform } from "../platform/context.ts";
import { sealedSecrets } from "../platform/crypto/sealed-secrets.ts";
import { type InstallationKey, installationKey, loadSecret } from "../platform/crypto/secret-key.ts";
import { createDatabase } from "../platform/db/database.ts";
import { findRunning } from "../platform/db/embedded/find-running.ts";
import { backgroundPool, openPool } from "../platform/db/pool.ts";
import { StartupProblem } from "../platform/startup-problem.ts";
import { createLogger, type Logger } from "../platform/telemetry/logger.ts";
import { joinDatabase, openStorage, type Storage } from "./open-storage.ts";

/** What a command of the operator works with. */
export type Command = {
  platform: Platform;
  key: InstallationKey;
  log: Logger;
  query(text: string): Promise<void>;
  say(line: string): void;
};

/** Runs a command on the product's database, also while the product serves; what the operator can mend is told in words. */
export async function runCommand(work: (command: Command) => Promise<void>): Promise<void> {
  await tellProblems(async ({ config, log }) => {
    const storage = await joinOrOpen(config, log);
    const pool = openPool(storage.url, log, backgroundPool);
    try {
      const key = installationKey(loadSecret(config.secretKey, config.dataDir));
      const platform = createPlatform(config, pool, key);
      await work({ platform, key, log, say, query: async (text) => void (await pool.query(text)) });
    } finally {
      await pool.end();
      await storage.close();
    }
  });
}

/** What a command has before it opens anything. */
type CommandBasis = { config: Config; log: Logger };

async function tellProblems(work: (basis: CommandBasis) => Promise<void>): Promise<void> {
  try {
    // biome-ignore lint/style/noProcessEnv: the place where the environment enters a command
    const config = readConfig(process.env);
    await work({ config, log: createLogger(config.logLevel, { write: () => {} }) });
  } catch (error) {
    if (!(error instanceof StartupProblem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/** Runs a command that opens what it needs itself. A signal ends it in order: whatever it did so far is taken back. */
export async function runInterruptible(
  work: (basis: CommandBasis & { signal: AbortSignal }) => Promise<void>,
): Promise<void> {
  const ending = new AbortController();
  const end = () => ending.abort(new StartupProblem("Stopped before the end: nothing of it is left."));
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    await tellProblems((basis) =>
      work({ ...basis, signal: ending.signal }).catch((error) => {
        throw ending.signal.aborted ? ending.signal.reason : error;
      }),
    );
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
  }
}

/** What contexts of a command share. */
export function createPlatform(
  config: Config,
  pool: Parameters<typeof createDatabase>[0],
  key: InstallationKey,
): Platform {
  return { config, clock: clockAt(config.consoleNow), database: createDatabase(pool), secrets: sealedSecrets(key) };
}

/** The folder that a command names. Words that begin with a dash are choices; the first may be the command itself. */
export function requireFolder(command: string, usage: string): string {
  const words = process.argv.slice(2).filter((word) => !word.startsWith("-"));
  const [folder, ...others] = words[0] === command ? words.slice(1) : words;
  if (folder === undefined || others.length > 0) throw new StartupProblem(usage);
  return path.resolve(folder);
}

/** The number that follows a word of the command line. */
export function numberAfter(word: string, otherwise: number | null, usage: string): number {
  const place = process.argv.indexOf(word);
  const number = place < 0 ? otherwise : Number(process.argv[place + 1]);
  if (number === null || !Number.isSafeInteger(number) || number < 0) throw new StartupProblem(usage);
  return number;
}

/** One that the product has open is up to date. */
async function joinOrOpen(config: Config, log: Logger): Promise<Storage> {
  const isRunning = !config.databaseUrl && findRunning(config.dataDir) !== null;
  return isRunning ? joinDatabase(config, say, log) : openStorage(config, say, log);
}

/** Tells the operator. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
