import path from "node:path";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { root } from "./root.mjs";
import { runSteps } from "./run-command.mjs";
import { supervise } from "./supervise.mjs";

await runSteps(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
process.exit(await supervise(path.join(root, "apps/server/dist/main/serve.js")));
