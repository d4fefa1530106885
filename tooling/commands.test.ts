import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isFullLength } from "../apps/server/src/testing/test-length.ts";
import { findChromium } from "./find-chromium.mjs";
import { root } from "./root.mjs";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "commands-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const environment = (more: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  LOG_LEVEL: "warn",
  ...more,
});

/** Runs `npm start` to its end, for the cases in which it must not start. */
function startFails(more: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync("npm", ["start"], {
    cwd: root,
    env: environment(more),
    encoding: "utf8",
  });
  return { status, said: `${stdout}${stderr}` };
}

async function startRuns(more: Record<string, string>) {
  const child = spawn("npm", ["start"], {
    cwd: root,
    env: environment(more),
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (said += chunk));
  const deadline = Date.now() + 60_000;
  while (!said.includes("Ready: ")) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`It did not start: ${said}`);
    await sleep(20);
  }
  return { child, said: () => said };
}

const isAlive = (pid: number) =>
  spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
    .stdout.trim()
    .replace(/^Z.*/, "") !== "";

async function ended(child: ChildProcess) {
  while (child.exitCode === null && child.signalCode === null) await sleep(20);
}

/** Every process of the group and the database server, which has a session of its own. */
async function expectNothingLeft(group: number) {
  const postmaster = path.join(folder, "data/postgres/cluster/postmaster.pid");
  expect(existsSync(postmaster)).toBe(false);
  const left = () =>
    spawnSync("ps", ["-o", "pid=,stat=,args=", "-g", String(group)], { encoding: "utf8" }).stdout.trim();
  for (let tries = 0; left() !== "" && tries < 250; tries++) await sleep(20);
  expect(left()).toBe("");
}

test("npm start serves the home page, says where, and a second start installs and builds nothing", async () => {
  const { child, said } = await startRuns({ DATA_DIR: path.join(folder, "data"), PORT: "0" });
  const url = /Ready: (\S+)/.exec(said())?.[1] ?? "";
  expect((await fetch(url)).status).toBe(200);
  expect(said()).not.toMatch(/Installing|Building/);
  process.kill(-(child.pid ?? 0), "SIGINT");
  await ended(child);
  await expectNothingLeft(child.pid ?? 0);
});

test.runIf(isFullLength)("npm start that is told to end leaves no process behind", async () => {
  const { child } = await startRuns({ DATA_DIR: path.join(folder, "data"), PORT: "0" });
  const server = Number(readFileSync(path.join(folder, "data/postgres/cluster/postmaster.pid"), "utf8").split("\n")[0]);
  expect(isAlive(server)).toBe(true);
  child.kill("SIGTERM");
  await ended(child);
  for (let tries = 0; isAlive(server) && tries < 250; tries++) await sleep(20);
  expect(isAlive(server)).toBe(false);
  await expectNothingLeft(child.pid ?? 0);
});

test("a taken port is told in one sentence", async () => {
  const rival = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => rival.once("listening", resolve));
  const address = rival.address();
  const port = typeof address === "object" && address ? String(address.port) : "";
  const { status, said } = startFails({ DATA_DIR: path.join(folder, "data"), PORT: port });
  rival.close();
  expect(status).not.toBe(0);
  expect(said).toContain(`Port ${port} on 127.0.0.1 is taken by another program`);
  expect(said).not.toMatch(/\n\s+at /);
});

test.runIf(isFullLength)("a data folder that cannot be written to is told in one sentence", () => {
  writeFileSync(path.join(folder, "file"), "");
  const { status, said } = startFails({ DATA_DIR: path.join(folder, "file/data"), PORT: "0" });
  expect(status).not.toBe(0);
  expect(said).toMatch(/The data folder .*file\/data cannot be written to/);
  expect(said).not.toMatch(/\n\s+at /);
});

test.runIf(isFullLength)("a data folder in use by another running console is told in one sentence", async () => {
  const DATA_DIR = path.join(folder, "data");
  const { child } = await startRuns({ DATA_DIR, PORT: "0" });
  const { status, said } = startFails({ DATA_DIR, PORT: "0" });
  child.kill("SIGTERM");
  await ended(child);
  expect(status).not.toBe(0);
  expect(said).toMatch(/in use|already/);
  expect(said).not.toMatch(/\n\s+at /);
});

test("a wrong variable is told by its name", () => {
  const { status, said } = startFails({ PORT: "three thousand", DATA_DIR: path.join(folder, "data") });
  expect(status).not.toBe(0);
  expect(said).toContain("PORT must be a whole number from 0 to 65535.");
});

test.each(["start", "test", "verify"])("npm run %s on a Node that is too old says which one is needed", (script) => {
  const pretend = path.join(folder, "pretend.cjs");
  writeFileSync(pretend, 'Object.defineProperty(process.versions, "node", { value: "18.20.4" });');
  const args = ["--require", pretend, path.join(root, "tooling/run.mjs"), script];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status).not.toBe(0);
  expect(stderr).toBe("Node 20.19 or newer is needed, and this is 18.20.4: install a newer Node and try again.\n");
});

test("no Chromium and no way to get one is told in one sentence", async () => {
  await expect(findChromium({ places: [], isRoot: false })).rejects.toThrow(
    "The browser tests need Chromium, and there is none: install it, or set CHROMIUM_PATH to a Chrome or Chromium.",
  );
});
