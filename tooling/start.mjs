import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { runSteps } from "./run-command.mjs";

await runSteps(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
// In this very process, so that a signal reaches the server and nothing is left behind.
await import("../apps/server/dist/main/serve.js");
