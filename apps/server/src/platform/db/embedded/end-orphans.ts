import fs from "node:fs";
import { readPostmasterFile } from "./postmaster-file.ts";
import { identifyProcess, isRunning, programName } from "./process-identity.ts";

/**
 * Ends what a killed server has left behind: its sessions go on with their statements for as long as these take, and
 * hold the memory that the next server needs. What they did was never acknowledged; the next start recovers the rest.
 */
export function endOrphans(cluster: string): void {
  if (process.platform !== "linux") return;
  const server = readPostmasterFile(cluster);
  // A server that runs looks after its own sessions.
  if (server !== null && isRunning(identifyProcess(server.pid))) return;
  const folder = fs.realpathSync(cluster);
  for (const name of fs.readdirSync("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || programName(pid) !== "postgres" || readFolder(pid) !== folder) continue;
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** The folder that a process is in; null where it has ended, or is none of ours. */
function readFolder(pid: number): string | null {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}
