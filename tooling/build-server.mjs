import { cpSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { root } from "./root.mjs";

const server = path.join(root, "apps/server");

/** Bundles the server's own code; packages stay where npm put them. */
export async function buildServer() {
  rmSync(path.join(server, "dist"), { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: ["serve", "seed", "rebuild"].map((name) => path.join(server, `src/main/${name}.ts`)),
    outbase: path.join(server, "src"),
    outdir: path.join(server, "dist"),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "esm",
    packages: "external",
    alias: Object.fromEntries(
      ["contracts", "figures"].map((name) => [`@console/${name}`, `./packages/${name}/src/index.ts`]),
    ),
    sourcemap: true,
    logLevel: "warning",
  });
  cpSync(path.join(server, "src/migrations"), path.join(server, "dist/migrations"), { recursive: true });
}
