import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./root.mjs";
import { runCommand, say } from "./run-command.mjs";

/** Two files may have this many lines in common: the shape of an import list or of a form, never a copied piece. */
const mostSharedLines = { product: 19, tests: 59 };
/** A check that sees no files finds no copy either, so it must have seen at least this many. */
const fewestFiles = 1000;

const output = mkdtempSync(path.join(tmpdir(), "duplicates-"));
const cli = path.join(root, "node_modules/jscpd/run-jscpd.js");
const run = await runCommand(process.execPath, [cli, "--reporters", "json", "--output", output, "--silent"]);
const { statistics, duplicates } = JSON.parse(readFileSync(path.join(output, "jscpd-report.json"), "utf8"));
rmSync(output, { recursive: true, force: true });

const isTest = (file) => /\.test\.tsx?$|-for-tests\.tsx?$|-fixture\.tsx?$|\/testing\/|^(?!.*\/src\/)/.test(file);
const problems = [];
const shared = new Map();
for (const { firstFile, secondFile, lines } of duplicates) {
  const pair = [firstFile.name, secondFile.name].sort().join(" and ");
  shared.set(pair, (shared.get(pair) ?? 0) + lines);
}
for (const [pair, lines] of shared) {
  const most = pair.split(" and ").some(isTest) ? mostSharedLines.tests : mostSharedLines.product;
  if (lines > most) problems.push(`${pair} share ${lines} lines; fold them into one.`);
}
if (run.code !== 0) problems.push(run.output.trim());
if (statistics.total.sources < fewestFiles) {
  problems.push(`Only ${statistics.total.sources} files were read; at least ${fewestFiles} were expected.`);
}
for (const problem of problems) say(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
