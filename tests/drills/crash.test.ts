import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const supervisor = fileURLToPath(new URL("../../tooling/supervise.mjs", import.meta.url));
const entry = fileURLToPath(new URL("../../apps/server/dist/main/serve.js", import.meta.url));

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "drill-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

test("a server that meets an error nobody handled ends in order, is started again and serves", async () => {
  const pidFile = path.join(folder, "pid");
  const fault = path.join(folder, "fault.mjs");
  // On a signal it rejects what nobody waits for, as a library might.
  writeFileSync(
    fault,
    `import { writeFileSync } from "node:fs";
    if (process.argv[1] === ${JSON.stringify(entry)}) {
      process.on("SIGUSR2", () => void Promise.reject(new Error("drill")));
      writeFileSync(${JSON.stringify(pidFile)}, String(process.pid));
    }`,
  );
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const script = `import { supervise } from ${JSON.stringify(pathToFileURL(supervisor).href)};
    process.exit(await supervise(${JSON.stringify(entry)}));`;
  const child = spawn(process.execPath, ["--import", fault, "--input-type=module", "-e", script], {
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: path.join(folder, "data"),
      LOG_LEVEL: "warn",
      DEMO_DATA: "0",
      DEMO_SOURCES: "0",
      NODE_OPTIONS: `--import ${pathToFileURL(fault).href}`,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output += chunk;
  });
  const readies = () => output.split("Ready: ").length - 1;
  const ready = async (times: number) => {
    while (readies() < times) {
      if (child.exitCode !== null) throw new Error(`It ended: ${output}`);
      await sleep(20);
    }
  };
  await ready(1);
  const first = Number(readFileSync(pidFile, "utf8"));
  process.kill(first, "SIGUSR2");
  await ready(2);
  expect(Number(readFileSync(pidFile, "utf8"))).not.toBe(first);
  expect(output).toMatch(/Unhandled error, the server is stopping[\s\S]*ended with code 70 and is started again/);
  expect(output).toContain("still running and carry on with it");
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const ended = once(child, "close");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(existsSync(path.join(folder, "data/postgres/cluster/postmaster.pid"))).toBe(false);
}, 90_000);
