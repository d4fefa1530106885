import { countNoun } from "../count-noun.ts";
import { describeRun } from "./describe-connection.ts";
import type { Run } from "./run-store.ts";

/** What a run must not end well with: rows that nobody can account for, or not one row that could be taken in. */
export function findLoss(run: Run | null): { kind: "config"; message: string } | null {
  if (!run) return null;
  const { rows, files } = describeRun(run, run.asked_at);
  const { read, written, replaced, unchanged, duplicates, rejected, leftOut } = rows;
  const counted = written + replaced + unchanged + duplicates + rejected;
  const inFiles = files.reduce((sum, file) => sum + (file.rows?.read ?? 0), 0);
  if (read !== counted || (run.cause === "import" && files.length > 1 && inFiles !== read)) {
    const message = `The counts do not add up: ${read} rows were read, ${counted} are accounted for. Report this to support.`;
    return { kind: "config", message };
  }
  // Lines that are left out by choice have done what they came for, and so have those that took stored sales back.
  const wrong = rejected - leftOut;
  if (wrong === 0 || rejected < read || rows.deleted > 0) return null;
  const message = sayRejected({ read, wrong, leftOut });
  return { kind: "config", message: `${message} Look at the reasons, fix the mapping, then replay them.` };
}

function sayRejected({ read, wrong, leftOut }: { read: number; wrong: number; leftOut: number }): string {
  if (leftOut > 0) {
    const rows = `${countNoun(wrong, "row")} ${wrong === 1 ? "was" : "were"} rejected`;
    return `${rows} and ${leftOut.toLocaleString("en-US")} left out by choice: none was loaded.`;
  }
  return read === 1 ? "The only row was rejected." : `All ${read.toLocaleString("en-US")} rows were rejected.`;
}
