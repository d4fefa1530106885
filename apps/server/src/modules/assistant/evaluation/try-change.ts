import type { EvaluationGrade, TrainingTrial } from "@console/contracts";
import { type Context, platformTenant, type SnapshotContext } from "../../../platform/context.ts";
import type { Database } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import { type Reports, reportsAllowedFor } from "../../reports/index.ts";
import type { DecidedQuestion } from "../decide-question.ts";
import { allParts, canonicalText } from "../engine/read-question.ts";
import { readTokens } from "../engine/tokens.ts";
import type { Training, TrainingIndex } from "../engine/training-index.ts";
import { loadTraining, readScope } from "../training/load-training.ts";
import { type EvaluationSet, selectCases, selectSets } from "./evaluation-store.ts";
import {
  decideCase,
  type EvaluationCase,
  type GradeDeps,
  type GradedCase,
  gradeDecided,
  gradeSearch,
  openGrading,
} from "./grade-case.ts";

type Moved = TrainingTrial["better"][number];
export type Comparison = Pick<TrainingTrial, "questions" | "sets" | "better" | "worse">;

/** What changes together with a change of training needs to be tried. */
export type TrialDeps = { database: Database; reports: Reports };

const nothing: Comparison = { questions: 0, sets: 0, better: [], worse: [] };

/** From the best to the worst. */
const order: readonly EvaluationGrade[] = ["right", "offered", "declined", "wrong"];

/**
 * Compares how questions of evaluation sets are answered with the training as the context's transaction has it and as it
 * was before. With `stems` only the questions that share one of these words are asked, and those that search documents:
 * a word and what it means are found by each other.
 */
export async function compareTraining(
  context: Context,
  tenantId: string,
  { database, reports }: TrialDeps,
  stems: ReadonlySet<string> | null = null,
): Promise<Comparison> {
  const sets = await selectSets(context, tenantId, "gate");
  const asked: { set: EvaluationSet; cases: EvaluationCase[] }[] = [];
  for (const set of sets) {
    const cases = (await selectCases(context, set)).filter(
      (one) => stems === null || one.passage !== null || sharesStem(one, stems),
    );
    if (cases.length > 0) asked.push({ set, cases });
  }
  if (asked.length === 0) return nothing;
  const changed = await readScope(context, tenantId);
  const total: Comparison = { questions: 0, sets: asked.length, better: [], worse: [] };
  for (const { set, cases } of asked) {
    const moved = await database.inTenant(
      set.askedIn,
      async (db) => {
        const asking = { ...context, db, tenantId: set.askedIn };
        const deps = await openGrading(asking, { reports: await reportsAllowedFor(asking, reports), parts: allParts });
        const before = await loadTraining(asking);
        return compareCases(asking, {
          set,
          cases,
          before,
          after: withScope(before, changed, tenantId, set.askedIn),
          deps,
        });
      },
      "snapshot",
    );
    total.questions += cases.length;
    total.better.push(...moved.better);
    total.worse.push(...moved.worse);
  }
  return total;
}

function sharesStem({ question }: EvaluationCase, stems: ReadonlySet<string>): boolean {
  return readTokens(question).some(({ stem }) => stems.has(stem));
}

/** The training of the asked tenant, with the changed scope in its place. */
export function withScope(before: Training, changed: TrainingIndex, tenantId: string, askedIn: string): Training {
  const [own, platform] = askedIn === platformTenant ? [undefined, before[0]] : before;
  const isPlatform = tenantId === platformTenant;
  return [isPlatform ? own : changed, isPlatform ? changed : platform].filter((index) => index !== undefined);
}

type Compared = {
  set: EvaluationSet;
  cases: readonly EvaluationCase[];
  before: Training;
  after: Training;
  deps: GradeDeps;
};

async function compareCases(context: SnapshotContext, { set, cases, before, after, deps }: Compared) {
  const moved: { better: Moved[]; worse: Moved[] } = { better: [], worse: [] };
  for (const one of cases) {
    const graded = await gradeBoth(context, one, { before, after, deps });
    if (!graded) continue;
    const [was, is] = graded.map(({ grade }) => order.indexOf(grade)) as [number, number];
    if (was === is || was < 0 || is < 0) continue;
    const [{ grade: gradeBefore }, { grade: gradeAfter, answer }] = graded;
    const line = { set: set.name, question: one.question, before: gradeBefore, after: gradeAfter, answer };
    (is < was ? moved.better : moved.worse).push(line);
  }
  return moved;
}

/** The grades of a question before and after; null where it is decided alike, and so answered alike. */
async function gradeBoth(
  context: SnapshotContext,
  one: EvaluationCase,
  { before, after, deps }: Pick<Compared, "before" | "after" | "deps">,
): Promise<[GradedCase, GradedCase] | null> {
  const { question, passage } = one;
  if (passage) {
    const search = { question, passage };
    return [await gradeSearch(context, search, before, deps), await gradeSearch(context, search, after, deps)];
  }
  const decidedBefore = await decideCase(context, question, before, deps);
  const decidedAfter = await decideCase(context, question, after, deps);
  if (describeDecision(decidedBefore) === describeDecision(decidedAfter)) return null;
  return [await gradeDecided(context, one, decidedBefore, deps), await gradeDecided(context, one, decidedAfter, deps)];
}

/** A text that is the same for decisions that give the same answer. */
function describeDecision({ decision }: DecidedQuestion): string {
  if (decision.outcome === "verified") return `verified ${decision.answer.id} ${decision.answer.answer}`;
  if (decision.outcome === "answer")
    return `answer ${canonicalText(decision.query)} ${decision.report ?? ""} ${decision.otherwise.join(" ")}`;
  const options = decision.options.map(({ query }) => canonicalText(query)).join(" ");
  return `${decision.outcome} ${decision.reason} ${decision.text} ${options}`;
}

/** Refuses a change that makes an evaluation set worse, unless a reason is given. */
export async function requireReason(
  context: Context,
  { tenantId, reason, stems }: { tenantId: string; reason: string | null; stems: ReadonlySet<string> },
  deps: TrialDeps,
): Promise<void> {
  const { worse } = await compareTraining(context, tenantId, deps, stems);
  if (worse.length === 0 || reason !== null) return;
  const [first] = worse;
  const count = worse.length === 1 ? "One question" : `${worse.length} questions`;
  const message = `${count} of the evaluation sets would be answered worse, such as "${first?.question}". Enter a reason to save it anyway.`;
  throw new AppError("conflict", message, { fields: { reason: message } });
}
