import type { AskAnswer, MessageProblem, MessageState, MessageStep, MessageUsage } from "@console/contracts";
import { type Selectable, sql } from "kysely";
import type { TenantScope } from "../../platform/db/database.ts";
import type { DB } from "../../platform/db/schema.gen.ts";

type Row = Selectable<DB["messages"]>;
/** A message as it is stored. */
export type StoredMessage = Omit<Row, "role" | "state" | "answer" | "steps" | "problem" | "usage" | "rating"> & {
  role: "user" | "assistant";
  state: MessageState;
  answer: AskAnswer | null;
  steps: MessageStep[];
  problem: { reason: MessageProblem; text: string } | null;
  usage: MessageUsage | null;
  rating: "up" | "down" | null;
};

/** All messages of a conversation, the oldest first. */
export async function selectMessages({ db, tenantId }: TenantScope, conversation: string): Promise<StoredMessage[]> {
  const rows = await db
    .selectFrom("messages")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("conversation_id", "=", conversation)
    .orderBy("created_at")
    .orderBy(sql`role = 'assistant'`)
    .orderBy("id")
    .execute();
  return rows as StoredMessage[];
}

/** A message of one of a person's own conversations. */
export async function findMessage(
  { db, tenantId }: TenantScope,
  uid: string,
  id: string,
): Promise<StoredMessage | null> {
  const row = await db
    .selectFrom("messages as m")
    .innerJoin("conversations as c", (join) =>
      join.onRef("c.tenant_id", "=", "m.tenant_id").onRef("c.id", "=", "m.conversation_id"),
    )
    .selectAll("m")
    .where("m.tenant_id", "=", tenantId)
    .where("c.owner_uid", "=", uid)
    .where("m.id", "=", id)
    .executeTakeFirst();
  return (row as StoredMessage | undefined) ?? null;
}

/** The answers that are waited for in conversations of a person: in all of them, or in those that are named. */
export async function selectOpenAnswers(
  { db, tenantId }: TenantScope,
  uid: string,
  conversations?: readonly string[],
): Promise<string[]> {
  const query = db
    .selectFrom("messages as m")
    .innerJoin("conversations as c", (join) =>
      join.onRef("c.tenant_id", "=", "m.tenant_id").onRef("c.id", "=", "m.conversation_id"),
    )
    .select("m.id")
    .where("m.tenant_id", "=", tenantId)
    .where("c.owner_uid", "=", uid)
    .where("m.ended_at", "is", null);
  const named = conversations === undefined ? query : query.where("m.conversation_id", "in", [...conversations]);
  return (await named.execute()).map(({ id }) => id);
}

export type NewMessage = {
  conversation: string;
  parent: string | null;
  role: "user" | "assistant";
  state: MessageState;
  text?: string;
  query?: object | null;
  previous?: object | null;
  isContinuation?: boolean;
  isCompared?: boolean;
  provider?: string | null;
  model?: string | null;
};

export async function insertMessage(scope: TenantScope, message: NewMessage): Promise<StoredMessage> {
  const {
    conversation,
    parent,
    role,
    state,
    text = "",
    query = null,
    previous = null,
    isContinuation = false,
    isCompared = false,
    provider = null,
    model = null,
  } = message;
  const row = await scope.db
    .insertInto("messages")
    .values({
      tenant_id: scope.tenantId,
      conversation_id: conversation,
      parent,
      role,
      state,
      text,
      query: query === null ? null : JSON.stringify(query),
      previous: previous === null ? null : JSON.stringify(previous),
      is_continuation: isContinuation,
      is_compared: isCompared,
      provider,
      model,
      created_at: scope.now,
      ended_at: role === "user" ? scope.now : null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return row as StoredMessage;
}

export async function countMessages({ db, tenantId }: TenantScope, conversation: string): Promise<number> {
  const { count } = await db
    .selectFrom("messages")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("tenant_id", "=", tenantId)
    .where("conversation_id", "=", conversation)
    .executeTakeFirstOrThrow();
  return count;
}

export async function markWorking({ db, tenantId }: TenantScope, id: string): Promise<void> {
  await db
    .updateTable("messages")
    .set({ state: "working" })
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .where("state", "=", "queued")
    .execute();
}

/** What an answer has come to. */
export type EndedMessage = {
  state: Exclude<MessageState, "queued" | "working">;
  text: string;
  thinking: string;
  answer: AskAnswer | null;
  steps: readonly MessageStep[];
  unverified: readonly string[];
  problem: StoredMessage["problem"];
  usage: MessageUsage | null;
  /** The server whose model answered, where that is known. */
  server: string | null;
};

/** Ends an answer once, with all that came; false where it had ended already or is gone. */
export async function endMessage({ db, tenantId, now }: TenantScope, id: string, end: EndedMessage): Promise<boolean> {
  const { state, text, thinking, answer, steps, unverified, problem, usage, server } = end;
  const { numUpdatedRows } = await db
    .updateTable("messages")
    .set({
      state,
      text,
      thinking,
      answer: answer === null ? null : JSON.stringify(answer),
      steps: JSON.stringify(steps),
      unverified: [...unverified],
      problem: problem === null ? null : JSON.stringify(problem),
      usage: usage === null ? null : JSON.stringify(usage),
      ended_at: now,
      // Another server may have stepped in for the one that was chosen.
      ...(server !== null && { provider: server }),
    })
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .where("state", "in", ["queued", "working"])
    .executeTakeFirst();
  await db.deleteFrom("message_pieces").where("tenant_id", "=", tenantId).where("message_id", "=", id).execute();
  await db.deleteFrom("message_queue").where("tenant_id", "=", tenantId).where("message_id", "=", id).execute();
  return numUpdatedRows > 0n;
}

export async function rateStored(
  { db, tenantId }: TenantScope,
  id: string,
  rated: { rating: "up" | "down" | null; feedback: string | null },
): Promise<void> {
  await db
    .updateTable("messages")
    .set({ rating: rated.rating, feedback_id: rated.feedback })
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .execute();
}

/** How messages stand, by their ids; those that have ended as a whole. */
export async function selectStates(
  { db, tenantId }: Pick<TenantScope, "db" | "tenantId">,
  ids: readonly string[],
): Promise<Map<string, { state: MessageState; ended: StoredMessage | null }>> {
  const rows = (await db
    .selectFrom("messages")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "in", [...ids])
    .execute()) as StoredMessage[];
  const isOpen = (state: MessageState) => state === "queued" || state === "working";
  return new Map(rows.map((row) => [row.id, { state: row.state, ended: isOpen(row.state) ? null : row }]));
}

/** The answers to a question do not stand beside each other any more. */
export async function endComparison({ db, tenantId }: TenantScope, question: string): Promise<void> {
  await db
    .updateTable("messages")
    .set({ is_compared: false })
    .where("tenant_id", "=", tenantId)
    .where("parent", "=", question)
    .execute();
}
