import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { StartupProblem } from "../../startup-problem.ts";
import { findServerAccount, type ServerAccount, systemPath } from "./server-account.ts";

/** Where the database server keeps its files and as whom it runs; `account` is null when it runs as ourselves. */
export type ServerHome = {
  dataDir: string;
  /** Belongs to the server's account and holds the cluster. */
  folder: string;
  cluster: string;
  logFile: string;
  passwordFile: string;
  account: ServerAccount | null;
  /** False when a parent of the data folder shuts the server's account out. */
  isReachable: boolean;
};

/** Makes the server's folder in the data folder and settles which account owns it. */
export function prepareServerHome(dataDir: string, accountName?: string): ServerHome {
  const folder = path.join(dataDir, "postgres");
  const cluster = path.join(folder, "cluster");
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const account = process.getuid?.() === 0 ? (findOwner(cluster) ?? findServerAccount(accountName)) : null;
  if (account === null) refuseForeignFolder(folder);
  else fs.chownSync(folder, account.uid, account.gid);
  const isReachable = account === null || canEnter(folder, account);
  if (!isReachable && process.platform !== "linux") {
    throw new StartupProblem(`The account that runs PostgreSQL cannot enter ${dataDir}: choose another data folder.`);
  }
  return {
    dataDir,
    folder,
    cluster,
    logFile: path.join(dataDir, "postgres.log"),
    passwordFile: path.join(dataDir, "postgres.password"),
    account,
    isReachable,
  };
}

/** How to run a server program in a folder: as the server's account, with nothing inherited that could change it. */
export function runOptions(home: ServerHome, cwd: string) {
  // Windows programs cannot start without the system's own variables.
  const env = process.platform === "win32" ? {} : { env: { PATH: systemPath, LC_ALL: "C", TZ: "UTC" } };
  return { cwd, ...env, ...home.account };
}

/**
 * The path by which a program started in `cwd` can name that folder.
 * We enter the folder before giving up root, so the program is inside even where it could not have walked there.
 */
export function ownPath(home: ServerHome, cwd: string): string {
  return home.isReachable ? cwd : "/proc/self/cwd";
}

/** A cluster made earlier by a normal user keeps its owner when root starts it. */
function findOwner(cluster: string): ServerAccount | null {
  const stat = fs.statSync(cluster, { throwIfNoEntry: false });
  return stat === undefined || stat.uid === 0 ? null : { uid: stat.uid, gid: stat.gid };
}

function refuseForeignFolder(folder: string): void {
  const { uid } = fs.statSync(folder);
  if (process.getuid === undefined || uid === process.getuid()) return;
  throw new StartupProblem(`The database in ${folder} belongs to another account (uid ${uid}): start as that account.`);
}

function canEnter(folder: string, account: ServerAccount): boolean {
  const answer = spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], { ...account, cwd: "/" });
  if (answer.error) {
    throw new StartupProblem(
      `PostgreSQL does not run as root and this system forbids to switch accounts (${answer.error.message}): ` +
        "start as a normal user.",
    );
  }
  return answer.status === 0;
}
