import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { StartupProblem } from "../../startup-problem.ts";
import { makeFolder } from "./launch-copy-for-tests.ts";
import { lockDataFolder } from "./lock-data-folder.ts";
import { identifyProcess } from "./process-identity.ts";

test("a data folder in use is refused, naming the process that uses it", () => {
  const folder = makeFolder();
  lockDataFolder(folder);
  expect(() => lockDataFolder(folder)).toThrow(
    new StartupProblem(`The data folder ${folder} is in use by the running process ${process.pid}: stop it first.`),
  );
});

test("a data folder given back can be used again and holds no trace of the lock", () => {
  const folder = makeFolder();
  lockDataFolder(folder).release();
  lockDataFolder(folder).release();
  expect(fs.readdirSync(folder)).toEqual([]);
});

test("giving a data folder back twice does not take it from the next process", () => {
  const folder = makeFolder();
  const first = lockDataFolder(folder);
  first.release();
  lockDataFolder(folder);
  first.release();
  expect(() => lockDataFolder(folder)).toThrow(StartupProblem);
});

test("the lock of a process that died is taken over", () => {
  const folder = makeFolder();
  const { pid } = spawnSync(process.execPath, ["--version"]);
  fs.writeFileSync(path.join(folder, "lock"), JSON.stringify({ pid, startedAt: "1" }));
  lockDataFolder(folder);
  expect(fs.readdirSync(folder)).toEqual(["lock"]);
  expect(JSON.parse(fs.readFileSync(path.join(folder, "lock"), "utf8"))).toEqual(identifyProcess(process.pid));
});

test.skipIf(process.platform !== "linux")(
  "the lock of a dead process whose number was given away is taken over",
  () => {
    const folder = makeFolder();
    fs.writeFileSync(path.join(folder, "lock"), JSON.stringify({ pid: process.ppid, startedAt: "1" }));
    expect(() => lockDataFolder(folder)).not.toThrow();
  },
);

test("a lock that is not readable as one is taken over", () => {
  const folder = makeFolder();
  fs.writeFileSync(path.join(folder, "lock"), "");
  expect(() => lockDataFolder(folder)).not.toThrow();
});

test("a data folder that cannot be written is named in one sentence", () => {
  const notAFolder = path.join(makeFolder(), "file");
  fs.writeFileSync(notAFolder, "");
  const problem = new RegExp(`^The data folder ${notAFolder}/inside cannot be written: ENOTDIR.*\\.$`);
  expect(() => lockDataFolder(path.join(notAFolder, "inside"))).toThrow(problem);
});
