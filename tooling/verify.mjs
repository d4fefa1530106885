import { verify } from "./checks.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { runSteps } from "./run-command.mjs";

await runSteps(async () => {
  await ensureInstalled();
  process.exitCode = (await verify()).length > 0 ? 1 : 0;
});
