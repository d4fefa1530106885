import path from "node:path";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { root } from "./root.mjs";
import { runCommand, runSteps } from "./run-command.mjs";

const names = process.argv.slice(3);
await runSteps(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const { code } = await runCommand(process.execPath, [vitest, "run", "--project", "drills", ...names], {
    show: true,
    env: { TEST_LENGTH: "full" },
  });
  process.exitCode = code;
});
