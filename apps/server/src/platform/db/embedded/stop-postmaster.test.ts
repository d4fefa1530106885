import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { identifyProcess, isRunning } from "./process-identity.ts";
import { stopPostmaster } from "./stop-postmaster.ts";

async function startProgram(onInterrupt: string) {
  const program = `process.on("SIGINT", () => { ${onInterrupt} }); setInterval(() => {}, 1000); process.send("up");`;
  const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "exit");
  await once(child, "message");
  return { ended, identity: identifyProcess(child.pid ?? 0) };
}

test("stopping waits until the server process is gone", async () => {
  const { identity } = await startProgram("setTimeout(() => process.exit(), 200)");
  await stopPostmaster(identity);
  expect(isRunning(identity)).toBe(false);
});

test("a server that does not shut down in time is ended by force", async () => {
  const { ended, identity } = await startProgram("");
  await stopPostmaster(identity, 100);
  expect(isRunning(identity)).toBe(false);
  expect(await ended).toEqual([null, "SIGQUIT"]);
});

test.skipIf(process.platform !== "linux")(
  "a process that took over the number of a dead server is left alone",
  async () => {
    const { identity } = await startProgram("process.exit()");
    await stopPostmaster({ pid: identity.pid, startedAt: "1" });
    expect(isRunning(identity)).toBe(true);
  },
);
