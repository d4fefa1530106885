import fs from "node:fs";

/** A process that cannot be mistaken for a later one with the same pid; `startedAt` is null where it is unknown. */
export type ProcessIdentity = { pid: number; startedAt: string | null };

/** Tells who the process with this pid is now. */
export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, startedAt: readStat(pid)?.startedAt ?? null };
}

/** True while this very process runs; a process that died but was never collected by its parent does not run. */
export function isRunning({ pid, startedAt }: ProcessIdentity): boolean {
  if (!answersSignals(pid)) return false;
  const stat = readStat(pid);
  if (stat === null) return true;
  if (stat.state === "Z" || stat.state === "X") return false;
  return startedAt === null || stat.startedAt === startedAt;
}

/** The name of the program that a pid runs, or null where the system does not tell. */
export function programName(pid: number): string | null {
  return readStat(pid)?.program ?? null;
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readStat(pid: number): { program: string; state: string; startedAt: string } | null {
  if (process.platform !== "linux") return null;
  let text: string;
  try {
    text = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  // The program name may itself hold spaces and brackets, so the fields are counted from the last bracket.
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  return { program: text.slice(text.indexOf("(") + 1, end), state: fields[0] ?? "", startedAt: fields[19] ?? "" };
}
