import type { EvaluationState, TrialGrade } from "@console/contracts";
import { type Selectable, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { DB } from "../../platform/db/schema.gen.ts";

export type StoredTrial = Selectable<DB["model_trials"]>;
export type Side = "a" | "b";
type Scope = { db: Db };

const mostListed = 20;
/** Trials beyond the newest are forgotten. */
const mostKept = 100;

type NewTrial = Pick<
  StoredTrial,
  | "id"
  | "model_a"
  | "instructions_a"
  | "model_b"
  | "instructions_b"
  | "set_id"
  | "most_questions"
  | "started_by"
  | "created_at"
  | "total"
>;

/** Begins a trial; false where another one waits or goes on. */
export async function insertTrial({ db }: Scope, trial: NewTrial): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto("model_trials")
    .values({ ...trial, state: "waiting" })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function findTrial({ db }: Scope, id: string): Promise<StoredTrial | null> {
  return (await db.selectFrom("model_trials").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

export async function selectTrials({ db }: Scope): Promise<StoredTrial[]> {
  return db
    .selectFrom("model_trials")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(mostListed)
    .execute();
}

/** The finished trials that a model took part in with these instructions, the newest first. */
export async function selectTrialsOf(
  { db }: Scope,
  { model, instructions }: { model: string; instructions: string },
): Promise<StoredTrial[]> {
  const { rows } = await sql<StoredTrial>`select * from model_trials where state = 'done'
    and ((model_a = ${model} and instructions_a = ${instructions})
      or (model_b = ${model} and instructions_b = ${instructions}))
    order by created_at desc limit ${mostKept}`.execute(db);
  return rows;
}

/** Moves a trial on; false where it was cancelled or has ended meanwhile. */
export async function updateTrial(
  { db }: Scope,
  id: string,
  change: { state: EvaluationState; done?: number; problem?: string; endedAt?: Date },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update model_trials
    set state = ${change.state}, done = coalesce(${change.done ?? null}::int, done),
      problem = ${change.problem ?? null}, ended_at = ${change.endedAt ?? null}
    where id = ${id} and state in ('waiting', 'running')`.execute(db);
  return numAffectedRows > 0n;
}

export async function forgetOldTrials({ db }: Scope): Promise<void> {
  const old = sql`select id from model_trials order by created_at desc offset ${mostKept}`;
  // across tenants: a trial belongs to the platform, whichever tenants its questions were asked in.
  await sql`delete from model_trial_results where trial_id in (${old})`.execute(db);
  await sql`delete from model_trials where id in (${old})`.execute(db);
}

export type TrialResult = {
  tenantId: string;
  side: Side;
  caseId: string;
  question: string;
  expected: string;
  grade: TrialGrade;
  unverified: number;
  totalMs: number;
  answer: string;
};

export async function insertResult({ db }: Scope, trial: string, result: TrialResult): Promise<void> {
  const { tenantId, side, caseId, question, expected, grade, unverified, totalMs, answer } = result;
  await sql`insert into model_trial_results
      (tenant_id, trial_id, side, case_id, question, expected, grade, unverified, total_ms, answer)
    values (${tenantId}, ${trial}, ${side}, ${caseId}, ${question}, ${expected}, ${grade}, ${unverified}, ${totalMs},
      ${answer})
    on conflict do nothing`.execute(db);
}

/** Every answer of a trial so far. */
export async function selectResults({ db }: Scope, trial: string): Promise<TrialResult[]> {
  // across tenants: as above.
  const { rows } = await sql<TrialResult>`select tenant_id as "tenantId", side, case_id as "caseId", question, expected,
      grade, unverified, total_ms as "totalMs", answer
    from model_trial_results where trial_id = ${trial} order by question, case_id, side`.execute(db);
  return rows;
}

export type SideCounts = {
  asked: number;
  right: number;
  wrong: number;
  failed: number;
  unverified: number;
  p50: number | null;
  p95: number | null;
};

/** What the answers of trials come to, by trial and side. */
export async function countResults({ db }: Scope, trials: readonly string[]): Promise<Map<string, SideCounts>> {
  // across tenants: as above.
  const { rows } = await sql<SideCounts & { key: string }>`select trial_id || '/' || side as key,
      count(*)::int as asked,
      (count(*) filter (where grade = 'right'))::int as right,
      (count(*) filter (where grade = 'wrong'))::int as wrong,
      (count(*) filter (where grade = 'failed'))::int as failed,
      sum(unverified)::int as unverified,
      (percentile_cont(0.5) within group (order by total_ms))::float8 as p50,
      (percentile_cont(0.95) within group (order by total_ms))::float8 as p95
    from model_trial_results where trial_id = any(${[...trials]}::text[]) group by trial_id, side`.execute(db);
  return new Map(rows.map(({ key, ...counts }) => [key, counts]));
}
