import { cpSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./root.mjs";

const server = path.join(root, "apps/server");

/** Bundles the server's own code; packages stay where npm put them. */
export async function buildServer() {
  rmSync(path.join(server, "dist"), { recursive: true, force: true });
  await bundle({
    entryPoints: [
      ...["serve", "seed", "rebuild", "verify-audit", "verify-ledger", "backup", "restore", "verify-backup"].map(
        (name) => entry(`src/main/${name}.ts`, `main/${name}`),
      ),
      // Beside the server, which starts it as a process of its own.
      entry("src/connectors/reading/reading-process.ts", "main/reading-process"),
    ],
    outdir: path.join(server, "dist"),
  });
  cpSync(path.join(server, "src/migrations"), path.join(server, "dist/migrations"), { recursive: true });
}

function entry(file, out) {
  return { in: path.join(server, file), out };
}

/** Bundles a program as the product's server is. */
export async function bundle(program) {
  await build({
    ...program,
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    alias: Object.fromEntries(["contracts", "figures"].flatMap(listExports)),
    sourcemap: true,
    logLevel: "warning",
  });
}

/** Every name under which a package of ours can be imported, with the file behind it. */
function listExports(name) {
  const { exports } = JSON.parse(readFileSync(path.join(root, `packages/${name}/package.json`), "utf8"));
  return Object.entries(exports).map(([entry, file]) => [
    path.posix.join("@console", name, entry),
    `./${path.posix.join("packages", name, file)}`,
  ]);
}
