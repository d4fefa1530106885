import { createHash, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartupProblem } from "../startup-problem.ts";

/** The key of the installation, from which a key for each purpose is derived. */
export type InstallationKey = { id: string; derive(purpose: string): Buffer };

/** Derives purpose keys from the secret; its id tells keys apart without giving them away. */
export function installationKey(secret: string): InstallationKey {
  const derivedKeys = new Map<string, Buffer>();
  const derive = (purpose: string) => {
    const key = derivedKeys.get(purpose) ?? Buffer.from(hkdfSync("sha256", secret, "console", purpose, 32));
    derivedKeys.set(purpose, key);
    return key;
  };
  return { id: createHash("sha256").update(derive("key id")).digest("hex").slice(0, 12), derive };
}

/** The configured secret, or one made at the first start and kept in the data folder, readable to its owner only. */
export function loadSecret(configured: string | null, dataDir: string): string {
  if (configured) return configured;
  const file = path.join(dataDir, "secret.key");
  try {
    mkdirSync(dataDir, { recursive: true });
    // Exclusive, so that two processes that start together agree on one key.
    writeFileSync(file, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw new StartupProblem(`The data folder ${dataDir} cannot be written to; set DATA_DIR to one that can.`);
    }
  }
  return readSecret(file);
}

/** The configured secret, or the one in the data folder. None is made: another one than that of then would open nothing. */
export function requireSecret(configured: string | null, dataDir: string): string {
  if (configured) return configured;
  const file = path.join(dataDir, "secret.key");
  if (!existsSync(file)) {
    throw new StartupProblem(
      `There is no ${file}, and SECRET_KEY is not set. Bring the key of the installation that made the backup.`,
    );
  }
  return readSecret(file);
}

function readSecret(file: string): string {
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) throw new StartupProblem(`${file} is damaged: it must hold at least 32 characters.`);
  return secret;
}
