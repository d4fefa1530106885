import type { UsageFigures, UsageSource, UsageSplit } from "@console/contracts";
import { type RawBuilder, sql } from "kysely";
import type { TenantScope } from "../../platform/db/database.ts";
import { matches, splitColumns, type UsageFilter } from "./usage-conditions.ts";

type Scope = Pick<TenantScope, "db">;
type Row = Omit<UsageFigures, "firstWordMs" | "totalMs"> & {
  key: string;
  firstWord: [number, number] | null;
  total: [number, number] | null;
};

/** Answers that did not come about as they were asked for. */
const isError = sql`(u.outcome in ('failed', 'interrupted') or u.problem is not null)`;
/** Those whose times tell how long an answer takes. */
const isWhole = sql`u.outcome = 'done' and u.problem is null`;
const spread = (column: RawBuilder<unknown>) =>
  sql`percentile_disc(array[0.5, 0.95]) within group (order by ${column}) filter (where ${isWhole})`;
const ofOutcome = (outcome: string) => sql`count(*) filter (where u.outcome = ${outcome})::int`;

const figures = sql`count(*)::int as answers,
  ${ofOutcome("done")} as done, ${ofOutcome("stopped")} as stopped, ${ofOutcome("failed")} as failed,
  ${ofOutcome("interrupted")} as interrupted, count(*) filter (where u.ended_at is null)::int as open,
  count(*) filter (where ${isError})::int as errors,
  coalesce(sum(u.prompt_tokens), 0)::float8 as "promptTokens",
  coalesce(sum(u.answer_tokens), 0)::float8 as "answerTokens",
  count(*) filter (where u.model is not null and u.ended_at is not null
    and (u.prompt_tokens is null or u.answer_tokens is null))::int as untold,
  ${spread(sql`u.first_word_ms`)} as "firstWord", ${spread(sql`u.total_ms`)} as total`;

/** Figures of all answers of a filter, and of those of each part, the largest first. */
export async function selectFigures(
  { db }: Scope,
  by: UsageSplit,
  filter: UsageFilter,
): Promise<{ total: UsageFigures; groups: (UsageFigures & { key: string })[] }> {
  // across tenants: platform admins see how all of them use the assistant.
  const { rows } = await sql<Row & { isTotal: boolean }>`
    select ${splitColumns[by]} as key, grouping(${splitColumns[by]}) = 1 as "isTotal", ${figures}
    from assistant_usage u where ${matches(filter)}
    group by grouping sets ((${splitColumns[by]}), ()) order by 2 desc, answers desc, 1`.execute(db);
  const [total] = rows.filter(({ isTotal }) => isTotal);
  if (!total) throw new Error("A total without groups has always one row.");
  return {
    total: present(total),
    groups: rows.filter(({ isTotal }) => !isTotal).map((row) => ({ ...present(row), key: row.key })),
  };
}

function present(row: Row): UsageFigures {
  const { answers, done, stopped, failed, interrupted, open, errors, promptTokens, answerTokens, untold } = row;
  return {
    answers,
    done,
    stopped,
    failed,
    interrupted,
    open,
    errors,
    promptTokens,
    answerTokens,
    untold,
    firstWordMs: presentSpread(row.firstWord),
    totalMs: presentSpread(row.total),
  };
}

function presentSpread(spread: [number, number] | null): UsageFigures["totalMs"] {
  const [p50, p95] = spread ?? [];
  return typeof p50 === "number" && typeof p95 === "number" ? { p50, p95 } : null;
}

/** How many answers each part had on each day. */
export async function selectDays(
  { db }: Scope,
  by: UsageSplit,
  { filter, timeZone }: { filter: UsageFilter; timeZone: string },
): Promise<{ day: string; key: string; answers: number }[]> {
  // across tenants: as above.
  const { rows } = await sql<{ day: string; key: string; answers: number }>`
    select to_char(u.begun_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, ${splitColumns[by]} as key,
      count(*)::int as answers
    from assistant_usage u where ${matches(filter)} group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** What models did lately in conversations, by their ids. */
export async function readModelFigures(
  { db }: Scope,
  since: Date,
  until: Date,
): Promise<Map<string, Pick<UsageFigures, "answers" | "errors" | "firstWordMs">>> {
  const { groups } = await selectFigures({ db }, "model", { source: "chat", begins: since, ends: until });
  return new Map(groups.map((group) => [group.key, group]));
}

export type StoredUse = {
  id: string;
  at: Date;
  uid: string;
  role: string;
  tenantId: string;
  model: string | null;
  provider: string | null;
  outcome: "done" | "stopped" | "failed" | "interrupted" | null;
  problem: string | null;
  source: UsageSource;
  promptTokens: number | null;
  answerTokens: number | null;
  firstWordMs: number | null;
  totalMs: number | null;
};

/** The answers of a filter, newest first, and how many there are. */
export async function selectUses(
  { db }: Scope,
  filter: UsageFilter,
  { after, limit }: { after: { at: Date; id: string } | null; limit: number },
): Promise<{ rows: StoredUse[]; count: number }> {
  const behind = after === null ? sql`true` : sql`(u.begun_at, u.id) < (${after.at}, ${after.id})`;
  // across tenants: as above.
  const { rows } = await sql<StoredUse>`
    select u.id, u.begun_at as at, u.uid, u.role, u.tenant_id as "tenantId", u.model, u.provider, u.outcome, u.problem,
      u.source,
      u.prompt_tokens as "promptTokens", u.answer_tokens as "answerTokens", u.first_word_ms as "firstWordMs",
      u.total_ms as "totalMs"
    from assistant_usage u where ${matches(filter)} and ${behind}
    order by u.begun_at desc, u.id desc limit ${limit}`.execute(db);
  const { rows: counts } = await sql<{ count: number }>`
    select count(*)::int as count from assistant_usage u where ${matches(filter)}`.execute(db);
  return { rows, count: counts[0]?.count ?? 0 };
}
