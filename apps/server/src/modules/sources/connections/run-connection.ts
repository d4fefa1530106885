import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { SourceProblem } from "../../../connectors/connector.ts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { defineJob, enqueue, type LongWork } from "../../../platform/jobs/define-job.ts";
import { OutboundFailure } from "../../../platform/outbound/outbound-failure.ts";
import { isTenantOpen } from "../../directory/index.ts";
import { noteFresh } from "../../metrics/index.ts";
import { promiseChecks } from "../checks/run-checks.ts";
import { promiseForgetting } from "../imports/clean-up-imports.ts";
import { settleFileDays } from "../imports/reconcile-files.ts";
import { tellImportEnded } from "../imports/tell-import-ended.ts";
import { promiseForgettingKeys } from "../listings/forget-listing.ts";
import { ShrunkList } from "../listings/listing.ts";
import type { RunScope, RunStep, Sources } from "../sources.ts";
import { applyBatch } from "./apply-batch.ts";
import { type ProblemKind, retryAt } from "./connection-state.ts";
import { type Connection, findConnection, findEvenRemoved, updateConnectionRow } from "./connection-store.ts";
import { findLoss } from "./find-loss.ts";
import { followBook } from "./follow-book.ts";
import { publishConnectionChanged, reportState } from "./report-state.ts";
import { addStalls, endRun, findRun, forgetUndone, isGoingOn, moveRun, type Run, takeRun } from "./run-store.ts";
import { sourceInput } from "./source-input.ts";

const runName = "sources.run";
const runAttempts = 1000;
const runInput = z.object({ run: z.string() });

/** Someone has stopped the run, or another process has taken it over. */
class Unwanted extends Error {}

/** How often a run looks whether it is still wanted, also while it waits for an answer. */
const watchMs = 2000;
/** What a run of a tenant that is suspended, archived or leaving ends with. */
const notServed = { kind: "config", message: "The tenant is not served at present." } as const;

/** How often open pages are told how far a run is. */
const tellEveryMs = 1000;
/** When a run looks again whether the one before it has ended, or whether its tenant has a slot. */
const waitMs = 2000;
/** How often what takes too much is tried. */
const mostTries = 3;
/** A run that has had so long and has not done a step ends the process by its own doing, if that ends. */
const fairChanceMs = 10_000;
/** An attempt that is ended sooner counts one: anyone may have ended the process, also many times in a row. */
const slowStall = 10;
const mostStalls = mostTries * slowStall;

/** Enqueues a run, to be done once the transaction is committed. */
export async function enqueueRun(context: Context, run: string, runAt: Date | null = null): Promise<void> {
  await enqueue<typeof runInput>(
    context,
    { name: runName, attempts: runAttempts },
    { run },
    { key: `${runName}:${run}`, runAt },
  );
}

/** Does a run from where it stands. It survives the end of the process: the next one goes on at its cursor. */
export function runJob(sources: Sources) {
  return defineJob({
    name: runName,
    logPart: "sources",
    input: runInput,
    attempts: runAttempts,
    async runLong(work, { run: id }) {
      const release = sources.runSlots.tryTake(work.tenantId);
      if (!release) return work.inTenant((context) => enqueueRun(context, id, new Date(Date.now() + waitMs)));
      try {
        await goThrough(sources, work, id);
      } catch (error) {
        if (!isOutage(error) || work.signal.aborted) throw error;
        await goOnLater(work, id);
      } finally {
        release();
      }
    },
  });
}

/** Our own database being away is nobody's problem. */
function isOutage(error: unknown): boolean {
  return error instanceof AppError && error.kind === "unavailable";
}

/** Enqueues a run anew once the database is back: the queue itself would wait for hours after many attempts. */
async function goOnLater(work: LongWork, id: string): Promise<void> {
  for (;;) {
    try {
      return await work.inTenant((context) => enqueueRun(context, id, new Date(Date.now() + waitMs)));
    } catch (error) {
      if (!isOutage(error) || work.signal.aborted) throw error;
      await sleep(waitMs, undefined, { signal: work.signal });
    }
  }
}

async function goThrough(sources: Sources, work: LongWork, id: string): Promise<void> {
  const unwanted = new AbortController();
  const signal = AbortSignal.any([work.signal, unwanted.signal]);
  // A piece of a run that is not wanted any more stops in the middle of its statement.
  const inTenant: LongWork["inTenant"] = (piece) => work.inTenant(piece, unwanted.signal);
  const scope = await work.inTenant((context) => begin(context, sources, id, { ...work, signal, inTenant }));
  if (!scope) return;
  const watch = setInterval(() => void stopUnwanted(scope, work, unwanted), watchMs);
  const slow = setTimeout(() => void noteSlow(scope.run, work), fairChanceMs);
  try {
    await takeSteps(sources, scope, work.signal, () => clearTimeout(slow));
    await work.inTenant((context) =>
      work.signal.aborted ? leave(context, scope.run) : finish(context, sources, scope),
    );
    work.log.info(describeRun(scope), "A sync ended");
  } catch (error) {
    if (error instanceof Unwanted || unwanted.signal.aborted) return;
    if (work.signal.aborted) return work.inTenant((context) => leave(context, scope.run));
    // It goes on from the cursor.
    if (isOutage(error)) throw error;
    const problem = toProblem(error, work);
    work.log.warn({ ...describeRun(scope), problem: problem.message }, "A sync failed");
    await work.inTenant((context) => fail(context, scope, problem));
  } finally {
    clearInterval(watch);
    clearTimeout(slow);
  }
}

