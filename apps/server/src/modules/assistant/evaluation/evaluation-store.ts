import type { EvaluationGrade, EvaluationState, ExpectedOutcome } from "@console/contracts";
import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { personName } from "../../directory/index.ts";
import type { AskedQuery } from "../engine/interpret.ts";
import type { ExampleSlots } from "../engine/training-items.ts";
import type { ExpectedPassage } from "./expected-passage.ts";
import type { EvaluationCase } from "./grade-case.ts";

type Scope = Pick<Context, "db">;

/** A set, with the scope that it belongs to and the tenant that its questions are asked in. */
export type EvaluationSet = { tenantId: string; id: string; name: string; askedIn: string };

export type Grades = Record<EvaluationGrade, number>;

const noGrades: Grades = { right: 0, offered: 0, declined: 0, wrong: 0, broken: 0 };

export type EvaluationRun = {
  tenantId: string;
  id: string;
  setId: string;
  trigger: "manual" | "nightly";
  startedBy: string | null;
  state: EvaluationState;
  total: number;
  done: number;
  problem: string | null;
  createdAt: Date;
  endedAt: Date | null;
};

type CaseRow = {
  id: string;
  set_id: string;
  question: string;
  key: string;
  expected: ExpectedOutcome;
  query: string | null;
  slots: unknown;
  must_mention: string[];
  passage: string | null;
};

// across tenants: the policy lets those who run the platform look after the sets of all, and everyone else after their own.
/** A set that the caller may see. */
export async function findSet({ db }: Scope, id: string): Promise<EvaluationSet | null> {
  const { rows } = await sql<EvaluationSet>`select tenant_id as "tenantId", id, name, asked_in as "askedIn"
    from evaluation_sets where id = ${id} and status = 'active'`.execute(db);
  return rows[0] ?? null;
}

/** The sets of a scope in use that are asked every night, or before a change goes live. */
export async function selectSets({ db }: Scope, tenantId: string, use: "nightly" | "gate"): Promise<EvaluationSet[]> {
  const flag = use === "nightly" ? sql`is_nightly` : sql`is_gate`;
  const { rows } = await sql<EvaluationSet>`select tenant_id as "tenantId", id, name, asked_in as "askedIn"
    from evaluation_sets where tenant_id = ${tenantId} and status = 'active' and ${flag} order by name`.execute(db);
  return rows;
}

/** The questions of a set, in a fixed order. */
export async function selectCases({ db }: Scope, { tenantId, id }: EvaluationSet): Promise<EvaluationCase[]> {
  const { rows } = await sql<CaseRow>`select id, set_id, question, key, expected, query, slots, must_mention, passage
    from evaluation_cases where tenant_id = ${tenantId} and set_id = ${id} order by created_at, id`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    setId: row.set_id,
    question: row.question,
    key: row.key,
    expected: row.expected,
    query: row.query === null ? null : (JSON.parse(row.query) as AskedQuery),
    slots: row.slots as ExampleSlots,
    mustMention: row.must_mention,
    passage: row.expected === "passage" && row.passage !== null ? (JSON.parse(row.passage) as ExpectedPassage) : null,
  }));
}

/** Writes a new question of a set. */
export async function insertCase(
  { db, now }: Pick<Context, "db" | "now">,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const all: Record<string, unknown> = { ...row, created_at: now, updated_at: now };
  await sql`insert into evaluation_cases (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(all))})`.execute(db);
}

