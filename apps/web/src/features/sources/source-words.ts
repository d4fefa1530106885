import type { ConnectionKind, ConnectionSummary, SourceName, SourceRun } from "@console/contracts";
import { type FormatChoices, formatInstant, formatNumber } from "@console/figures/format";

/** What people call the sources. */
export const sourceWords: Record<SourceName, string> = {
  tookan: "the delivery provider",
  warehouse: "a warehouse",
  genesis: "Genesis",
  docman: "Docman",
};

/** What the data of the sources is about, for those who know nothing of the systems behind it. */
export const dataWords: Record<SourceName, string> = {
  tookan: "Deliveries",
  warehouse: "Warehouse",
  genesis: "Branches and sales",
  docman: "Documents",
};

/** How a system is read, in words. */
export const kindWords: Record<ConnectionKind, string> = {
  tookan: "Provider API",
  file: "Files",
  rest: "REST API",
  sql: "PostgreSQL query",
};

/** Why a run was made. */
export const causeWords: Record<SourceRun["cause"], string> = {
  schedule: "Schedule",
  manual: "By hand",
  range: "Days",
  import: "File",
  replay: "Replay",
  webhook: "Webhook",
  undo: "Undo",
};

/** How far a run is. */
export const runWords: Record<SourceRun["state"], string> = {
  draft: "Waits for its mapping",
  waiting: "Waiting",
  running: "Running",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
};

/** What is said of rows that someone has chosen to leave out, also where their state is told. */
export const leftOutWords = "left out by your choice";

/** Rejected rows that nobody has chosen to leave out. */
export function countWrong({ rejected, leftOut }: Pick<SourceRun["rows"], "rejected" | "leftOut">): number {
  return rejected - leftOut;
}

/** How many rows of a run were rejected, and how many were left out where there are such. */
export function rejectedWords(rows: Pick<SourceRun["rows"], "rejected" | "leftOut">, formats: FormatChoices): string {
  const wrong = formatNumber(countWrong(rows), formats);
  return rows.leftOut > 0 ? `${wrong}, ${formatNumber(rows.leftOut, formats)} ${leftOutWords}` : wrong;
}

/** What becomes of a problem, for those who cannot mend it themselves. */
export function ownAdviceWords(kind: "config" | "passing"): string {
  return kind === "passing" ? "It is retried automatically." : "Platform admins have been notified.";
}

/** The name of a field of ours in words: without the unit that it is kept in. */
export function fieldWords(name: string): string {
  const words = name.replace(/_(minor|milli)\b/g, "").replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

const minutesIn = { day: 1440, hour: 60 };

/** How often a connection is read: every 5 minutes, every hour, only by hand. */
export function scheduleWords(intervalMinutes: number | null): string {
  if (intervalMinutes === null) return "Only by hand";
  const [count, unit] =
    intervalMinutes % minutesIn.day === 0
      ? [intervalMinutes / minutesIn.day, "day"]
      : intervalMinutes % minutesIn.hour === 0
        ? [intervalMinutes / minutesIn.hour, "hour"]
        : [intervalMinutes, "minute"];
  return count === 1 ? `Every ${unit}` : `Every ${count} ${unit}s`;
}

/** When a connection is read next: at an instant, at once, or by no schedule. */
export function nextRunWords(
  { nextRunAt, intervalMinutes, state }: Pick<ConnectionSummary, "nextRunAt" | "intervalMinutes" | "state">,
  now: number,
  formats: FormatChoices,
): string {
  if (state === "paused") return "Not while it is paused";
  if (nextRunAt === null) return intervalMinutes === null ? "Not scheduled" : "None planned";
  return Date.parse(nextRunAt) <= now ? "Due now" : formatInstant(nextRunAt, formats);
}

/** What to do about a problem of a connection, or that nothing is to be done. */
export function adviceOn({ problem, nextRunAt }: Pick<ConnectionSummary, "problem" | "nextRunAt">): string | null {
  if (!problem) return null;
  if (problem.isShrunk) return "It is not synced automatically until someone has checked it.";
  if (problem.kind === "config") return "It is not retried until someone changes the connection.";
  return nextRunAt ? "It is retried automatically." : "Sync it again when the source is back.";
}
