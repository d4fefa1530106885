import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";
import { runCommand, StepFailed, say } from "./run-command.mjs";

const marker = path.join(root, ".cache/built-from.json");
const isSource = (name) => !/\.test\.tsx?$/.test(name) && !["dist", "testing", "node_modules", ".cache"].includes(name);

/** Builds the server and the web app, each only when its sources have changed since. */
export async function ensureBuilt() {
  const shared = ["packages/contracts", "packages/figures", "package-lock.json"];
  const wanted = {
    server: fingerprint([...shared, "apps/server", "tooling/build-server.mjs"]),
    web: fingerprint([...shared, "apps/web"]),
  };
  const built = existsSync(marker) ? JSON.parse(readFileSync(marker, "utf8")) : {};
  const isStale = (part, file) => built[part] !== wanted[part] || !existsSync(path.join(root, file));
  const staleServer = isStale("server", "apps/server/dist/main/serve.js");
  const staleWeb = isStale("web", "apps/web/dist/index.html");
  if (!staleServer && !staleWeb) return;

  say("Building …");
  rmSync(marker, { force: true });
  await Promise.all([staleServer && buildServer(), staleWeb && buildWeb()]);
  mkdirSync(path.dirname(marker), { recursive: true });
  writeFileSync(marker, JSON.stringify(wanted));
}

async function buildServer() {
  const { buildServer: build } = await import("./build-server.mjs");
  await build();
}

async function buildWeb() {
  const vite = path.join(root, "node_modules/vite/bin/vite.js");
  const { code, output } = await runCommand(process.execPath, [vite, "build", "--logLevel", "warn"], {
    cwd: path.join(root, "apps/web"),
    env: { NODE_ENV: "production" },
  });
  if (code !== 0) throw new StepFailed(`The web app could not be built:\n${output.trim()}`);
}

/** A hash over the names and contents of all source files below the given places. */
function fingerprint(places) {
  const hash = createHash("sha256");
  const add = (place) => {
    const full = path.join(root, place);
    try {
      for (const name of readdirSync(full).filter(isSource).sort()) add(path.join(place, name));
    } catch (error) {
      if (error.code !== "ENOTDIR") throw error;
      hash.update(`${place}\0`).update(readFileSync(full));
    }
  };
  for (const place of places) add(place);
  return hash.digest("hex");
}
