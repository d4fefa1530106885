import path from "node:path";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { root } from "./root.mjs";
import { runCommand, runSteps } from "./run-command.mjs";

const names = process.argv.slice(3);
/** Asked for by name, a drill is as long as it should be; in a test run it is short. */
const long = {
  TEST_LENGTH: "full",
  DRILL_MARKS: "fixed",
  ...(names.includes("ingest") && { DRILL_KILLS: "50", DRILL_ROWS: "1000000" }),
  ...(names.includes("drain") && { DRILL_DRAINS: "20" }),
};

await runSteps(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const { code } = await runCommand(process.execPath, [vitest, "run", "--project", "drills", ...names], {
    show: true,
    env: long,
  });
  process.exitCode = code;
});
