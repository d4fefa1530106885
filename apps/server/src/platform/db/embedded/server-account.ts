import { spawnSync } from "node:child_process";
import { StartupProblem } from "../../startup-problem.ts";

/** The system account that the database server runs as. */
export type ServerAccount = { uid: number; gid: number };

/** Where system programs lie; the caller's own search path may leave out the administrator's folders. */
export const systemPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Each system has one of these: the first is of the shadow tools, the second of BusyBox. */
const waysToMakeAnAccount = [
  ["useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin"],
  ["adduser", "-S", "-D", "-H"],
] as const;

/** Finds the unprivileged account of this name, or makes it; needs root, for whom PostgreSQL refuses to run. */
export function findServerAccount(name = "postgres", path = systemPath): ServerAccount {
  const account = lookUp(name, path) ?? makeAccount(name, path);
  if (account === null) {
    throw new StartupProblem(
      `PostgreSQL does not run as root and the account "${name}" could not be created: create it, or start as a normal user.`,
    );
  }
  return account;
}

function makeAccount(name: string, path: string): ServerAccount | null {
  for (const [program, ...args] of waysToMakeAnAccount) {
    spawnSync(program, [...args, name], { env: { PATH: path } });
    const account = lookUp(name, path);
    if (account !== null) return account;
  }
  return null;
}

function lookUp(name: string, path: string): ServerAccount | null {
  const uid = askId("-u", name, path);
  const gid = askId("-g", name, path);
  return uid === null || gid === null ? null : { uid, gid };
}

function askId(option: "-u" | "-g", name: string, path: string): number | null {
  const answer = spawnSync("id", [option, name], { env: { PATH: path }, encoding: "utf8" });
  return answer.status === 0 ? Number(answer.stdout) : null;
}
