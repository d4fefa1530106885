import { createIdentity } from "../modules/identity/index.ts";
import { clockAt } from "../platform/clock.ts";
import { readConfig } from "../platform/config.ts";
import { sealedSecrets } from "../platform/crypto/sealed-secrets.ts";
import { installationKey, loadSecret } from "../platform/crypto/secret-key.ts";
import { createDatabase } from "../platform/db/database.ts";
import { openPool } from "../platform/db/pool.ts";
import { StartupProblem } from "../platform/startup-problem.ts";
import { createLogger } from "../platform/telemetry/logger.ts";
import { seedBench } from "./bench-set/seed-bench.ts";
import { openStorage } from "./open-storage.ts";

/** `npm run seed -- --rows 1000000`: fills a database with facts for measuring. */
async function seed(): Promise<void> {
  const wanted = { deliveries: numberAfter("--rows"), movements: numberAfter("--movements", 0) };
  // biome-ignore lint/style/noProcessEnv: the place where the environment enters this command
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel, { write: () => {} });
  const storage = await openStorage(config, say, log);
  const pool = openPool(storage.url, log);
  try {
    const key = installationKey(loadSecret(config.secretKey, config.dataDir));
    const platform = {
      config,
      clock: clockAt(config.consoleNow),
      database: createDatabase(pool),
      secrets: sealedSecrets(key),
    };
    await seedBench(wanted, { platform, identity: createIdentity(config, key), log, say });
    await pool.query("vacuum analyze");
  } finally {
    await pool.end();
    await storage.close();
  }
}

function numberAfter(flag: string, otherwise?: number): number {
  const place = process.argv.indexOf(flag);
  const given = place < 0 ? otherwise : Number(process.argv[place + 1]);
  if (given === undefined || !Number.isSafeInteger(given) || given < 0) {
    throw new StartupProblem("Say how many rows to make: npm run seed -- --rows 1000000 [--movements 5000000].");
  }
  return given;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await seed().catch((error) => {
  if (!(error instanceof StartupProblem)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
