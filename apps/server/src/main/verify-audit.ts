import { proveAudit } from "../platform/audit/prove-audit.ts";
import { systemWork } from "../platform/context.ts";
import { StartupProblem } from "../platform/startup-problem.ts";
import { runCommand } from "./open-command.ts";

/**
 * `npm run verify-audit [-- --fingerprint <fingerprint>]`: checks every audit log against its chain and the last
 * digest, and a fingerprint that was kept elsewhere against the digests; names what was changed or removed.
 */
await runCommand(async ({ platform, log, say }) => {
  const place = process.argv.indexOf("--fingerprint");
  const fingerprint = place < 0 ? null : process.argv[place + 1];
  if (fingerprint === undefined) throw new StartupProblem("Name the fingerprint: --fingerprint <fingerprint>.");
  const { verdicts, history, entries, problems, limits } = await proveAudit(systemWork(platform, "verify-audit", log));
  if (fingerprint !== null && !history.fingerprints.has(fingerprint)) {
    problems.push(`No digest in the data folder has the fingerprint ${fingerprint}.`);
  }
  for (const line of [...problems, ...limits]) say(line);
  const result = problems.length === 0 ? "all as written" : `${problems.length} problems`;
  say(`${entries} entries of ${verdicts.size} records checked: ${result}.`);
  if (problems.length > 0) process.exitCode = 1;
});
