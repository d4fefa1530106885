import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { StartupProblem } from "../../startup-problem.ts";
import { ownPath, runOptions, type ServerHome } from "./server-home.ts";
import { tellingLine } from "./telling-line.ts";

const execute = promisify(execFile);
const draftPrefix = "draft-";

/** Makes an empty database cluster with a random password; when cut short it leaves no cluster, never half of one. */
export async function createCluster(home: ServerHome, native: string, isDurable: boolean): Promise<void> {
  removeDrafts(home.folder);
  const password = randomBytes(24).toString("base64url");
  fs.writeFileSync(home.passwordFile, password, { mode: 0o600 });

  // A fresh name each time: an initdb that outlived its parent may still be writing into the previous draft.
  const draft = fs.mkdtempSync(path.join(home.folder, draftPrefix));
  const draftCluster = path.join(draft, "cluster");
  const draftPassword = path.join(draft, "password");
  fs.mkdirSync(draftCluster, { mode: 0o700 });
  fs.writeFileSync(draftPassword, password, { mode: 0o600 });
  for (const entry of [draft, draftCluster, draftPassword]) giveToServer(home, entry);

  await runInitdb(home, native, draftCluster, isDurable);
  fs.renameSync(draftCluster, home.cluster);
  fs.rmSync(draft, { recursive: true });
}

async function runInitdb(home: ServerHome, native: string, cluster: string, isDurable: boolean): Promise<void> {
  const args = [
    "-D",
    ownPath(home, cluster),
    "-U",
    "postgres",
    "--pwfile=../password",
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--locale=C",
    ...(isDurable ? [] : ["--no-sync"]),
  ];
  try {
    await execute(path.join(native, "bin", "initdb"), args, runOptions(home, cluster));
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    throw new StartupProblem(
      `The database could not be created in ${home.dataDir}: ${tellingLine(stderr || message)}.`,
    );
  }
}

function giveToServer(home: ServerHome, entry: string): void {
  if (home.account !== null) fs.chownSync(entry, home.account.uid, home.account.gid);
}

function removeDrafts(folder: string): void {
  for (const name of fs.readdirSync(folder)) {
    if (name.startsWith(draftPrefix)) fs.rmSync(path.join(folder, name), { recursive: true, force: true });
  }
}