/** What the log lines of a run say of it. */
function describeRun({ run }: RunScope): object {
  return { connection: run.connection_id, run: run.id };
}

/** Counts an attempt that has had its chance; its first step makes that undone. */
async function noteSlow(run: Run, work: LongWork): Promise<void> {
  // Where the database is away the run itself will meet that.
  await work.inTenant((context) => addStalls(context, run, slowStall)).catch(() => {});
}

const isUnderWay = ({ state }: Pick<Run, "state">) => state === "waiting" || state === "running";

async function begin(context: Context, sources: Sources, id: string, work: LongWork): Promise<RunScope | null> {
  const run = await takeRun(context, id);
  if (!run) {
    // It waits for the run before it: a connection has one at a time.
    const waiting = await findRun(context, id);
    if (waiting && isUnderWay(waiting)) await enqueueRun(context, id, new Date(Date.now() + waitMs));
    return null;
  }
  // Of a removed connection only undoing is left to do.
  const connection = await findEvenRemoved(context, run.connection_id);
  if (!connection) return null;
  if (await endUnserved(context, connection, run)) return null;
  if (run.stalls > mostStalls && (connection.kind === "file" || connection.kind === "sql")) {
    const message = "Reading was interrupted several times without progress. Read less at once, then try again.";
    await fail(context, { connection, run }, { kind: "config", message });
    return null;
  }
  await updateConnectionRow(context, connection.id, { last_attempt_at: context.now });
  await publishConnectionChanged(context, connection.id);
  const { range, isFull } = run.task;
  const isContinued = sources.readers[connection.kind].carriesOn && run.cause !== "import" && !range && !isFull;
  const input = await sourceInput(context, sources, connection, {
    signal: work.signal,
    mapping: run.task.mapping ?? connection.mapping,
    cursor: run.cursor ?? (isContinued ? connection.cursor : null),
  });
  return { connection, run, input, inTenant: work.inTenant };
}

/** Ends a run whose tenant is not served; it is due again as soon as the tenant is. */
async function endUnserved(context: Context, connection: Connection, run: Run): Promise<boolean> {
  if ((await isTenantOpen(context, context.tenantId)).isOpen) return false;
  await endRun(context, run, { state: "cancelled", problem: notServed });
  await promiseForgetting(context, run);
  const isRepeated = connection.interval_minutes !== null;
  await updateConnectionRow(context, connection.id, { next_run_at: isRepeated ? context.now : null });
  await publishConnectionChanged(context, connection.id);
  return true;
}

/** Calls off what a run is waiting for once someone has stopped it, or its tenant is not served any more. */
async function stopUnwanted({ connection, run }: RunScope, work: LongWork, unwanted: AbortController): Promise<void> {
  try {
    const isWanted = await work.inTenant(
      async (context) => (await isGoingOn(context, run)) && !(await endUnserved(context, connection, run)),
    );
    if (!isWanted) unwanted.abort(new Unwanted());
  } catch {
    // The database is away: the run itself will meet that.
  }
}

async function takeSteps(sources: Sources, scope: RunScope, ending: AbortSignal, onStep: () => void): Promise<void> {
  const reader = sources.readers[scope.connection.kind];
  let toldAt = 0;
  for await (const step of reader.read(scope)) {
    const isTold = Date.now() - toldAt >= tellEveryMs;
    if (isTold) toldAt = Date.now();
    await scope.inTenant((context) => takeStep(context, { ...scope, book: sources.book }, step, isTold));
    onStep();
    if (ending.aborted) return;
  }
}

