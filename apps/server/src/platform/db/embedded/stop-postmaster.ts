import { setTimeout as sleep } from "node:timers/promises";
import { isRunning, type ProcessIdentity } from "./process-identity.ts";

const pauseMs = 10;

/** Ends the server's sessions and the server, first in order and then by force; resolves when the process is gone. */
export async function stopPostmaster(postmaster: ProcessIdentity, patienceMs = 30_000): Promise<void> {
  signal(postmaster, "SIGINT");
  const losesPatienceAt = Date.now() + patienceMs;
  while (isRunning(postmaster) && Date.now() < losesPatienceAt) await sleep(pauseMs);
  signal(postmaster, "SIGQUIT");
  while (isRunning(postmaster)) await sleep(pauseMs);
}

function signal(postmaster: ProcessIdentity, name: "SIGINT" | "SIGQUIT"): void {
  if (!isRunning(postmaster)) return;
  try {
    process.kill(postmaster.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
