import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { Agent, get } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { benchSignIn } from "./bench-sign-in.mjs";
import { start } from "./bench-start.mjs";
import { bundle } from "./build-server.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { root } from "./root.mjs";
import { runCommand, runSteps, StepFailed, say } from "./run-command.mjs";

/** What is measured by a program of its own, each in a file of its name. */
const parts = [
  "metrics",
  "exports",
  "report-page",
  "rows",
  "import",
  "rest-list",
  "monitor",
  "administration",
  "embed",
  "guesses",
  "logs",
  "bombs",
  "chat",
  "backup",
  "retrieval",
  "members",
  "long-answer",
  "ledger",
];
const clients = 10;
const seconds = 3;

await runSteps(async () => {
  await ensureInstalled();
  await ensureBuilt();
  if (process.argv[3] === "sign-in") return benchSignIn();
  if (parts.includes(process.argv[3])) return benchPart(process.argv.slice(3));
  const dataDir = mkdtempSync(path.join(tmpdir(), "bench-"));
  try {
    const first = await start(dataDir);
    tell("ready, first start (makes the database)", `${first.readyMs} ms`);
    await first.stop("SIGTERM");

    const second = await start(dataDir);
    tell("ready, later start (budget 5000 ms)", `${second.readyMs} ms`);
    tell("memory after start (budget 150 MiB)", `${memoryMiB(second.pid)} MiB`);
    const alive = await callsPerSecond(`${second.url}/healthz`);
    const config = await callsPerSecond(`${second.url}/api/config`);
    const page = await callsPerSecond(`${second.url}/`);
    const ready = await callsPerSecond(`${second.url}/readyz`);
    tell("calls a second: /healthz", `${alive}`);
    tell("of these, through the contract pipeline: /api/config", ratio(config, alive));
    tell("of these, with a page rendered: /", ratio(page, alive));
    tell("of these, with a query to the database: /readyz", ratio(ready, alive));
    await second.stop("SIGKILL");

    const third = await start(dataDir);
    tell("ready after kill -9 (budget 3000 ms)", `${third.readyMs} ms`);
    await third.stop("SIGTERM");
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
  const { output } = await runCommand(process.execPath, ["tooling/check-first-load.mjs"]);
  say(output.trim());
});

async function benchPart([part, ...words]) {
  // In the form in which the product runs: what it is made of is measured here too.
  const outdir = path.join(root, ".cache/bench-programs");
  await bundle({ entryPoints: [path.join(root, `tests/bench/${part}.ts`)], outdir });
  const child = spawn(process.execPath, [path.join(outdir, `${part}.js`), ...words], { cwd: root, stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new StepFailed(`The bench of the ${part} ended early.`);
}

function tell(what, figure) {
  say(`${what}: ${figure}`);
}

function ratio(part, whole) {
  return `${Math.round((100 * part) / whole)} %`;
}

function memoryMiB(pid) {
  return Math.round(Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) / 1024);
}

async function callsPerSecond(url) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const end = performance.now() + seconds * 1000;
  let calls = 0;
  const call = () =>
    new Promise((resolve, reject) => {
      get(url, { agent }, (response) => response.resume().once("end", resolve)).once("error", reject);
    });
  const work = async () => {
    for (; performance.now() < end; calls++) await call();
  };
  await Promise.all(Array.from({ length: clients }, work));
  agent.destroy();
  return Math.round(calls / seconds);
}
