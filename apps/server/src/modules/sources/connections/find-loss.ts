import { describeRun } from "./describe-connection.ts";
import type { Run } from "./run-store.ts";

/** What a run must not end well with: rows that nobody can account for, or not one row that could be taken in. */
export function findLoss(run: Run | null): { kind: "config"; message: string } | null {
  if (!run) return null;
  const { rows, files } = describeRun(run, run.asked_at);
  const { read, written, replaced, unchanged, duplicates, rejected } = rows;
  const counted = written + replaced + unchanged + duplicates + rejected;
  const inFiles = files.reduce((sum, file) => sum + (file.rows?.read ?? 0), 0);
  if (read !== counted || (run.cause === "import" && files.length > 1 && inFiles !== read)) {
    const message = `The counts do not add up: ${read} rows were read, ${counted} are accounted for. Report this to support.`;
    return { kind: "config", message };
  }
  // Lines that are left out and took stored sales back have done what they came for.
  if (read === 0 || rejected < read || rows.deleted > 0) return null;
  const message = read === 1 ? "The only row was rejected." : `All ${read.toLocaleString("en-US")} rows were rejected.`;
  return { kind: "config", message: `${message} Look at the reasons, fix the mapping, then replay them.` };
}
