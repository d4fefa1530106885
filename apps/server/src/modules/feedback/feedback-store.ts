import type { FeedbackCategory, FeedbackReason, FeedbackState, GivenAnswer } from "@console/contracts";
import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";

type Scope = Pick<Context, "db" | "tenantId">;

export type Feedback = {
  id: string;
  tenant_id: string;
  uid: string;
  kind: "answer" | "page";
  rating: "up" | "down" | null;
  category: FeedbackCategory | null;
  reasons: FeedbackReason[];
  body: string | null;
  answer: GivenAnswer | null;
  page: string;
  state: FeedbackState;
  reply: string | null;
  replied_at: Date | null;
  created_at: Date;
};

export type NewFeedback = {
  uid: string;
  kind: Feedback["kind"];
  rating: Feedback["rating"];
  category: Feedback["category"];
  reasons: readonly FeedbackReason[];
  text: string;
  answer: GivenAnswer | null;
  expected: object | null;
  page: string;
  pageQuery: string | null;
  requestId: string | null;
  version: string | null;
  viewport: string | null;
};

/** Keeps what someone says; gives its id. */
export async function insertFeedback(
  { db, tenantId, now }: Scope & Pick<Context, "now">,
  { uid, kind, rating, category, reasons, text, answer, expected, page, ...place }: NewFeedback,
): Promise<string> {
  const { id } = await db
    .insertInto("feedback")
    .values({
      tenant_id: tenantId,
      uid,
      kind,
      rating,
      category,
      reasons: [...reasons],
      body: text === "" ? null : text,
      answer: answer && JSON.stringify(answer),
      expected: expected && JSON.stringify(expected),
      page,
      page_query: place.pageQuery,
      request_id: place.requestId,
      product_version: place.version,
      viewport: place.viewport,
      // What was rated helpful waits for nobody.
      is_read: rating === "up",
      created_at: now,
      updated_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

const columns = sql`id, tenant_id, uid, kind, rating, category, reasons, body, answer, page, state, reply, replied_at, created_at`;

/** What someone has said, the newest first. */
export async function selectOwnFeedback({ db, tenantId }: Scope, uid: string, limit: number): Promise<Feedback[]> {
  const { rows } = await sql<Feedback>`select ${columns} from feedback
    where tenant_id = ${tenantId} and uid = ${uid} order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** One of those that someone has said. */
export async function findOwnFeedback({ db, tenantId }: Scope, uid: string, id: string): Promise<Feedback | null> {
  const { rows } = await sql<Feedback>`select ${columns} from feedback
    where tenant_id = ${tenantId} and uid = ${uid} and id = ${id} for update`.execute(db);
  return rows[0] ?? null;
}

type OwnChange = {
  text?: string | undefined;
  reasons?: readonly FeedbackReason[] | undefined;
  expected?: object | undefined;
  isWithdrawn: boolean;
};

/** Changes what someone has said. */
export async function updateOwnFeedback(
  { db, tenantId, now }: Scope & Pick<Context, "now">,
  id: string,
  { text, reasons, expected, isWithdrawn }: OwnChange,
): Promise<void> {
  await db
    .updateTable("feedback")
    .set((table) => ({
      updated_at: now,
      version: table("version", "+", 1),
      ...(text !== undefined && { body: text === "" ? null : text }),
      ...(reasons && { reasons: [...reasons] }),
      ...(expected && { expected: JSON.stringify(expected) }),
      ...(isWithdrawn && { state: "withdrawn" }),
    }))
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .execute();
}

/** The answer that feedback is on, as it was; null for feedback on a page. */
export async function findGivenAnswer(
  { db }: Pick<Context, "db">,
  { tenantId, id }: { tenantId: string; id: string },
): Promise<GivenAnswer | null> {
  const { rows } = await sql<{ answer: GivenAnswer | null }>`select answer from feedback
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
  return rows[0]?.answer ?? null;
}

/** Keeps the answer to whoever gave feedback. */
export async function updateReply(
  { db, now }: Pick<Context, "db" | "now">,
  { tenantId, id }: { tenantId: string; id: string },
  { text, by }: { text: string; by: string },
): Promise<void> {
  await db
    .updateTable("feedback")
    .set((table) => ({
      reply: text,
      replied_at: now,
      replied_by: by,
      is_read: true,
      updated_at: now,
      version: table("version", "+", 1),
    }))
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .execute();
}

/** Removes what was said before an instant. */
export async function deleteFeedbackBefore({ db, tenantId }: Scope, before: Date): Promise<void> {
  await db.deleteFrom("feedback").where("tenant_id", "=", tenantId).where("created_at", "<", before).execute();
}

type Counted = { label: string; count: number };
type Week = { week: string; up: number; down: number; pages: number };

/** What was said since a Monday, counted: of one tenant, or of all where it is null. */
export async function countFeedback(
  { db }: Pick<Context, "db">,
  { tenant, since, until }: { tenant: string | null; since: string; until: string },
): Promise<{ weeks: Week[]; reasons: Counted[]; metrics: Counted[]; tenants: Counted[] }> {
  // across tenants: those who run the platform count what all have said; everyone else names the own tenant.
  const said = sql`select * from feedback where created_at >= ${since}::date and state <> 'withdrawn'
    and (${tenant}::text is null or tenant_id = ${tenant})`;
  const { rows: weeks } = await sql<Week>`with said as (${said})
    select to_char(week, 'YYYY-MM-DD') as week,
      count(*) filter (where rating = 'up')::int as up,
      count(*) filter (where rating = 'down')::int as down,
      count(*) filter (where kind = 'page')::int as pages
    from generate_series(${since}::date, ${until}::date, interval '7 days') as week
    left join said on created_at >= week and created_at < week + interval '7 days'
    group by week order by week`.execute(db);
  const count = async (label: string) => {
    const { rows } = await sql<Counted>`with said as (${said})
      select label, count(*)::int as count from said, lateral ${sql.raw(label)} as one (label)
      group by label order by count desc, label limit 20`.execute(db);
    return rows;
  };
  return {
    weeks,
    reasons: await count("unnest(reasons)"),
    metrics: await count("jsonb_array_elements_text(case when rating = 'down' then answer #> '{query,metrics}' end)"),
    tenants: await count("(values (tenant_id))"),
  };
}

/** A question whose answer was rated. */
export type RatedQuestion = { question: string; rating: "up" | "down"; at: Date };

/** The questions that were rated between two moments, the newest first: of one tenant, or of all where it is null. */
export async function selectRatedQuestions(
  { db }: Pick<Context, "db">,
  { tenant, from, to, most }: { tenant: string | null; from: Date; to: Date; most: number },
): Promise<RatedQuestion[]> {
  // across tenants: what the platform teaches is measured by all ratings; everyone else names the own tenant.
  const { rows } = await sql<RatedQuestion>`select answer ->> 'question' as question, rating, created_at as at
    from feedback where kind = 'answer' and state <> 'withdrawn' and created_at >= ${from} and created_at < ${to}
      and (${tenant}::text is null or tenant_id = ${tenant}) order by created_at desc limit ${most}`.execute(db);
  return rows;
}
