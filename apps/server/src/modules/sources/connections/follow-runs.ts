import type {
  cancelRun as cancelContract,
  listRuns as listContract,
  RouteOutput,
  SourceRun,
  startRun as startContract,
} from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { readInstantCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { AppError, emptyRange, wrongField } from "../../../platform/errors.ts";
import { addDays, loadMetricState } from "../../metrics/index.ts";
import { promiseForgettingKeys } from "../listings/forget-listing.ts";
import { daysRefusal } from "../listings/requested-days.ts";
import type { Connection } from "./connection-store.ts";
import { describeRun } from "./describe-connection.ts";
import { requireConnection } from "./manage-connections.ts";
import { recordConnectionAction } from "./record-connection-action.ts";
import { publishConnectionChanged } from "./report-state.ts";
import { enqueueRun } from "./run-connection.ts";
import {
  findOpenRun,
  findRun,
  forgetUndone,
  insertRun,
  type Run,
  type RunTask,
  selectRuns,
  stopRun,
  usualRows,
} from "./run-store.ts";

/** Reads a connection now; while a run of it goes on, it is that one. */
export async function startRun(
  context: Context,
  { connection: id, from, to, isFull, allowsShrink }: z.output<(typeof startContract)["input"]>,
): Promise<SourceRun> {
  const connection = await requireConnection(context, id, true);
  if ((from === undefined) !== (to === undefined)) {
    throw new AppError("invalid_input", "Give both ends of the range.", {
      fields: { from: "The first day.", to: "The first day after the range." },
    });
  }
  if (from && to && from >= to) throw emptyRange("to", from);
  const range = from && to ? { from, to: addDays(to, -1) } : undefined;
  if (range && isFull) throw wrongField("isFull", "Ask for some days or for everything, not for both.");
  if (allowsShrink && !isFull) {
    throw wrongField("allowsShrink", "Fewer rows can only be allowed when everything is read again.");
  }
  const refusal = range ? daysRefusal(connection) : refuseRange(connection, isFull);
  if (refusal) throw new AppError("conflict", refusal);
  const open = await findOpenRun(context, id);
  if (open && isFull && !open.task.isFull) {
    throw new AppError("conflict", "A run is in progress. Wait until it ends, or stop it first.");
  }
  if (open) return describeRun(open, context.now);
  const task: RunTask = {
    ...(range && { range }),
    ...(isFull && { isFull: true as const }),
    ...(allowsShrink && { allowsShrink: true as const }),
  };
  const run = await newRun(context, { connection: id, cause: range ? "range" : "manual", task });
  await recordConnectionAction(context, {
    act: "source.run_started",
    connection: id,
    details: { run: run.id, ...range, ...(isFull && { isFull, allowsShrink }) },
  });
  return describeRun(run, context.now);
}

/** Why a connection cannot be read as it is asked for; null where it can. */
function refuseRange({ kind }: Connection, isFull: boolean): string | null {
  if (kind === "file") return "Files are uploaded here. There is nothing to read.";
  if (isFull && kind === "tookan") return "The provider only keeps recent days: sync days instead.";
  return null;
}

/** Notes a run and enqueues it. */
export async function newRun(
  context: Context,
  { connection, cause, task }: { connection: string; cause: Run["cause"]; task: Run["task"] },
): Promise<Run> {
  const askedBy = context.actor.kind === "user" ? context.actor.uid : null;
  const id = await insertRun(context, { connection, cause, state: "waiting", task, askedBy });
  await enqueueRun(context, id);
  await publishConnectionChanged(context, connection);
  return requireRun(context, connection, id);
}

/** A run of a connection. */
export async function requireRun(context: Context, connection: string | null, id: string): Promise<Run> {
  const rows = await findRun(context, id);
  if (!rows || (connection !== null && rows.connection_id !== connection)) {
    throw new AppError("not_found", "There is no such run.");
  }
  return rows;
}

/** How far a run is. */
export async function getRun(context: Context, { connection, run }: { connection: string; run: string }) {
  return describeRun(await requireRun(context, connection, run), context.now);
}

/** The runs of a connection, newest first, beside how many rows are usual. */
export async function listRuns(
  context: Context,
  { connection, state, from, to, search, cursor, limit }: z.output<(typeof listContract)["input"]>,
): Promise<RouteOutput<typeof listContract>> {
  await requireConnection(context, connection);
  const before = cursor ? readInstantCursor(cursor) : null;
  if (search?.includes("\0")) throw wrongField("search", "Remove the NUL character.");
  const { timeZone } = (await loadMetricState(context)).settings;
  const narrowed = { state: state ?? null, from: from ?? null, to: to ?? null, search: search ?? "", timeZone };
  const rows = await selectRuns(context, { connection, ...narrowed, before, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((run) => describeRun(run, context.now)),
    next: rows.length > limit && last ? writeCursor([last.asked_at.toISOString(), last.id]) : null,
    usual: measureUsual(await usualRows(context, connection)),
  };
}

const fewestRuns = 5;

/** What a run reads in the middle, and how far half of the others are from it: one long run changes neither. */
function measureUsual(rows: readonly number[]): { rows: number; swing: number } | null {
  if (rows.length < fewestRuns) return null;
  const usual = median(rows);
  return { rows: Math.round(usual), swing: Math.round(median(rows.map((one) => Math.abs(one - usual)))) };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** Stops a run; what it has stored so far stays. */
export async function cancelRun(
  context: Context,
  { connection, run: id }: z.output<(typeof cancelContract)["input"]>,
): Promise<SourceRun> {
  const { cause } = await requireRun(context, connection, id);
  if (!(await stopRun(context, id))) throw new AppError("conflict", "This run has already ended.");
  // What is left of the other run can be undone later.
  if (cause === "undo") await forgetUndone(context, id);
  await promiseForgettingKeys(context, id);
  await recordConnectionAction(context, { act: "source.run_cancelled", connection, details: { run: id } });
  await publishConnectionChanged(context, connection);
  return getRun(context, { connection, run: id });
}
