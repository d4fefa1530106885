import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { StartupProblem } from "../../startup-problem.ts";
import { identifyProcess, isRunning, type ProcessIdentity } from "./process-identity.ts";

/** Claims a data folder for this process until `release`; a lock left behind by a dead process is taken over. */
export function lockDataFolder(dataDir: string): { release(): void } {
  const lockFile = path.join(dataDir, "lock");
  const mine = JSON.stringify(identifyProcess(process.pid));
  try {
    fs.mkdirSync(dataDir, { recursive: true });
    while (!createWhole(lockFile, mine)) removeStaleLock(dataDir, lockFile);
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    throw new StartupProblem(`The data folder ${dataDir} cannot be written: ${(error as Error).message}.`);
  }
  let isHeld = true;
  return {
    release() {
      // A second call must not remove the lock of whoever came after us.
      if (isHeld) fs.rmSync(lockFile, { force: true });
      isHeld = false;
    },
  };
}

/** A hard link appears with its content, so nobody ever reads a lock that is half written. */
function createWhole(lockFile: string, content: string): boolean {
  const draft = `${lockFile}.${randomUUID()}`;
  fs.writeFileSync(draft, content);
  try {
    fs.linkSync(draft, lockFile);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    fs.rmSync(draft);
  }
}

function removeStaleLock(dataDir: string, lockFile: string): void {
  const content = readIfPresent(lockFile);
  if (content === null) return;
  const holder = parseHolder(content);
  if (holder !== null && isRunning(holder)) {
    throw new StartupProblem(
      `The data folder ${dataDir} is in use by the running process ${holder.pid}: stop it first.`,
    );
  }
  moveAway(lockFile, content);
}

/** Two processes may find the same stale lock: the slower one must not remove the new lock of the faster one. */
function moveAway(lockFile: string, staleContent: string): void {
  const aside = `${lockFile}.${randomUUID()}`;
  try {
    fs.renameSync(lockFile, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if (fs.readFileSync(aside, "utf8") !== staleContent) fs.linkSync(aside, lockFile);
  fs.rmSync(aside);
}

function readIfPresent(file: string): string | null {
  try {
    return fs.readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function parseHolder(content: string): ProcessIdentity | null {
  try {
    const { pid, startedAt } = JSON.parse(content) as Partial<ProcessIdentity>;
    return Number.isInteger(pid) && pid ? { pid, startedAt: startedAt ?? null } : null;
  } catch {
    return null;
  }
}
