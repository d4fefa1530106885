import type {
  previewUndo as previewContract,
  SourceRun,
  UndoPreview,
  undoRun as undoContract,
} from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { retentionSettings } from "../../../platform/retention/retention-settings.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import { measureUndo, type UndoCounts, type UndoPlace, undoBeginning, undoPiece } from "../../metrics/index.ts";
import { countNoun } from "../count-noun.ts";
import { labelForTable } from "../mapping/target-tables.ts";
import type { Reader, RunScope, RunStep } from "../sources.ts";
import type { Connection } from "./connection-store.ts";
import { describeRun } from "./describe-connection.ts";
import { newRun, requireRun } from "./follow-runs.ts";
import { requireEvenRemoved } from "./manage-connections.ts";
import { recordConnectionAction } from "./record-connection-action.ts";
import { settleUndone } from "./reject-store.ts";
import { forgetUndone, noRows, noteUndone, type RowCounts, type Run } from "./run-store.ts";

const dayMs = 86_400_000;
const rowsAtOnce = 2000;

/** What undoing a run would change, and why it cannot be undone if so. */
export async function previewUndo(
  context: Context,
  { connection: id, run: runId }: z.output<(typeof previewContract)["input"]>,
): Promise<UndoPreview> {
  const connection = await requireEvenRemoved(context, id);
  const run = await requireRun(context, id, runId);
  const refusal = await refuseUndo(context, connection, run);
  const counts = refusal ? [] : await measureAll(context, run);
  const tables = counts.map(({ fact, ...rows }) => ({ fact, label: labelForTable(fact), ...rows }));
  // A load that holds rows of others, or whose rows others hold, is undone without a row that goes.
  const changes = tables.some(
    ({ removed, restored, returned, kept, released }) => removed + restored + returned + kept + released > 0,
  );
  return {
    refusal: refusal ?? (changes ? null : nothingToUndo(run, tables.length > 0)),
    warning: warnOfSource(connection),
    tables,
  };
}

function nothingToUndo({ cause }: Run, isSuperseded: boolean): string {
  if (cause === "replay") return "Its rows belong to the loads they came with. Undo those instead.";
  return isSuperseded
    ? "Later runs have changed every row of this run. Undo those first."
    : "This run changed nothing that can be undone.";
}

/** The connections whose rows a run has changed: its own, and those of the loads that it has replaced. */
function listSources({ connection_id, task }: Run): string[] {
  return [...new Set([connection_id, ...(task.replaces ?? []).map(({ connection }) => connection)])];
}

/** What undoing a run would do to the rows of all connections that it has changed, table by table. */
async function measureAll(context: Context, run: Run): Promise<UndoCounts[]> {
  const tables = new Map<string, UndoCounts>();
  for (const source of listSources(run)) {
    for (const counts of await measureUndo(context, { load: run.id, source })) {
      const before = tables.get(counts.fact);
      tables.set(counts.fact, {
        fact: counts.fact,
        removed: counts.removed + (before?.removed ?? 0),
        restored: counts.restored + (before?.restored ?? 0),
        returned: counts.returned + (before?.returned ?? 0),
        superseded: counts.superseded + (before?.superseded ?? 0),
        kept: counts.kept + (before?.kept ?? 0),
        released: counts.released + (before?.released ?? 0),
      });
    }
  }
  return [...tables.values()];
}

/** Why a run cannot be undone; null where it can. */
async function refuseUndo(context: Context, { kind }: Connection, run: Run): Promise<string | null> {
  if (kind === "tookan") return "The provider has these rows: sync their days again instead.";
  if (run.cause === "undo") return "This run has undone another one. Load the data again instead.";
  if (run.replaced_by) return "A later load has replaced this one. Undo that one to bring this one back.";
  if (run.undone_by !== null) return "This run has already been undone.";
  if (run.ended_at === null || run.started_at === null) return "This run has not ended yet.";
  const { loads } = await readSettings(context, retentionSettings);
  const isOld = run.started_at.getTime() <= context.now.getTime() - loads * dayMs;
  return isOld ? `This run began more than ${loads} days ago: what was before it is no longer kept.` : null;
}

function warnOfSource({ kind, removed_at }: Connection): string | null {
  if (removed_at !== null) return null;
  if (kind === "rest")
    return "The next run reads the list again and brings these rows back. Pause the connection first.";
  if (kind === "sql") return "The next run continues after these rows. To restore them, read all again.";
  return null;
}

/** Enqueues a run that undoes another one. */
export async function undoRun(context: Context, input: z.output<(typeof undoContract)["input"]>): Promise<SourceRun> {
  const { connection: id, run: runId } = input;
  await requireEvenRemoved(context, id, true);
  const { refusal, tables } = await previewUndo(context, input);
  if (refusal) throw new AppError("conflict", refusal);
  const undo = await newRun(context, { connection: id, cause: "undo", task: { undoes: runId } });
  if (!(await noteUndone(context, runId, undo.id))) throw new AppError("conflict", "This run has already been undone.");
  await recordConnectionAction(context, {
    act: "source.run_undone",
    connection: id,
    details: { run: runId, by: undo.id, tables },
  });
  return describeRun(undo, context.now);
}

/** The same reader; a run that undoes another one takes its rows back instead of reading the source. */
export function undoable(reader: Reader): Reader {
  return { ...reader, read: (scope) => (scope.run.cause === "undo" ? takeBack(scope) : reader.read(scope)) };
}

type Cursor = { place: UndoPlace; rows: number; kept?: number; source?: number };

function describeUndone(rows: number, kept: number): string {
  const taken = `Undid ${countNoun(rows, "row")}`;
  if (kept === 0) return taken;
  return `${taken}. ${countNoun(kept, "row")} ${kept === 1 ? "stays: later loads hold it too" : "stay: later loads hold them too"}.`;
}

async function* takeBack({ connection, run, inTenant }: RunScope): AsyncGenerator<RunStep, void> {
  const { undoes } = run.task;
  if (!undoes) throw new Error("A run that undoes another one does not say which.");
  const reached: Cursor = (run.cursor as Cursor | null) ?? { place: undoBeginning, rows: 0 };
  let { place, rows, kept = 0, source = 0 } = reached;
  const { left, sources } = await inTenant(async (context) => {
    const undone = await requireRun(context, connection.id, undoes);
    return { left: await measureAll(context, undone), sources: listSources(undone) };
  });
  const total = rows + left.reduce((sum, { removed, restored, returned }) => sum + removed + restored + returned, 0);
  for (let isOver = false; !isOver; ) {
    const from = place;
    const load = { load: undoes, source: sources[source] ?? connection.id };
    // What it does is told as it is done: pieces and counts move in one transaction.
    const step: RunStep & { counts: RowCounts } = {
      facts: [],
      unreadable: [],
      unmapped: [],
      read: 0,
      total,
      counts: noRows,
      note: "Undoing",
      cursor: {},
      refine: async (context) => {
        const { removed, restored, returned, next, ...piece } = await undoPiece(context, load, from, rowsAtOnce);
        if (next === null) source++;
        isOver = source >= sources.length;
        place = next ?? undoBeginning;
        rows += removed + restored + returned;
        kept += piece.kept;
        if (isOver) {
          await settleUndone(context, undoes);
          // The loads that it has replaced are there again.
          await forgetUndone(context, undoes);
        }
        return {
          cursor: { place, rows, kept, source },
          note: describeUndone(rows, kept),
          counts: { ...noRows, read: restored + returned, replaced: restored, written: returned, deleted: removed },
        };
      },
    };
    yield step;
  }
}
