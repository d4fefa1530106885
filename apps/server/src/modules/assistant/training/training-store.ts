import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { personName } from "../../directory/index.ts";
import type { AskedQuery } from "../engine/interpret.ts";
import type { TaughtWord, TrainingScope } from "../engine/taught-word.ts";
import type { ExampleSlots, TaughtExample, VerifiedAnswer } from "../engine/training-items.ts";
import { toMeaning, type WordRow } from "./word-meaning.ts";

type Scope = Pick<Context, "db" | "tenantId">;

export type TrainingTable = "training_words" | "training_examples" | "training_answers";

/** How often training of some scopes was changed; a scope that has none is not there. */
export async function selectVersions({ db }: Scope, scopes: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("training_versions")
    .select(["tenant_id", "version"])
    .where("tenant_id", "in", scopes)
    .execute();
  return new Map(rows.map(({ tenant_id, version }) => [tenant_id, Number(version)]));
}

/** Tells every process that what it has in memory of a scope is no longer true. */
export async function touchTraining({ db }: Pick<Context, "db">, tenantId: string): Promise<void> {
  await sql`insert into training_versions (tenant_id, version) values (${tenantId}, 1)
    on conflict (tenant_id) do update set version = training_versions.version + 1`.execute(db);
}

/** The words of a scope that are in use. */
export async function selectWords(
  { db }: Scope,
  tenantId: string,
  scope: TrainingScope,
): Promise<(TaughtWord & { key: string })[]> {
  const rows = await db
    .selectFrom("training_words")
    .select(["id", "word", "key", "meaning", "metric", "dimension", "members", "period", "days", "is_yearly", "report"])
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "active")
    .orderBy("created_at", "desc")
    .execute();
  return rows.flatMap((row) => {
    const meaning = toMeaning(row as WordRow);
    return meaning ? [{ id: row.id, word: row.word, key: row.key, scope, meaning }] : [];
  });
}

/** The examples of a scope that are in use, the newest first. */
export async function selectExamples({ db }: Scope, tenantId: string, scope: TrainingScope): Promise<TaughtExample[]> {
  const rows = await db
    .selectFrom("training_examples")
    .select(["id", "question", "key", "query", "slots"])
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "active")
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(({ id, question, key, query, slots }) => ({
    id,
    scope,
    question,
    key,
    query: JSON.parse(query) as AskedQuery,
    slots: slots as unknown as ExampleSlots,
  }));
}

/** The verified answers of a scope that are in use, the newest first. */
export async function selectAnswers({ db }: Scope, tenantId: string, scope: TrainingScope): Promise<VerifiedAnswer[]> {
  const rows = await db
    .selectFrom("training_answers")
    .select(["id", "question", "key", "answer", "query", "relative_time", "verified_at", "ends_on"])
    .select(personName(sql.ref("training_answers.verified_by")).as("verifiedBy"))
    .where("tenant_id", "=", tenantId)
    .where("status", "=", "active")
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    scope,
    question: row.question,
    key: row.key,
    answer: row.answer,
    query: row.query === null ? null : (JSON.parse(row.query) as AskedQuery),
    relativeTime: row.relative_time,
    verifiedBy: row.verifiedBy,
    verifiedAt: row.verified_at.toISOString(),
    endsOn: row.ends_on,
  }));
}

/** How many rows of a scope are in use. */
export async function countTraining({ db }: Scope, table: TrainingTable, tenantId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
    where tenant_id = ${tenantId} and status = 'active'`.execute(db);
  return rows[0]?.count ?? 0;
}

// across tenants: the policy lets those who run the platform look after what is taught to all, and others their own.
/** A row that the caller may look after. */
export async function findTraining(
  { db }: Pick<Context, "db">,
  table: TrainingTable,
  id: string,
): Promise<{ tenantId: string; id: string; feedbackId: string | null } | null> {
  const { rows } = await sql<{ tenantId: string; id: string; feedbackId: string | null }>`
    select tenant_id as "tenantId", id, feedback_id as "feedbackId" from ${sql.table(table)} where id = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** The word or the question that was taught, with whose it is. */
export async function findTaughtText(
  { db }: Pick<Context, "db">,
  table: TrainingTable,
  id: string,
): Promise<{ tenantId: string; text: string; status: string } | null> {
  const text = sql.ref(table === "training_words" ? "word" : "question");
  // across tenants: as above; the caller checks whose it is.
  const { rows } = await sql<{ tenantId: string; text: string; status: string }>`
    select tenant_id as "tenantId", ${text} as text, status from ${sql.table(table)} where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Writes a new row of a scope. */
export async function insertTraining(
  { db, now }: Pick<Context, "db" | "now">,
  table: TrainingTable,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const all: Record<string, unknown> = { ...row, created_at: now, updated_at: now };
  await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(all).map((name) => sql.ref(name)))})
    values (${sql.join(Object.values(all))})`.execute(db);
}

/** Writes what follows from a changed row. */
export async function updateTraining(
  { db }: Pick<Context, "db">,
  table: TrainingTable,
  { tenantId, id }: { tenantId: string; id: string },
  columns: Readonly<Record<string, unknown>>,
): Promise<void> {
  const sets = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(sets)}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** Rows of a scope in use that are looked up by the same key, without one of them. */
export async function selectSameKey<Row>(
  { db }: Pick<Context, "db">,
  table: TrainingTable,
  { tenantId, key, except }: { tenantId: string; key: string; except: string | null },
): Promise<(Row & { id: string })[]> {
  const { rows } = await sql<Row & { id: string }>`select * from ${sql.table(table)}
    where tenant_id = ${tenantId} and key = ${key} and status = 'active' and id is distinct from ${except}
    order by created_at limit 5`.execute(db);
  return rows;
}
