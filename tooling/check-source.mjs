import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";
import { say } from "./run-command.mjs";
import { checkFile } from "./source-rules/check-file.mjs";

/** A check that sees no files finds no fault either, so it must have seen at least this many. */
const fewestFiles = 1000;

const patterns = ["*.ts", "*.tsx", "*.mjs", "*.cjs", ":!*.gen.ts"];
const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--deduplicate", ...patterns], {
  cwd: root,
  encoding: "utf8",
});
const files = listed
  .trim()
  .split("\n")
  .filter((file) => existsSync(path.join(root, file)));
const problems = files.flatMap((file) => checkFile(file, readFileSync(path.join(root, file), "utf8")));
if (files.length < fewestFiles) problems.push(`Only ${files.length} files were read; ${fewestFiles} were expected.`);
for (const problem of problems) say(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
