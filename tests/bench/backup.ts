import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { runSeed } from "./run-seed.ts";

const deliveries = Number(process.argv[2] ?? 1_000_000);

const folder = mkdtempSync(path.join(tmpdir(), "bench-backup-"));
const place = (name: string) => path.join(folder, name);
try {
  await runSeed(place("old"), { rows: deliveries, movements: 0 });
  const made = await time("backup", "old");
  const rows = Number(/Backed up (\d+) rows/.exec(made.said)?.[1]);
  const files = readdirSync(place("backup"), { recursive: true, withFileTypes: true });
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0);
  say(`${rows} rows, ${(bytes / 1e6).toFixed(0)} MB`);
  tell("backup", made.seconds, rows);
  mkdirSync(place("new"));
  copyFileSync(place("old/secret.key"), place("new/secret.key"));
  tell("verify-backup", (await time("verify-backup", "new")).seconds, rows);
  tell("restore, every row compared (budget 60 s)", (await time("restore", "new")).seconds, rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a command of the operator, with the start and the end of the database. */
async function time(command: string, dataDir: string): Promise<{ seconds: number; said: string }> {
  const entry = fileURLToPath(new URL(`../../apps/server/dist/main/${command}.js`, import.meta.url));
  const begun = performance.now();
  const child = spawn(process.execPath, [entry, place("backup")], {
    env: { PATH: process.env.PATH, DATA_DIR: place(dataDir) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${command} ended with ${code}.`);
  return { seconds: (performance.now() - begun) / 1000, said };
}

function tell(what: string, seconds: number, rows: number): void {
  say(`${what}: ${seconds.toFixed(1)} s, ${((seconds * 1e6) / rows).toFixed(1)} s for a million rows`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
