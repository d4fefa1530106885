import type { RouteOutput, Routes, SourceRun } from "@console/contracts";

export type Usual = NonNullable<RouteOutput<Routes["listRuns"]>["usual"]>;

const swings = 3;
const causes: ReadonlySet<SourceRun["cause"]> = new Set(["schedule", "manual"]);

type Shown = Pick<SourceRun, "state" | "cause" | "isFull" | "rows">;

/**
 * Whether a run that ended well read far more or fewer rows than its like do; files, ranges of days and readings of
 * everything have no usual size.
 */
export function isUnusual({ state, cause, isFull, rows }: Shown, usual: Usual): boolean {
  if (state !== "done" || isFull || !causes.has(cause)) return false;
  // Where all runs were alike, a few rows more are no news.
  const leeway = Math.max(swings * usual.swing, usual.rows * 0.1);
  return Math.abs(rows.read - usual.rows) > leeway;
}
