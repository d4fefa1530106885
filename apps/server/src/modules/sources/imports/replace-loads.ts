import { SourceProblem } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import { removeLoadPiece } from "../../metrics/index.ts";
import { findLoss } from "../connections/find-loss.ts";
import { closeReplaced } from "../connections/reject-store.ts";
import { findRun, noRows, noteUndone, type ReplaceCursor } from "../connections/run-store.ts";
import { nothing } from "../listings/listing.ts";
import type { RunScope, RunStep } from "../sources.ts";
import { refuseShared } from "./earlier-loads.ts";
import { recountDays } from "./reconcile-files.ts";

const rowsAtOnce = 2000;

/**
 * Once a load is in: removes the loads that it replaces, piece by piece, in its own name, so that undoing it brings them
 * back. Rows may be seen twice until it has ended, but at no time are they missing. Gives the cursor that it ends with.
 */
export async function* replaceLoads(
  { connection: own, run, input, inTenant }: RunScope,
  cursor: Record<string, unknown>,
): AsyncGenerator<RunStep, Record<string, unknown>> {
  const { replaces = [] } = run.task;
  const fact = String(input.mapping.fact);
  if (replaces.length === 0) return cursor;
  await inTenant(async (context) => requireLoaded(await findRun(context, run.id)));
  const { replaced = [], replacing } = (run.cursor ?? {}) as ReplaceCursor;
  let reached = cursor;
  const removed = replaces.map((_, index) => replaced[index] ?? 0);
  for (const [index, { connection, run: load, fileName }] of replaces.entries()) {
    if (index < (replacing?.index ?? 0)) continue;
    let after: string | null = replacing?.index === index ? replacing.after : "";
    while (after !== null) {
      const from: string = after;
      const step: RunStep & { counts: typeof noRows } = {
        ...nothing,
        cursor: {},
        counts: noRows,
        note: "Removing the load that it replaces",
        refine: async (context) => {
          if (from === "") await requireAlone(context, { fact, source: connection, load }, run);
          const target = { fact, source: connection, load, by: run.id };
          const piece = await removeLoadPiece(context, target, { after: from, limit: rowsAtOnce });
          removed[index] = (removed[index] ?? 0) + piece.removed;
          after = piece.last;
          if (piece.last === null) {
            await noteUndone(context, load, run.id);
            await closeReplaced(context, { run: load, by: run.id });
            for (const changed of new Set([connection, own.id])) await recountDays(context, changed);
          }
          const place: ReplaceCursor = {
            replaced: [...removed],
            replacing: piece.last === null ? { index: index + 1, after: "" } : { index, after: piece.last },
          };
          reached = { ...cursor, ...place };
          return {
            cursor: reached,
            note: `Removed ${removed[index]?.toLocaleString("en-US")} rows of ${fileName ?? "the earlier load"}`,
            counts: { ...noRows, deleted: piece.removed },
          };
        },
      };
      yield step;
    }
  }
  return reached;
}

/** A load whose rows other loads have said too is not replaced: those would go with it. */
async function requireAlone(
  context: Context,
  load: { fact: string; source: string; load: string },
  { id, task: { replaces = [] } }: RunScope["run"],
): Promise<void> {
  const refusal = await refuseShared(context, load, [id, ...replaces.map(({ run }) => run)]);
  if (refusal) throw new SourceProblem("config", `The earlier load was left as it is. ${refusal}`);
}

/** A load that has brought nothing, or whose rows nobody can account for, replaces nothing. */
function requireLoaded(run: Awaited<ReturnType<typeof findRun>>): void {
  const problem = findLoss(run);
  if (problem) throw new SourceProblem("config", `${problem.message} The earlier load was left as it is.`);
  if (run && Number(run.rows_read) === 0) {
    throw new SourceProblem("config", "The file has no rows. The earlier load was left as it is.");
  }
}
