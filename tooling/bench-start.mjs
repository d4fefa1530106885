import { spawn } from "node:child_process";
import path from "node:path";
import { root } from "./root.mjs";

const entry = path.join(root, "apps/server/dist/main/serve.js");

/** Starts the built product and measures the time until it answers. */
export async function start(dataDir, environment = {}) {
  const begun = performance.now();
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    PORT: "0",
    LOG_LEVEL: "error",
    RATE_LIMIT: "0",
    ...environment,
  };
  const child = spawn(process.execPath, [entry], { env, stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let said = "";
    child.stdout.on("data", (chunk) => {
      said += chunk;
      const ready = /Ready: (\S+)/.exec(said);
      if (ready) resolve(ready[1]);
    });
    child.once("exit", () => reject(new Error(`The product did not start: ${said}`)));
  });
  await fetch(`${url}/readyz`);
  return {
    url,
    pid: child.pid,
    readyMs: Math.round(performance.now() - begun),
    stop: (signal) =>
      new Promise((resolve) => {
        child.once("exit", resolve);
        child.kill(signal);
      }),
  };
}
