import { proveLedgers } from "../modules/ledger/index.ts";
import { systemWork } from "../platform/context.ts";
import { runCommand } from "./open-command.ts";

/** `npm run verify-ledger`: checks every book against its chain and the last seal; names what was changed or removed. */
await runCommand(async ({ platform, log, say }) => {
  const { verdicts, problems, last } = await proveLedgers(systemWork(platform, "verify-ledger", log));
  for (const problem of problems) say(problem);
  say(
    last === null
      ? "There is no seal yet. The first is made at night; until then nobody can prove that newest entries are not gone."
      : `The last seal is of ${last.at}.`,
  );
  const entries = [...verdicts.values()].reduce((sum, verdict) => sum + verdict.entries, 0);
  const result = problems.length === 0 ? "all as written" : `${problems.length} problems`;
  say(`${entries} entries of ${verdicts.size} books checked: ${result}.`);
  if (problems.length > 0) process.exitCode = 1;
});
