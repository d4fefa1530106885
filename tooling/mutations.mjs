import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { mutations } from "../tests/mutations/index.mjs";
import { copySources } from "./copy-sources.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { runCommand, runSteps, say } from "./run-command.mjs";

/** Part of a mutation's name or file, to plant only some: `npm run mutations -- audit`. */
const [wanted = ""] = process.argv.slice(3);

await runSteps(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const chosen = mutations.filter(({ name, file }) => `${name} ${file}`.includes(wanted));
  const copy = copySources("mutations-");
  try {
    const missed = await plantEach(copy, chosen);
    for (const { name, file } of missed) say(`Not caught: ${name} (${file})`);
    say(`${chosen.length - missed.length} of ${chosen.length} mutations were caught.`);
    process.exitCode = missed.length > 0 || chosen.length === 0 ? 1 : 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

/** Plants one mutation after the other; those that no test notices are given back. */
async function plantEach(copy, chosen) {
  const tests = [...new Set(chosen.flatMap((mutation) => mutation.tests))];
  const { code, output } = await runTests(copy, tests);
  if (code !== 0) throw new Error(`The tests fail without a mutation.\n${output}`);
  const missed = [];
  for (const mutation of chosen) {
    const file = path.join(copy, mutation.file);
    const original = readFileSync(file, "utf8");
    writeFileSync(
      file,
      original.replace(mutation.find, () => mutation.replace),
    );
    const isCaught = (await runTests(copy, mutation.tests)).code !== 0;
    writeFileSync(file, original);
    say(`${isCaught ? "✓" : "✗"} ${mutation.name}`);
    if (!isCaught) missed.push(mutation);
  }
  return missed;
}

function runTests(copy, tests) {
  const bin = path.join(copy, "node_modules/vitest/vitest.mjs");
  const args = [bin, "run", "--bail=1", ...tests.map((test) => path.join(copy, test))];
  return runCommand(process.execPath, args, { cwd: copy, env: { TEST_LENGTH: "full", NO_COLOR: "1" } });
}
