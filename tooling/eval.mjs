import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { bundle } from "./build-server.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { root } from "./root.mjs";
import { runSteps } from "./run-command.mjs";

await runSteps(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const outdir = path.join(root, ".cache/eval-programs");
  await bundle({ entryPoints: [path.join(root, "tests/eval/run-eval.ts")], outdir });
  const args = [path.join(outdir, "run-eval.js"), ...process.argv.slice(3)];
  const [code] = await once(spawn(process.execPath, args, { cwd: root, stdio: "inherit" }), "exit");
  process.exitCode = code ?? 1;
});