/** Writes what follows from a changed question. */
export async function updateCase(
  { db }: Scope,
  { tenantId, id }: { tenantId: string; id: string },
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const sets = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update evaluation_cases set ${sql.join(sets)}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function removeCase({ db }: Scope, { tenantId, id }: { tenantId: string; id: string }): Promise<void> {
  await sql`delete from evaluation_cases where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export async function countCases({ db }: Scope, { tenantId, id }: EvaluationSet): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from evaluation_cases
    where tenant_id = ${tenantId} and set_id = ${id}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Begins a run, unless one of the set waits or goes on already; gives the id of the one that does. */
export async function insertRun(
  { db, now }: Pick<Context, "db" | "now">,
  run: Pick<EvaluationRun, "tenantId" | "id" | "setId" | "trigger" | "startedBy"> & { total: number },
): Promise<{ id: string; isNew: boolean }> {
  // Two that start at once find each other by the lock on their set.
  await sql`select 1 from evaluation_sets where tenant_id = ${run.tenantId} and id = ${run.setId} for update`.execute(
    db,
  );
  const { rows } = await sql<{ id: string }>`select id from evaluation_runs
    where tenant_id = ${run.tenantId} and set_id = ${run.setId} and state in ('waiting', 'running')`.execute(db);
  const [other] = rows;
  if (other) return { id: other.id, isNew: false };
  await sql`insert into evaluation_runs (tenant_id, id, set_id, trigger, started_by, state, total, created_at)
    values (${run.tenantId}, ${run.id}, ${run.setId}, ${run.trigger}, ${run.startedBy}, 'waiting', ${run.total}, ${now})`.execute(
    db,
  );
  return { id: run.id, isNew: true };
}

const runColumns = sql`r.tenant_id as "tenantId", r.id, r.set_id as "setId", r.trigger,
  ${personName(sql`r.started_by`)} as "startedBy", r.state, r.total, r.done, r.problem,
  r.created_at as "createdAt", r.ended_at as "endedAt"`;

// across tenants: as for sets.
/** A run that the caller may see. */
export async function findRun({ db }: Scope, id: string): Promise<EvaluationRun | null> {
  const { rows } = await sql<EvaluationRun>`select ${runColumns} from evaluation_runs r where r.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The newest runs of a set. */
export async function selectRuns(
  { db }: Scope,
  { tenantId, id }: EvaluationSet,
  limit: number,
): Promise<EvaluationRun[]> {
  const { rows } = await sql<EvaluationRun>`select ${runColumns} from evaluation_runs r
    where r.tenant_id = ${tenantId} and r.set_id = ${id} order by r.place desc limit ${limit}`.execute(db);
  return rows;
}

/** The last run of the same set that was done before this one. */
export async function findRunBefore({ db }: Scope, run: EvaluationRun): Promise<EvaluationRun | null> {
  const { rows } = await sql<EvaluationRun>`select ${runColumns} from evaluation_runs r
    where r.tenant_id = ${run.tenantId} and r.set_id = ${run.setId} and r.state = 'done'
      and r.place < (select own.place from evaluation_runs own where own.tenant_id = ${run.tenantId} and own.id = ${run.id})
      order by r.place desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Moves a run on; false where it was cancelled or has ended meanwhile. */
export async function updateRun(
  { db }: Scope,
  { tenantId, id }: Pick<EvaluationRun, "tenantId" | "id">,
  {
    state,
    done,
    problem = null,
    endedAt = null,
  }: Pick<EvaluationRun, "state"> & Partial<Pick<EvaluationRun, "done" | "problem" | "endedAt">>,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`update evaluation_runs
    set state = ${state}, done = coalesce(${done ?? null}::int, done), problem = ${problem}, ended_at = ${endedAt}
    where tenant_id = ${tenantId} and id = ${id} and state in ('waiting', 'running')`.execute(db);
  return numAffectedRows > 0n;
}

export type EvaluationResult = {
  caseId: string;
  question: string;
  expected: string;
  grade: EvaluationGrade;
  outcome: string;
  answer: string;
};

/** Keeps how a question was graded; a run that is tried again grades it anew. */
export async function upsertResult(
  { db }: Scope,
  { tenantId, id }: Pick<EvaluationRun, "tenantId" | "id">,
  result: EvaluationResult,
): Promise<void> {
  const { caseId, question, expected, grade, outcome, answer } = result;
  await sql`insert into evaluation_results (tenant_id, run_id, case_id, question, expected, grade, outcome, answer)
    values (${tenantId}, ${id}, ${caseId}, ${question}, ${expected}, ${grade}, ${outcome}, ${answer})
    on conflict (tenant_id, run_id, case_id) do update
    set grade = excluded.grade, outcome = excluded.outcome, answer = excluded.answer`.execute(db);
}

export async function selectResults(
  { db }: Scope,
  { tenantId, id }: Pick<EvaluationRun, "tenantId" | "id">,
): Promise<EvaluationResult[]> {
  const { rows } = await sql<EvaluationResult>`select case_id as "caseId", question, expected, grade, outcome, answer
    from evaluation_results where tenant_id = ${tenantId} and run_id = ${id} order by question, case_id`.execute(db);
  return rows;
}

/** How many questions of each run have which grade. */
export async function countGrades(
  { db }: Scope,
  tenantId: string,
  runs: readonly string[],
): Promise<Map<string, Grades>> {
  const { rows } = await sql<{ run_id: string; grade: EvaluationGrade; count: number }>`
    select run_id, grade, count(*)::int as count from evaluation_results
    where tenant_id = ${tenantId} and run_id = any(${[...runs]}::text[]) group by run_id, grade`.execute(db);
  const byRun = new Map<string, Grades>(runs.map((id) => [id, { ...noGrades }]));
  for (const { run_id, grade, count } of rows) {
    const grades = byRun.get(run_id);
    if (grades) grades[grade] = count;
  }
  return byRun;
}

/** Removes runs from before a day, but for the newest of each set. */
export async function deleteOldRuns({ db, tenantId }: Pick<Context, "db" | "tenantId">, before: Date): Promise<void> {
  await sql`delete from evaluation_runs r where r.tenant_id = ${tenantId} and r.created_at < ${before}
    and exists (select 1 from evaluation_runs newer where newer.tenant_id = r.tenant_id and newer.set_id = r.set_id
      and newer.place > r.place)`.execute(db);
}
