import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";

export type CoverageCount = {
  kind: "asked" | "missing" | "unused";
  /** How the question ended, or why it was not answered. */
  reason: string;
  label: string;
  uid: string;
  question: string;
  times: number;
};

/** Adds what was asked to the counts of the day. */
export async function addCoverage({ db, tenantId }: Context, counts: readonly CoverageCount[]): Promise<void> {
  const column = (name: keyof CoverageCount) => counts.map((count) => count[name]);
  await sql`insert into question_coverage (tenant_id, day, kind, reason, label, uid, question, times)
    select ${tenantId}, current_date, kind, reason, label, uid, question, times from unnest(
      ${column("kind")}::text[], ${column("reason")}::text[], ${column("label")}::text[], ${column("uid")}::text[],
      ${column("question")}::text[], ${column("times")}::int[]) as asked (kind, reason, label, uid, question, times)
    on conflict (tenant_id, day, kind, reason, label, uid)
    do update set times = question_coverage.times + excluded.times, question = excluded.question`.execute(db);
}

export type GapRow = { reason: string; label: string; people: number; times: number; question: string };

// across tenants: those who run the platform see what all tenants miss; everyone else names the own tenant.
const within = (tenant: string | null, days: number) =>
  sql`day > current_date - ${days}::int and (${tenant}::text is null or tenant_id = ${tenant})`;

/** What was missing, or played no part, most people first. */
export async function selectGaps(
  { db }: Pick<Context, "db">,
  kind: "missing" | "unused",
  { tenant, days, limit }: { tenant: string | null; days: number; limit: number },
): Promise<GapRow[]> {
  const { rows } = await sql<GapRow>`select reason, label, count(distinct (tenant_id, uid))::int as people,
      sum(times)::int as times, (array_agg(question order by day desc))[1] as question
    from question_coverage where kind = ${kind} and ${within(tenant, days)}
    group by reason, label order by people desc, times desc, label limit ${limit}`.execute(db);
  return rows;
}

/** How questions ended. */
export async function countAsked(
  { db }: Pick<Context, "db">,
  { tenant, days }: { tenant: string | null; days: number },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ reason: string; times: number }>`select reason, sum(times)::int as times
    from question_coverage where kind = 'asked' and ${within(tenant, days)} group by reason`.execute(db);
  return new Map(rows.map(({ reason, times }) => [reason, times]));
}

export type IdleRow = {
  entity: "words" | "examples" | "answers" | "documents";
  id: string;
  label: string;
  since: Date;
};

/** Training that has been in use for these days and that no question needed. */
export async function selectIdle(
  { db, now }: Pick<Context, "db" | "now">,
  { tenant, days, limit }: { tenant: string | null; days: number; limit: number },
): Promise<IdleRow[]> {
  const since = new Date(now.getTime() - days * 86_400_000);
  const part = (entity: string, table: string, label: string, kind: string) => sql`
    select ${entity}::text as entity, r.id, ${sql.ref(`r.${label}`)} as label, r.created_at as since
    from ${sql.table(table)} r
    where r.status = 'active' and r.created_at < ${since} and (${tenant}::text is null or r.tenant_id = ${tenant})
      and not exists (select 1 from training_use u
        where u.item_id = r.id and u.kind = ${kind} and u.day > current_date - ${days}::int)`;
  const { rows } = await sql<IdleRow>`${part("words", "training_words", "word", "word")}
    union all ${part("examples", "training_examples", "question", "example")}
    union all ${part("answers", "training_answers", "question", "answer")}
    union all ${part("documents", "training_documents", "name", "document")}
    order by since, label limit ${limit}`.execute(db);
  return rows;
}

/** Forgets what was asked before a day. */
export async function deleteOldCoverage(
  { db, tenantId }: Pick<Context, "db" | "tenantId">,
  before: Date,
): Promise<void> {
  await sql`delete from question_coverage
    where tenant_id = ${tenantId} and day < ${before.toISOString().slice(0, 10)}::date`.execute(db);
}
