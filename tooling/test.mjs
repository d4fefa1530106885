import { mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { verify } from "./checks.mjs";
import { ensureBuilt } from "./ensure-built.mjs";
import { ensureInstalled } from "./ensure-installed.mjs";
import { findChromium } from "./find-chromium.mjs";
import { root } from "./root.mjs";
import { firstLine, runCommand, runSteps, say } from "./run-command.mjs";

const results = path.join(root, "test-results");
/** Every run keeps the guarantees; a run of all also has every seed, drill and journey at its full length. */
const TEST_LENGTH = process.argv[3] === "all" ? "full" : "short";
const tally = { passed: 0, failed: 0, skipped: 0 };
/** Named again at the end, where someone who reads only the last lines finds them. */
const failures = [];

await runSteps(async () => {
  await ensureInstalled();
  await ensureBuilt();
  const chromium = await findChromium();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });

  const failedChecks = await verify();
  tally.failed += failedChecks.length;
  failures.push(...failedChecks.map((name) => `the check of ${name}`));
  await vitest();
  await browser(chromium);
});
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : "";
for (const name of failures) say(`Failed: ${name}`);
say(`${tally.passed} passed, ${tally.failed} failed${skipped}`);
process.exit(tally.failed > 0 ? 1 : 0);

/** Unit and integration tests and the drills. */
async function vitest() {
  say("Unit tests, integration tests on PostgreSQL, drills …");
  const file = path.join(results, "vitest.json");
  const bin = path.join(root, "node_modules/vitest/vitest.mjs");
  // The checks have run the tests of structure.
  const args = [
    bin,
    "run",
    "--project=!structure",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const { code } = await runCommand(process.execPath, args, { show: true, env: { TEST_LENGTH } });
  const report = readReport(file);
  count(code, report?.numPassedTests, report?.numFailedTests, report?.numPendingTests);
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    const failed = assertionResults.filter((test) => test.status === "failed");
    for (const test of failed) {
      failures.push(`${path.relative(root, name)} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`);
    }
    if (status === "failed" && failed.length === 0) {
      failures.push(`${path.relative(root, name)}: ${firstLine(message)}`);
    }
  }
}

/** Journeys in a real browser. */
async function browser(chromium) {
  say("Journeys in the browser …");
  const file = path.join(results, "browser.json");
  const bin = path.join(root, "node_modules/@playwright/test/cli.js");
  const { code } = await runCommand(process.execPath, [bin, "test"], {
    show: true,
    env: { TEST_LENGTH, CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  const report = readReport(file);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = report?.stats ?? {};
  count(code, expected + flaky, unexpected, skipped);
  for (const spec of listSpecs(report ?? {})) {
    if (!spec.ok) failures.push(`${spec.file} › ${spec.title}`);
  }
}

function listSpecs({ suites = [], specs = [] }) {
  return [...specs, ...suites.flatMap(listSpecs)];
}

/** A run that failed without a failed test, or that left no report, counts as one failure. */
function count(code, passed = 0, failed = 0, skipped = 0) {
  tally.passed += passed;
  tally.failed += failed === 0 && (code !== 0 || passed === 0) ? 1 : failed;
  tally.skipped += skipped;
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
