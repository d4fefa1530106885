import fs from "node:fs";
import path from "node:path";

/** What a running server writes about itself into its cluster. */
export type PostmasterFile = { pid: number; port: number; isReady: boolean };

/** Reads what the server of this cluster wrote about itself, or null when it wrote nothing. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  let text: string;
  try {
    text = fs.readFileSync(path.join(cluster, "postmaster.pid"), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  const lines = text.split("\n");
  const pid = Number(lines[0]);
  return pid > 0 ? { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === "ready" } : null;
}

/** Removes what a server wrote about itself, once it is certain that no such server runs. */
export function removePostmasterFile(cluster: string): void {
  fs.rmSync(path.join(cluster, "postmaster.pid"), { force: true });
}
