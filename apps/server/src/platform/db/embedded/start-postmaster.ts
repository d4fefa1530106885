import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { StartupProblem } from "../../startup-problem.ts";
import { adoptPostmaster, type Postmaster } from "./adopt-postmaster.ts";
import { endOrphans } from "./end-orphans.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { ownPath, runOptions, type ServerHome } from "./server-home.ts";
import { tellingLine } from "./telling-line.ts";

const logLimitBytes = 10 * 1024 * 1024;
/** Where the sessions of a killed server cannot be ended, a statement may go on for a while before they notice. */
const retryLimitMs = 120_000;
const retryPauseMs = 200;
const readyLimitMs = 180_000;
const readyPauseMs = 10;

/** A server killed a moment ago still holds its files, or someone took the port between our look and our use. */
const passingObstacle = /lock file .* already exists|shared memory block .* still in use|could not bind/;

const heldMemory = /shared memory block .* still in use/;

const defaultSettings = {
  timezone: "UTC",
  log_timezone: "UTC",
  max_connections: "100",
  shared_buffers: "128MB",
  jit: "off",
  // Helpers take longer to start than most questions take; only what reads very much is worth them.
  parallel_setup_cost: "20000",
  password_encryption: "scram-sha-256",
};

/** What nobody may change: only this machine reaches the server, and all it says goes to our log file. */
const fixedSettings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  log_destination: "stderr",
  logging_collector: "off",
};

type StartOptions = {
  home: ServerHome;
  native: string;
  password: string;
  settings: Record<string, string>;
  findPort?: () => Promise<number>;
};

/** Starts the server on a free port and waits until it takes connections; passing obstacles are waited out. */
export async function startPostmaster(options: StartOptions): Promise<Postmaster & { adopted: boolean }> {
  const { home, password, findPort = findFreePort } = options;
  const givesUpAt = Date.now() + retryLimitMs;
  for (;;) {
    const attempt = await launch(options, await findPort());
    if ("pid" in attempt) return { ...attempt, adopted: false };
    if (!passingObstacle.test(attempt.output) || Date.now() > givesUpAt) {
      const line = tellingLine(attempt.output);
      throw new StartupProblem(`PostgreSQL did not start; the log ${home.logFile} ends with: ${line}`);
    }
    if (heldMemory.test(attempt.output)) endOrphans(home.cluster);
    await sleep(retryPauseMs);
    // The rival may be a server that a killed parent had only just launched.
    const rival = await adoptPostmaster(home, password);
    if (rival !== null) return { ...rival, adopted: true };
  }
}

async function launch(
  { home, native, settings }: StartOptions,
  port: number,
): Promise<Postmaster | { output: string }> {
  const log = openLog(home.logFile);
  const args = ["-D", ownPath(home, home.cluster), "-p", String(port)];
  for (const [name, value] of Object.entries({ ...defaultSettings, ...settings, ...fixedSettings })) {
    args.push("-c", `${name}=${value}`);
  }
  const child = spawn(path.join(native, "bin", "postgres"), args, {
    ...runOptions(home, home.cluster),
    // Its own session, so that Ctrl-C in our terminal leaves the shutdown to us.
    detached: true,
    stdio: ["ignore", log.descriptor, log.descriptor],
  });
  fs.closeSync(log.descriptor);
  let failure: string | null = null;
  child.once("error", (error) => (failure = error.message));
  child.once("exit", (code, signal) => (failure ??= `it ended with ${signal ?? `code ${code}`}`));
  child.unref();

  const givesUpAt = Date.now() + readyLimitMs;
  while (failure === null) {
    const file = readPostmasterFile(home.cluster);
    if (file !== null && file.pid === child.pid && file.isReady) return { pid: file.pid, port: file.port };
    if (Date.now() > givesUpAt) {
      throw new StartupProblem(`PostgreSQL is still starting, see ${home.logFile}: start again when it is ready.`);
    }
    await sleep(readyPauseMs);
  }
  return { output: readFrom(home.logFile, log.offset) || failure };
}

function openLog(file: string): { descriptor: number; offset: number } {
  const descriptor = fs.openSync(file, "a", 0o600);
  if (fs.fstatSync(descriptor).size > logLimitBytes) fs.ftruncateSync(descriptor);
  return { descriptor, offset: fs.fstatSync(descriptor).size };
}

function readFrom(file: string, offset: number): string {
  return fs.readFileSync(file).subarray(offset).toString("utf8");
}

async function findFreePort(): Promise<number> {
  const probe = net.createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, "close");
  return port;
}
