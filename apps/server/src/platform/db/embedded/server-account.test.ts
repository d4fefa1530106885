import { spawnSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { StartupProblem } from "../../startup-problem.ts";
import { findServerAccount, systemPath } from "./server-account.ts";

const isRoot = process.getuid?.() === 0;

test.skipIf(!isRoot)("an account that the server needs and the system lacks is made", () => {
  const name = `embtest${process.pid}`;
  onTestFinished(() => void spawnSync("userdel", [name], { env: { PATH: systemPath } }));
  const made = findServerAccount(name);
  expect(made.uid).toBeGreaterThan(0);
  expect(findServerAccount(name)).toEqual(made);
});

test("root on a system where no account can be made is told what to do", () => {
  expect(() => findServerAccount("no-such-account", "/nonexistent")).toThrow(
    new StartupProblem(
      'PostgreSQL does not run as root and the account "no-such-account" could not be created: ' +
        "create it, or start as a normal user.",
    ),
  );
});
