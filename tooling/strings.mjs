import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./root.mjs";
import { say } from "./run-command.mjs";
import { listStrings, mayBeSeen } from "./strings/list-strings.mjs";

const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--deduplicate"], {
  cwd: root,
  encoding: "utf8",
});
const files = listed.split("\n").filter((file) => mayBeSeen(file) && existsSync(path.join(root, file)));
for (const file of files) {
  for (const { line, text } of listStrings(file, readFileSync(path.join(root, file), "utf8"))) {
    say(`${file}:${line}: ${text}`);
  }
}
