import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import {
  beginLaunch,
  copyLauncher,
  endLaunch,
  type LauncherCopy,
  launch,
  makeFolder,
  query,
} from "./launch-copy-for-tests.ts";
import { identifyProcess, isRunning } from "./process-identity.ts";
import { copiesFolder } from "./server-binaries.ts";
import { prepareServerHome } from "./server-home.ts";

const isRoot = process.getuid?.() === 0;
const NAMELESS = { uid: 54321, gid: 54321 };
let openCopy: LauncherCopy;

beforeAll(() => {
  let remove = () => {};
  const folder = makeFolder(0o755, (whenDone) => {
    remove = whenDone;
  });
  openCopy = copyLauncher(folder);
  return remove;
});

test("a server that outlived its killed parent is adopted by the next start", async () => {
  const dataDir = makeFolder();
  const first = await launch(openCopy, dataDir);
  await query(first.url, "create table kept as select 7 as n");
  const died = once(first.child, "exit");
  first.child.kill("SIGKILL");
  await died;
  const second = await launch(openCopy, dataDir);
  expect([second.adopted, second.pid, second.port]).toEqual([true, first.pid, first.port]);
  expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
  const postmaster = identifyProcess(second.pid);
  await endLaunch(second);
  expect(isRunning(postmaster)).toBe(false);
});

test("a first start that was killed halfway is simply begun again", async () => {
  const dataDir = makeFolder();
  const home = path.join(dataDir, "postgres");
  const child = beginLaunch(openCopy, dataDir);
  const died = once(child, "exit");
  const hasBegun = () => fs.existsSync(home) && fs.readdirSync(home).some((name) => name.startsWith("draft-"));
  while (!hasBegun()) await sleep(5);
  process.kill(-(child.pid ?? 0), "SIGKILL");
  await died;
  expect(fs.existsSync(path.join(home, "cluster"))).toBe(false);
  const second = await launch(openCopy, dataDir);
  expect(second.problem).toBeNull();
  expect(fs.readdirSync(home)).toEqual(["cluster"]);
});

test("an install whose scripts did not run works from the package itself", async () => {
  const copy = copyLauncher(makeFolder());
  const dataDir = makeFolder();
  const server = await launch(copy, dataDir);
  expect(server.problem).toBeNull();
  expect(fs.existsSync(path.join(dataDir, "pg-bin"))).toBe(false);
});

test.skipIf(!isRoot)("started by root, the server runs as an account without rights", async () => {
  const server = await launch(openCopy, makeFolder());
  expect(fs.statSync(`/proc/${server.pid}`).uid).toBe(prepareServerHome(makeFolder()).account?.uid);
});

test.skipIf(!isRoot)(
  "root can keep the product in a closed folder: its programs are copied beside the data",
  async () => {
    const copy = copyLauncher(makeFolder(0o700));
    const dataDir = makeFolder();
    await endLaunch(await launch(copy, dataDir));
    const copies = fs.readdirSync(path.join(dataDir, "pg-bin"));
    expect(copies).toHaveLength(1);
    const mark = path.join(dataDir, "pg-bin", copies[0] ?? "", "mark");
    fs.writeFileSync(mark, "");
    const second = await launch(copy, dataDir);
    expect([second.problem, fs.existsSync(mark)]).toEqual([null, true]);
  },
);

test.skipIf(!isRoot)("root can keep the product and its data in a closed folder", async () => {
  const closed = makeFolder(0o700);
  const copy = copyLauncher(closed);
  const dataDir = path.join(closed, "data");
  fs.mkdirSync(dataDir, { mode: 0o700 });
  const home = prepareServerHome(dataDir);
  onTestFinished(() => fs.rmSync(copiesFolder(home), { recursive: true, force: true }));
  expect(home.isReachable).toBe(false);

  const first = await launch(copy, dataDir);
  expect(first.problem).toBeNull();
  await query(first.url, "create table kept as select 7 as n");
  const died = once(first.child, "exit");
  first.child.kill("SIGKILL");
  await died;
  const second = await launch(copy, dataDir);
  expect([second.adopted, second.pid]).toEqual([true, first.pid]);
  await endLaunch(second);
  const third = await launch(copy, dataDir);
  expect(await query(third.url, "select n from kept")).toEqual([{ n: 7 }]);
  expect(fs.existsSync(path.join(dataDir, "postgres", "cluster", "PG_VERSION"))).toBe(true);
});

test.skipIf(!isRoot)("a user without a name can start from a package that is not writable", async () => {
  const copy = copyLauncher(makeFolder());
  const dataDir = makeFolder();
  fs.chownSync(dataDir, NAMELESS.uid, NAMELESS.gid);
  const first = await launch(copy, dataDir, NAMELESS);
  expect(first.problem).toBeNull();
  await query(first.url, "create table kept as select 7 as n");
  await endLaunch(first);
  const second = await launch(copy, dataDir, NAMELESS);
  expect(await query(second.url, "select n from kept")).toEqual([{ n: 7 }]);
  expect(fs.statSync(`/proc/${second.pid}`).uid).toBe(NAMELESS.uid);
});

test.skipIf(!isRoot)("a database made by a normal user keeps its owner when root starts it", async () => {
  const dataDir = makeFolder();
  fs.chownSync(dataDir, NAMELESS.uid, NAMELESS.gid);
  await endLaunch(await launch(openCopy, dataDir, NAMELESS));
  const server = await launch(openCopy, dataDir);
  expect([server.problem, fs.statSync(`/proc/${server.pid}`).uid]).toEqual([null, NAMELESS.uid]);
});

test.skipIf(!isRoot)("a normal user is told that a database belongs to another account", async () => {
  const dataDir = makeFolder(0o777);
  const { folder, account } = prepareServerHome(dataDir);
  const { problem } = await launch(openCopy, dataDir, NAMELESS);
  expect(problem).toBe(
    `The database in ${folder} belongs to another account (uid ${account?.uid}): start as that account.`,
  );
});

test.skipIf(!isRoot)("a normal user is told that the data folder is not writable", async () => {
  const dataDir = makeFolder();
  const { problem } = await launch(openCopy, dataDir, NAMELESS);
  expect(problem).toMatch(new RegExp(`^The data folder ${dataDir} cannot be written: EACCES.*\\.$`));
});
