import { randomUUID } from "node:crypto";
import {
  type cancelEvaluation as cancelContract,
  expectedOutcomes,
  type RouteOutput,
  type startEvaluation as startContract,
} from "@console/contracts";
import { z } from "zod";
import { type Context, platformTenant, requirePerson } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { defineJob, enqueue, type Job } from "../../../platform/jobs/define-job.ts";
import { listTenantIds } from "../../directory/index.ts";
import { type Reports, reportsAllowedFor } from "../../reports/index.ts";
import { sayQuery } from "../engine/describe-query.ts";
import { allParts } from "../engine/read-question.ts";
import { loadTraining } from "../training/load-training.ts";
import {
  countCases,
  type EvaluationRun,
  type EvaluationSet,
  findRun,
  findSet,
  insertRun,
  selectCases,
  selectSets,
  updateRun,
  upsertResult,
} from "./evaluation-store.ts";
import { sayPlace } from "./expected-passage.ts";
import { type EvaluationCase, type GradeDeps, gradeCase, openGrading } from "./grade-case.ts";

/** So many questions are asked in one snapshot; then the progress is told. */
const pieceSize = 10;

const evaluate = { name: "assistant.evaluate", attempts: 3 };
const evaluateInput = z.object({ run: z.string() });

/** Asks all questions of a set in the background. */
export async function startEvaluation(
  context: Context,
  { set: id }: { set: string },
): Promise<RouteOutput<typeof startContract>> {
  const set = await findSet(context, id);
  if (!set) throw new AppError("not_found", "There is no such evaluation set.");
  if ((await countCases(context, set)) === 0)
    throw new AppError("conflict", "This set has no questions yet. Add one, then run it.");
  return { id: await promiseRun(context, set, { trigger: "manual", startedBy: requirePerson(context) }) };
}

/** Promises a run in the caller's transaction; one that waits or goes on already stands for it. */
export async function promiseRun(
  context: Context,
  set: EvaluationSet,
  { trigger, startedBy = null }: Pick<EvaluationRun, "trigger"> & { startedBy?: string | null },
): Promise<string> {
  const { id, isNew } = await insertRun(context, {
    tenantId: set.tenantId,
    id: randomUUID(),
    setId: set.id,
    trigger,
    startedBy,
    total: await countCases(context, set),
  });
  if (isNew) await enqueue({ ...context, tenantId: set.tenantId }, evaluate, { run: id });
  return id;
}

/** Ends a run where it stands. */
export async function cancelEvaluation(
  context: Context,
  { evaluation: id }: { evaluation: string },
): Promise<RouteOutput<typeof cancelContract>> {
  const run = await findRun(context, id);
  if (!run) throw new AppError("not_found", "There is no such run.");
  await updateRun(context, run, { state: "cancelled", endedAt: context.now });
  return { state: (await findRun(context, id))?.state ?? "cancelled" };
}

/** Asks the questions of a run, a piece in each snapshot, and keeps how each was graded. */
function evaluateJob(database: Database, reports: Reports): Job<typeof evaluateInput> {
  return defineJob({
    ...evaluate,
    input: evaluateInput,
    logPart: "assistant",
    async runLong({ inTenant, signal }, { run: id }) {
      const begun = await inTenant(async (context) => {
        const run = await findRun(context, id);
        const set = run && (await findSet(context, run.setId));
        if (!run || !set || !(await updateRun(context, run, { state: "running" }))) return null;
        return { run, set, cases: await selectCases(context, set) };
      });
      if (!begun) return;
      const { run, set, cases } = begun;
      for (let from = 0; from < cases.length; from += pieceSize) {
        signal.throwIfAborted();
        const piece = cases.slice(from, from + pieceSize);
        const done = Math.min(cases.length, from + pieceSize);
        const isWanted = await inTenant(async (context) => {
          for (const result of await gradePiece(database, context, set, piece, reports))
            await upsertResult(context, run, result);
          return updateRun(context, run, { state: "running", done });
        });
        if (!isWanted) return;
      }
      await inTenant((context) => updateRun(context, run, { state: "done", endedAt: context.now }));
    },
    async giveUp(context, { run: id }) {
      const problem = "It could not be finished. The log says why.";
      await updateRun(context, { tenantId: context.tenantId, id }, { state: "failed", problem, endedAt: context.now });
    },
  });
}

async function gradePiece(
  database: Database,
  context: Context,
  { askedIn }: EvaluationSet,
  cases: readonly EvaluationCase[],
  reports: Reports,
) {
  return database.inTenant(
    askedIn,
    async (db) => {
      const asking = { ...context, db, tenantId: askedIn };
      const allowed = await reportsAllowedFor(asking, reports);
      const deps = await openGrading(asking, { reports: allowed, parts: allParts });
      const training = await loadTraining(asking);
      const results = [];
      for (const one of cases) {
        const { grade, outcome, answer } = await gradeCase(asking, one, training, deps);
        const { id: caseId, question } = one;
        results.push({ caseId, question, expected: sayExpected(one, deps), grade, outcome, answer });
      }
      return results;
    },
    "snapshot",
  );
}

/** What is right, in words. */
export function sayExpected({ expected, query, mustMention, passage }: EvaluationCase, { reader }: GradeDeps): string {
  if (passage) return sayPlace(passage);
  const outcome = query ? sayQuery(query, reader) : expectedOutcomes[expected];
  return mustMention.length === 0 ? outcome : `${outcome}, with ${mustMention.map((words) => `"${words}"`).join(", ")}`;
}

/** Every night each set that is asked then. */
function evaluateNightlyJob() {
  return defineJob({
    name: "assistant.evaluate-nightly",
    input: z.object({}),
    logPart: "assistant",
    attempts: 3,
    schedule: "20 2 * * *",
    async runLong({ inTenant }) {
      await inTenant(async (context) => {
        // across tenants: the platform's own door to the sets of all.
        for (const tenantId of [platformTenant, ...(await listTenantIds(context))]) {
          for (const set of await selectSets(context, tenantId, "nightly")) {
            if ((await countCases(context, set)) > 0) await promiseRun(context, set, { trigger: "nightly" });
          }
        }
      });
    },
  });
}

export function evaluationJobs(database: Database, reports: Reports): Job[] {
  return [evaluateJob(database, reports), evaluateNightlyJob()] as Job[];
}
