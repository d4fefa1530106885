import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "./root.mjs";

let folder: string;
let supervisor: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "supervise-"));
});
afterEach(() => {
  supervisor?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Supervises a program; each of its runs adds its process id as a line to the file `starts`. */
function superviseProgram(program: string, before = "") {
  const starts = path.join(folder, "starts");
  const file = path.join(folder, "program.mjs");
  writeFileSync(starts, "");
  writeFileSync(
    file,
    `import { appendFileSync, readFileSync } from "node:fs";
    ${before}
    appendFileSync(${JSON.stringify(starts)}, process.pid + "\\n");
    const run = readFileSync(${JSON.stringify(starts)}, "utf8").trim().split("\\n").length;
    ${program}`,
  );
  const script = `import { supervise } from ${JSON.stringify(path.join(root, "tooling/supervise.mjs"))};
    process.exit(await supervise(${JSON.stringify(file)}));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], { stdio: ["ignore", "pipe", "pipe"] });
  supervisor = child;
  let said = "";
  child.stdout.on("data", (chunk) => {
    said += chunk;
  });
  const pids = () => readFileSync(starts, "utf8").split("\n").filter(Boolean).map(Number);
  return {
    child,
    said: () => said,
    pids,
    async started(count: number) {
      while (pids().length < count) await sleep(10);
    },
    async ended(): Promise<number> {
      const [code] = await once(child, "close");
      return code;
    },
  };
}

const serve = "setInterval(() => {}, 1000);";

test("a server that crashed is started again, and one that then ends in order ends the supervisor alike", async () => {
  const { ended, pids, said } = superviseProgram("process.exit(run === 1 ? 70 : 0);");
  expect(await ended()).toBe(0);
  expect(pids()).toHaveLength(2);
  expect(said()).toContain("The server ended with code 70 and is started again.");
});

test("a server that was killed is started again", async () => {
  const { child, ended, pids, started, said } = superviseProgram(
    serve,
    'process.on("SIGTERM", () => process.exit(0));',
  );
  await started(1);
  process.kill(pids()[0] ?? 0, "SIGKILL");
  await started(2);
  child.kill("SIGTERM");
  expect(await ended()).toBe(0);
  expect(said()).toContain("The server ended by SIGKILL and is started again.");
});

test("a refused start is not tried again", async () => {
  const { ended, pids } = superviseProgram("process.exit(1);");
  expect(await ended()).toBe(1);
  expect(pids()).toHaveLength(1);
});

test("a server that crashes over and over is given up", async () => {
  const { ended, pids, said } = superviseProgram("process.exit(70);");
  expect(await ended()).toBe(1);
  expect(pids()).toHaveLength(6);
  expect(said()).toContain("for the 6th time within a minute: it is not started again.");
});

test("a server does not outlive a supervisor that was killed", async () => {
  const { child, pids, started } = superviseProgram(serve, 'process.once("disconnect", () => process.exit(0));');
  await started(1);
  child.kill("SIGKILL");
  const isAlive = () => {
    try {
      return process.kill(pids()[0] ?? 0, 0);
    } catch {
      return false;
    }
  };
  while (isAlive()) await sleep(10);
  expect(isAlive()).toBe(false);
});
