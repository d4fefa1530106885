import type {
  Evaluation,
  listEvaluations as listContract,
  RouteOutput,
  readEvaluation as readContract,
} from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import {
  countGrades,
  type EvaluationRun,
  findRun,
  findRunBefore,
  findSet,
  type Grades,
  selectResults,
  selectRuns,
} from "./evaluation-store.ts";

const mostRuns = 30;

/** The newest runs of a set. */
export async function listEvaluations(
  context: Context,
  { set: id }: { set: string },
): Promise<RouteOutput<typeof listContract>> {
  const set = await findSet(context, id);
  if (!set) return { items: [] };
  const runs = await selectRuns(context, set, mostRuns);
  const grades = await countGrades(
    context,
    set.tenantId,
    runs.map((run) => run.id),
  );
  return { items: runs.map((run) => present(run, grades)) };
}

/** A run with its questions, each beside its grade in the run before. */
export async function readEvaluation(
  context: Context,
  { evaluation: id }: { evaluation: string },
): Promise<RouteOutput<typeof readContract>> {
  const run = await findRun(context, id);
  const set = run && (await findSet(context, run.setId));
  if (!run || !set) throw new AppError("not_found", "There is no such run.");
  const earlier = await findRunBefore(context, run);
  const gradesBefore = new Map(
    (earlier ? await selectResults(context, earlier) : []).map(({ caseId, grade }) => [caseId, grade]),
  );
  const results = await selectResults(context, run);
  return {
    ...present(run, await countGrades(context, run.tenantId, [run.id])),
    name: set.name,
    comparedWith: earlier?.createdAt.toISOString() ?? null,
    questions: results.map(({ caseId, ...result }) => ({
      ...result,
      case: caseId,
      before: gradesBefore.get(caseId) ?? null,
    })),
  };
}

function present(run: EvaluationRun, grades: ReadonlyMap<string, Grades>): Evaluation {
  const { id, setId, trigger, startedBy, state, total, done, problem, createdAt, endedAt } = run;
  return {
    id,
    set: setId,
    trigger,
    startedBy,
    state,
    total,
    done,
    grades: grades.get(id) ?? { right: 0, offered: 0, declined: 0, wrong: 0, broken: 0 },
    problem,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}
