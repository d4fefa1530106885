import type { EntityRow, GivenAnswer } from "@console/contracts";
import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Reference } from "../../platform/entities/entity.ts";
import { notify } from "../notices/index.ts";
import { tellPerson } from "./answer-feedback.ts";
import { feedbackRetried } from "./feedback-notices.ts";

/** Feedback on an answer, as those who teach need it. */
export type AnswerFeedback = {
  id: string;
  tenantId: string;
  uid: string;
  question: string;
  answer: GivenAnswer;
  /** What it should have been, as a query. */
  expected: Record<string, unknown> | null;
  state: string;
};

// across tenants: the policy lets those who run the platform read the feedback of all, and everyone else their tenant's.
/** Feedback on an answer that the caller may read; null for any other, and for what was withdrawn. */
export async function findAnswerFeedback({ db }: Pick<Context, "db">, id: string): Promise<AnswerFeedback | null> {
  const { rows } = await sql<
    Omit<AnswerFeedback, "question">
  >`select id, tenant_id as "tenantId", uid, answer, expected, state
    from feedback where id = ${id} and kind = 'answer' and state <> 'withdrawn'`.execute(db);
  const [row] = rows;
  return row ? { ...row, question: row.answer.question } : null;
}

/** Feedback that something was made of, in the column of the row that keeps its id. */
export function feedbackReference(column: string): Reference {
  const id = sql.ref(column);
  return {
    entity: "feedback",
    by: "about",
    // across tenants: the policy shows what the reader may read.
    title: sql`(select coalesce(f.answer ->> 'question', f.page) from feedback f where f.id = ${id})`,
    isAvailable: async (context, value) => (await findAnswerFeedback(context, value)) !== null,
  };
}

/** What came of asking again: whoever gave feedback, and those whose feedback repeats it, are told where it is right now. */
export async function settleRetried(
  context: Context,
  feedback: AnswerFeedback,
  { isFixed, answer, by }: { isFixed: boolean; answer: string; by: { uid: string; tenantId: string | null } },
): Promise<void> {
  const { db, now } = context;
  const { tenantId, id, question } = feedback;
  if (!isFixed) {
    // Without the answer: figures of others are opened with a reason.
    const note = `Asked again on ${now.toISOString().slice(0, 10)}: still not answered as expected.`;
    await sql`update feedback set state = case when state in ('fixed', 'will_not') then state else 'in_work' end,
        inner_note = right(concat_ws(E'\\n', inner_note, ${note}::text), 4000), version = version + 1, updated_at = ${now}
      where tenant_id = ${tenantId} and id = ${id}`.execute(db);
    await notify(context, {
      kind: feedbackRetried,
      to: { person: by },
      subject: `Still not answered as expected: "${question.slice(0, 200)}"`,
      text: answer,
      about: `feedback-retry/${id}`,
      link: by.tenantId === null ? `/admin/feedback/${tenantId}?row=${id}` : `/tenant/feedback?row=${id}`,
    });
    return;
  }
  const reply = `Fixed: try again. It is answered now: ${answer}`;
  const { rows } = await sql<EntityRow>`update feedback set state = 'fixed', is_read = true, reply = ${reply},
      replied_at = ${now}, replied_by = ${by.uid}, version = version + 1, updated_at = ${now}
    where tenant_id = ${tenantId} and (id = ${id} or duplicate_of = ${id}) and state not in ('withdrawn', 'fixed')
    returning id, tenant_id as "tenantId", uid, kind, answer ->> 'question' as about, body`.execute(db);
  for (const row of rows)
    await tellPerson(context, row, { subject: `Fixed: "${question.slice(0, 200)}"`, text: reply });
}
