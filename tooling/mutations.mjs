import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createVitest } from "vitest/node";
import { mutations } from "../tests/mutations/index.mjs";
import { copySources } from "./copy-sources.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { firstLine, runSteps, StepFailed, say } from "./run-command.mjs";

/** Part of a mutation's name or file, to plant only some: `npm run mutations -- audit`. */
const [part = ""] = process.argv.slice(3);

await runSteps(async () => {
  await ensureInstalled();
  const chosen = mutations.filter(({ name, file }) => `${name} ${file}`.includes(part));
  if (chosen.length === 0) throw new StepFailed(`No mutation has "${part}" in its name or file.`);
  const copy = copySources("mutations-");
  try {
    const missed = await plantEach(copy, chosen);
    for (const { name, file } of missed) say(`Not caught: ${name} (${file})`);
    say(`${chosen.length - missed.length} of ${chosen.length} mutations were caught.`);
    // Vitest says that tests have failed, as they should.
    process.exitCode = missed.length > 0 ? 1 : 0;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

/** Plants one mutation after the other; those that no test notices are returned. */
async function plantEach(copy, chosen) {
  const runner = await openRunner(copy);
  try {
    const failures = await runner.run([...new Set(chosen.flatMap(({ tests }) => tests))]);
    if (failures.length > 0) throw new StepFailed(`Tests fail without a mutation:\n${failures.join("\n")}`);
    const missed = [];
    for (const mutation of chosen) {
      const file = path.join(copy, mutation.file);
      const original = readFileSync(file, "utf8");
      const change = (text) => {
        writeFileSync(file, text);
        runner.forget(file);
      };
      change(original.replace(mutation.find, () => mutation.replace));
      const [failure] = await runner.run(mutation.tests);
      change(original);
      say(failure ? `✓ ${mutation.name}: ${failure}` : `✗ ${mutation.name}`);
      if (!failure) missed.push(mutation);
    }
    return missed;
  } finally {
    await runner.close();
  }
}

/** One test runner for all mutations: it starts the database and reads the sources once, not sixty times. */
async function openRunner(copy) {
  process.chdir(copy);
  const vitest = await createVitest("test", {
    root: copy,
    watch: false,
    bail: 1,
    reporters: [{}],
    // A test that would wait for ever has noticed the mutation.
    testTimeout: 60_000,
  });
  return {
    /** The tests that fail, each with the first line of its reason. */
    async run(tests) {
      const specifications = await vitest.globTestSpecifications(tests.map((test) => path.join(copy, test)));
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      const ran = new Set(specifications.map(({ moduleId }) => moduleId));
      const failures = testModules.filter(({ moduleId }) => ran.has(moduleId)).flatMap(listFailures);
      return [...failures, ...unhandledErrors.map(({ message }) => firstLine(message))];
    },
    /** Reads a changed file again. */
    forget: (file) => vitest.invalidateFile(file),
    close: () => vitest.close(),
  };
}

function listFailures(module) {
  const failures = [...module.children.allTests("failed")].map(
    (test) => `${test.fullName}: ${firstLine(test.result().errors[0]?.message)}`,
  );
  if (failures.length > 0 || module.state() !== "failed") return failures;
  return [`${module.relativeModuleId}: ${firstLine(module.errors()[0]?.message)}`];
}