/** Rows, cursor and counts move together or not at all. */
async function takeStep(
  context: Context,
  { connection, run, book }: RunScope & Pick<Sources, "book">,
  step: RunStep,
  isTold: boolean,
): Promise<void> {
  const refined: RunStep = { ...step, ...(await step.refine?.(context)) };
  const stored = refined.counts ?? (await applyBatch(context, { connection, run }, refined));
  const counts = await followBook(context, { connection, run }, { book, facts: refined.facts, counts: stored });
  await step.store?.(context);
  const { cursor, total, note, notes = [], resumeAt, file } = refined;
  if (!(await moveRun(context, run, { cursor, counts, total, note, notes: [...notes], file }))) throw new Unwanted();
  const isLoaded = counts.written + counts.replaced + counts.deleted > 0;
  const { columnStyles } = refined;
  const mapping = columnStyles && (await findConnection(context, connection.id, true))?.mapping;
  const change = {
    ...(mapping?.fact !== undefined && { mapping: withColumnStyles(mapping, columnStyles) }),
    ...(isLoaded && { last_loaded_at: context.now }),
    ...(resumeAt !== undefined && { cursor: resumeAt && { ...resumeAt } }),
  };
  if (Object.keys(change).length > 0) await updateConnectionRow(context, connection.id, change);
  if (isTold) await publishConnectionChanged(context, connection.id);
}

function withColumnStyles(mapping: Record<string, unknown>, found: RunStep["columnStyles"]): Record<string, unknown> {
  return { ...mapping, columnStyles: { ...found, ...(mapping.columnStyles as RunStep["columnStyles"]) } };
}

async function finish(context: Context, sources: Sources, scope: RunScope): Promise<void> {
  const {
    connection: { id },
    run,
  } = scope;
  const problem = findLoss(await findRun(context, run.id));
  if (problem) return fail(context, scope, problem);
  if (!(await endRun(context, run, { state: "done" }))) return;
  await promiseForgettingKeys(context, run.id);
  const connection = await findConnection(context, id, true);
  if (!connection) return;
  await promiseChecks(context, connection);
  if (connection.kind === "file" && run.cause !== "import") await settleFileDays(context, run);
  await tellImportEnded(context, connection, run, null);
  // Rows that we have kept say nothing about the source.
  if (run.cause === "replay" || run.cause === "undo") return publishConnectionChanged(context, id);
  const minutes = connection.interval_minutes;
  await noteFresh(context, sources.readers[connection.kind].listFacts(connection));
  await settle(context, connection, {
    problem: null,
    problem_kind: null,
    failures: 0,
    first_failed_at: null,
    last_success_at: context.now,
    next_run_at: minutes === null ? null : new Date(context.now.getTime() + minutes * 60_000),
  });
}

type Problem = { kind: ProblemKind | "limit"; message: string };

async function fail(
  context: Context,
  { connection: { id }, run }: Pick<RunScope, "connection" | "run">,
  met: Problem,
): Promise<void> {
  const before = await findConnection(context, id);
  const isTriedAgain = run.cause !== "import" && before?.interval_minutes != null;
  const problem = settledProblem(met, before && isTriedAgain ? before.failures + 1 : mostTries);
  if (!(await endRun(context, run, { state: "failed", problem }))) return;
  await promiseForgettingKeys(context, run.id);
  // Nobody can mend a file here: it is sent again, mended.
  await promiseForgetting(context, run);
  if (run.cause === "undo") await forgetUndone(context, run.id);
  const connection = await findConnection(context, id, true);
  if (!connection) return;
  await tellImportEnded(context, connection, run, problem.message);
  // What a file holds wrongly says nothing about the connection.
  if (["import", "replay", "undo"].includes(run.cause)) return publishConnectionChanged(context, id);
  const failures = connection.failures + 1;
  const isRepeated = connection.interval_minutes !== null && problem.kind === "passing";
  await settle(context, connection, {
    problem: problem.message,
    problem_kind: problem.kind,
    failures,
    first_failed_at: connection.first_failed_at ?? context.now,
    next_run_at: isRepeated ? retryAt(failures, connection.interval_minutes, context.now) : null,
  });
}

/** What takes too much may pass, as when the machine is busy; after some tries it is someone's to mend. */
function settledProblem({ kind, message }: Problem, failures: number): Problem & { kind: ProblemKind } {
  if (kind !== "limit") return { kind, message };
  return { kind: failures < mostTries ? "passing" : "config", message };
}

async function settle(
  context: Context,
  connection: Connection,
  change: Partial<
    Pick<Connection, "problem" | "problem_kind" | "failures" | "first_failed_at" | "last_success_at" | "next_run_at">
  >,
): Promise<void> {
  await updateConnectionRow(context, connection.id, change);
  await reportState(context, { ...connection, ...change });
  await publishConnectionChanged(context, connection.id);
}

/** The product is ending: the run waits for the next start. */
async function leave(context: Context, run: Run): Promise<void> {
  if (await endRun(context, run, { state: "waiting" })) await enqueueRun(context, run.id);
}

function toProblem(error: unknown, { log }: LongWork): Problem {
  if (error instanceof ShrunkList) return { kind: "shrunk", message: error.message };
  if (error instanceof SourceProblem) return { kind: error.kind, message: error.message };
  if (error instanceof OutboundFailure) return { kind: error.isPassing ? "passing" : "config", message: error.message };
  log.error({ err: error }, "Unexpected error in a run");
  return { kind: "passing", message: "Reading stopped at an unexpected error. See the log for details." };
}
