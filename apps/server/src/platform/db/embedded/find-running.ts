import fs from "node:fs";
import path from "node:path";
import { serverUrl } from "./adopt-postmaster.ts";
import { readPostmasterFile } from "./postmaster-file.ts";
import { identifyProcess, isRunning } from "./process-identity.ts";

/** The superuser's address of the server that serves a data folder now; null when none runs there. Nothing is touched. */
export function findRunning(dataDir: string): string | null {
  const file = readPostmasterFile(path.join(dataDir, "postgres", "cluster"));
  if (file === null || !isRunning(identifyProcess(file.pid))) return null;
  return serverUrl(file.port, fs.readFileSync(path.join(dataDir, "postgres.password"), "utf8").trim());
}
