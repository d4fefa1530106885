import path from "node:path";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { root } from "./root.mjs";
import { runCommand, runSteps, say } from "./run-command.mjs";

const tsx = path.join(root, "node_modules/tsx/dist/cli.mjs");
const vite = path.join(root, "node_modules/vite/bin/vite.js");

await runSteps(async () => {
  await ensureInstalled();
  // The server reads the built page when it starts, also when the pages people look at come from Vite.
  await ensureBuilt();
  say("The API restarts and the pages refresh as you save: http://127.0.0.1:5173");
  await Promise.all([
    runCommand(process.execPath, [tsx, "watch", "--clear-screen=false", "apps/server/src/main/serve.ts"], {
      show: true,
    }),
    runCommand(process.execPath, [vite, "--port", "5173"], { show: true, cwd: path.join(root, "apps/web") }),
  ]);
});
