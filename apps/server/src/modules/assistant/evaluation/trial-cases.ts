import type { AskAnswer, EvaluationGrade } from "@console/contracts";
import { sql } from "kysely";
import type { Context, SnapshotContext } from "../../../platform/context.ts";
import type { Reports } from "../../reports/index.ts";
import { allParts } from "../engine/read-question.ts";
import { sayExpected } from "./evaluate-set.ts";
import { type EvaluationSet, selectCases } from "./evaluation-store.ts";
import { type EvaluationCase, gradeAnswer, openGrading } from "./grade-case.ts";

/** A question of an evaluation set that a model is tried with, and the tenant that it is asked in. */
export type TrialCase = EvaluationCase & { askedIn: string };

/** Questions of one set or of all, the same ones each time; those about passages are left out, which no model finds. */
export async function sampleCases(
  context: Pick<Context, "db">,
  { set, most }: { set: string | null; most: number },
): Promise<TrialCase[]> {
  // across tenants: the platform tries its models with the sets of all.
  const { rows } = await sql<EvaluationSet & { caseId: string }>`select s.tenant_id as "tenantId", s.id, s.name,
      s.asked_in as "askedIn", c.id as "caseId"
    from evaluation_cases c join evaluation_sets s on s.tenant_id = c.tenant_id and s.id = c.set_id
    where s.status = 'active' and c.expected <> 'passage' and (${set}::text is null or s.id = ${set})
    order by md5(c.id) limit ${most}`.execute(context.db);
  const cases = new Map<string, TrialCase>();
  for (const one of new Map(rows.map((row) => [row.id, row])).values()) {
    for (const found of await selectCases(context, one)) cases.set(found.id, { ...found, askedIn: one.askedIn });
  }
  return rows.flatMap(({ caseId }) => cases.get(caseId) ?? []);
}

/** Grades an answer that was given elsewhere by the figures that are right today. */
export async function gradeTrialAnswer(
  context: SnapshotContext,
  one: TrialCase,
  answer: AskAnswer,
  reports: Reports,
): Promise<{ grade: EvaluationGrade; expected: string }> {
  const deps = await openGrading(context, { reports, parts: allParts });
  return { grade: await gradeAnswer(context, one, answer, deps), expected: sayExpected(one, deps) };
}
