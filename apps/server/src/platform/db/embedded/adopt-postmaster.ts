import { randomUUID } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartupProblem } from "../../startup-problem.ts";
import { type PostmasterFile, readPostmasterFile, removePostmasterFile } from "./postmaster-file.ts";
import { identifyProcess, isRunning, programName } from "./process-identity.ts";
import type { ServerHome } from "./server-home.ts";

/** Crash recovery of a busy database takes minutes, and interrupting it would only make it begin again. */
const patienceMs = 180_000;
const pauseMs = 50;
const wrongPassword = "28P01";

/** The process that listens for a cluster's connections. */
export type Postmaster = { pid: number; port: number };

/** The superuser's address of the database "postgres". */
export function serverUrl(port: number, password: string): string {
  return `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
}

/** Finds the server that already runs on our cluster, waiting out its start or shutdown; null when none runs. */
export async function adoptPostmaster(home: ServerHome, password: string): Promise<Postmaster | null> {
  const givesUpAt = Date.now() + patienceMs;
  for (;;) {
    const file = readPostmasterFile(home.cluster);
    if (file === null) return null;
    const answer = isPostmaster(file.pid) ? await askWhoseItIs(file, home, password) : "not ours";
    if (answer === "ours") return { pid: file.pid, port: file.port };
    if (answer === "not ours") {
      // A new server would take any process with this pid for its rival, even an unrelated or an uncollected one.
      removePostmasterFile(home.cluster);
      return null;
    }
    if (Date.now() > givesUpAt) {
      throw new StartupProblem(
        `The PostgreSQL server ${file.pid} holds ${home.dataDir} but does not answer: see ${home.logFile}.`,
      );
    }
    await sleep(pauseMs);
  }
}

function isPostmaster(pid: number): boolean {
  return isRunning(identifyProcess(pid)) && (programName(pid) ?? "postgres") === "postgres";
}

async function askWhoseItIs(
  { pid, port }: PostmasterFile,
  home: ServerHome,
  password: string,
): Promise<"ours" | "not ours" | "no answer"> {
  const client = new pg.Client({ connectionString: serverUrl(port, password), connectionTimeoutMillis: 5_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await seesOurCluster(client, home)) ? "ours" : "not ours";
  } catch (error) {
    if ((error as { code?: string }).code !== wrongPassword) return "no answer";
    throw new StartupProblem(
      `The PostgreSQL server ${pid} of ${home.dataDir} does not accept the password in ${home.passwordFile}.`,
    );
  } finally {
    await client.end().catch(() => {});
  }
}

/** A server can read a file that we just put into our cluster only if that cluster is the one it serves. */
async function seesOurCluster(client: pg.Client, home: ServerHome): Promise<boolean> {
  const name = `adoption-${randomUUID()}`;
  const token = path.join(home.cluster, name);
  try {
    fs.writeFileSync(token, "");
    const answer = await client.query("select from pg_stat_file($1, true) as seen where seen.size is not null", [name]);
    return answer.rowCount === 1;
  } finally {
    fs.rmSync(token, { force: true });
  }
}
