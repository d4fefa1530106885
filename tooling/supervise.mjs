import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { say } from "./run-command.mjs";

/** The exit code of a start that the operator has to mend something for: another try would end alike. */
const refused = 1;
const restartMs = 200;
const mostRestarts = 5;
const withinMs = 60_000;

/**
 * Runs a program of Node until it ends by itself, is refused or is told to end; one that crashed is started again, up
 * to five times a minute. Gives the exit code to end with.
 */
export async function supervise(file) {
  let child = null;
  let isEnding = false;
  const forward = (signal) => {
    isEnding = true;
    child?.kill(signal);
  };
  process.on("SIGTERM", forward).on("SIGINT", forward);
  const crashes = [];
  for (;;) {
    // The channel tells the program when we are gone, so that it does not stay behind alone.
    child = spawn(process.execPath, [file], { stdio: ["inherit", "inherit", "inherit", "ipc"] });
    const { code, signal } = await ended(child);
    if (isEnding || code === 0 || code === refused) return code ?? refused;
    const now = Date.now();
    crashes.push(now);
    const recent = crashes.filter((at) => now - at < withinMs);
    const how = signal ? `by ${signal}` : `with code ${code}`;
    if (recent.length > mostRestarts) {
      say(`The server ended ${how}, for the ${recent.length}th time within a minute: it is not started again.`);
      return refused;
    }
    say(`The server ended ${how} and is started again.`);
    await sleep(restartMs);
    if (isEnding) return refused;
  }
}

function ended(child) {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => resolve({ code, signal }));
  });
}
