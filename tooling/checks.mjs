import path from "node:path";
import { ensureBuilt } from "./ensure-built.mjs";
import { root } from "./root.mjs";
import { runCommand, say } from "./run-command.mjs";

const bin = (file) => path.join(root, "node_modules", file);
const node = (file, ...args) => [process.execPath, [file, ...args]];

/** Each project with types of its own; the packages come first, since the apps are checked against what they declare. */
const projects = ["packages/contracts", "packages/figures", "apps/server", "apps/web", "tests", "."];

/** Every check that needs no database, by the name under which it fails. */
export const checks = {
  "format and lint": node(bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"),
  types: node(bin("typescript/bin/tsc"), "-b", ...projects),
  "import walls": node("tooling/check-walls.mjs"),
  "source rules": node("tooling/check-source.mjs"),
  "dead code": node(bin("knip/bin/knip.js")),
  duplicates: node("tooling/check-duplicates.mjs"),
  documents: node("tooling/check-documents.mjs"),
  structure: node(bin("vitest/vitest.mjs"), "run", "--project", "structure"),
  "first load": node("tooling/check-first-load.mjs"),
};

/** Runs the checks two at a time and tells which failed. */
export async function verify() {
  await ensureBuilt();
  const waiting = Object.entries(checks);
  const failed = [];
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, [command, args]] = next;
      const { code, output } = await runCommand(command, args, { env: { NO_COLOR: "1" } });
      if (code === 0) continue;
      failed.push(name);
      say(`\n✗ ${name}\n${output.trim()}\n`);
    }
  };
  await Promise.all([work(), work()]);
  say(
    failed.length === 0 ? `Verified: ${Object.keys(checks).length} checks.` : `${failed.length} of the checks failed.`,
  );
  return failed;
}
