import { spawn } from "node:child_process";
import { root } from "./root.mjs";

/** The problem to tell in one sentence when a step fails. */
export class StepFailed extends Error {}

/** Runs a command in the repository; its output is collected, or shown as it comes. Ends with us on a signal. */
export function runCommand(command, args, { show = false, env = {}, cwd = root } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: show ? "inherit" : ["ignore", "pipe", "pipe"],
    });
    let output = "";
    child.stdout?.on("data", (chunk) => (output += chunk));
    child.stderr?.on("data", (chunk) => (output += chunk));
    const forward = (signal) => child.kill(signal);
    process.once("SIGTERM", forward).once("SIGINT", forward);
    child.once("error", reject);
    child.once("close", (code, signal) => {
      process.off("SIGTERM", forward).off("SIGINT", forward);
      if (signal === "SIGTERM" || signal === "SIGINT") process.exit(1);
      resolve({ code: code ?? 1, output });
    });
  });
}

/** Prints what a script is doing. Long output leaves a pipe only when the script ends by itself, not by `exit`. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** The beginning of a longer message. */
export function firstLine(text = "") {
  return text.split("\n", 1)[0];
}

/** Runs a script's steps; a failed step ends it with its sentence and a failing exit code. */
export async function runSteps(steps) {
  try {
    await steps();
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
