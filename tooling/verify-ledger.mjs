import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { runSteps } from "./run-command.mjs";

await runSteps(async () => {
  await ensureInstalled();
  await ensureBuilt();
});
await import("../apps/server/dist/main/verify-ledger.js");
