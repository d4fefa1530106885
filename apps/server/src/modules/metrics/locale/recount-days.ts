import { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { defineJob, enqueue, type LongWork } from "../../../platform/jobs/define-job.ts";
import { failProgress, noteProgress, readResume } from "../../../platform/progress/progress-store.ts";
import { takeTurn } from "../facts/fact-store.ts";
import { factTables } from "../facts/fact-tables.ts";
import { markChanged } from "../facts/ingest-facts.ts";
import { loadMetricState } from "../query/metric-store.ts";
import { countOutsideZone, type DayColumns, findDayColumns, moveHistory, moveRows } from "./locale-store.ts";

/** The name of the work, as its progress is told. */
export const recountWork = "time-zone";

const rowsAtOnce = 5000;

const input = z.object({ timeZone: z.string() });

/** How far it is: the table, and the last row of it that was done. */
const resumeNote = z.object({
  timeZone: z.string(),
  table: z.number(),
  source: z.string(),
  key: z.string(),
  done: z.number(),
  total: z.number(),
  /** The columns of the table that hold days alone, by source; found before its first row is moved. */
  dayColumns: z.record(z.string(), z.array(z.string())).optional(),
});
type Place = z.output<typeof resumeNote>;

/** Counts the days of all facts anew in a zone, some rows at a time. */
export const recountJob = defineJob({
  name: "facts.recount-days",
  input,
  attempts: 10,
  runLong: recountDays,
  giveUp: (context) => failProgress(context, recountWork),
});

/** Promises to count the days of the caller's facts anew. */
export async function promiseRecount(context: Context, timeZone: string): Promise<void> {
  const total = await countOutsideZone(context, timeZone);
  await saveProgress(context, { timeZone, table: 0, source: "", key: "", done: 0, total }, total > 0);
  if (total > 0) await enqueue(context, recountJob, { timeZone }, { key: `facts.recount-days:${context.tenantId}` });
}

async function recountDays({ inTenant, signal }: LongWork, { timeZone }: z.output<typeof input>): Promise<void> {
  while (!signal.aborted && (await inTenant((context) => recountPiece(context, timeZone))));
}

/** Moves the next rows; what was moved is moved for good, so that it can stop and go on. False at the end. */
export async function recountPiece(context: Context, timeZone: string, limit = rowsAtOnce): Promise<boolean> {
  const place = resumeNote.safeParse(await readResume(context, recountWork)).data;
  const { settings } = await loadMetricState(context);
  // Another zone has been chosen since: what is left to do is that one's.
  if (!place || place.timeZone !== timeZone || settings.timeZone !== timeZone) return false;
  const table = factTables[place.table];
  if (!table) {
    await moveHistory(context, timeZone);
    await saveProgress(context, place, false);
    return false;
  }
  await takeTurn(context, table.table);
  const after = { source: place.source, key: place.key };
  const dayColumns = place.dayColumns ?? (await findDayColumns(context, table));
  const piece = await moveRows(context, table, { timeZone, after, limit, dayColumns });
  await markChanged(context, table.table, new Set(piece.days));
  const next = piece.last
    ? { ...place, ...piece.last, done: place.done + piece.rows, dayColumns: toNote(dayColumns) }
    : { ...place, table: place.table + 1, source: "", key: "", dayColumns: undefined };
  await saveProgress(context, next, true);
  return true;
}

function toNote(dayColumns: DayColumns): Record<string, string[]> {
  return Object.fromEntries(Object.entries(dayColumns).map(([source, names]) => [source, [...names]]));
}

async function saveProgress(context: Context, place: Place, isRunning: boolean): Promise<void> {
  const { done, total } = place;
  const state = isRunning ? ("running" as const) : ("done" as const);
  await noteProgress(context, { work: recountWork, done, total: Math.max(total, done), state, resume: place });
}
