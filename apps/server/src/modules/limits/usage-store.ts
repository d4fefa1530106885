import type { MessageState, UsageSource } from "@console/contracts";
import { sql } from "kysely";
import { platformTenant } from "../../platform/context.ts";
import type { TenantScope } from "../../platform/db/database.ts";
import type { Asker, LimitPart } from "./limit-store.ts";

export type NewUse = {
  message: string;
  uid: string;
  role: string;
  aboutTenant: string | null;
  chosen: { provider: string; model: string } | null;
  heldTokens: number;
  source: UsageSource;
};

export async function insertUse({ db, tenantId, now }: TenantScope, use: NewUse): Promise<void> {
  await db
    .insertInto("assistant_usage")
    .values({
      tenant_id: tenantId,
      id: use.message,
      uid: use.uid,
      role: use.role,
      about_tenant: use.aboutTenant,
      provider: use.chosen?.provider ?? null,
      model: use.chosen?.model ?? null,
      begun_at: now,
      source: use.source,
      held_tokens: use.heldTokens,
      counted_tokens: use.heldTokens,
    })
    .execute();
}

/** How an answer ended, and what it took. */
export type EndedUse = {
  outcome: Exclude<MessageState, "queued" | "working">;
  problem: string | null;
  /** Whether its model was asked at all: the engine alone answers some questions. */
  wasModelAsked: boolean;
  /** The server that answered, where that is known: another one than was chosen may have stepped in. */
  server: string | null;
  promptTokens: number | null;
  answerTokens: number | null;
  firstWordMs: number | null;
  totalMs: number | null;
};

export type SettledUse = Asker & { begunAt: Date; heldTokens: number; countedTokens: number };

/** Ends a use once; null where it had ended already. */
export async function endUse(
  { db, tenantId, now }: TenantScope,
  message: string,
  end: EndedUse,
  /** What counts where the server did not say: what was reserved for the answer, and what came of it. */
  unsaid: { heldForAnswer: number; answerTokens: number },
): Promise<SettledUse | null> {
  const { outcome, problem, wasModelAsked, server, promptTokens, answerTokens, firstWordMs, totalMs } = end;
  const counted = sql`case when model is null or not ${wasModelAsked} then 0 else
    coalesce(${promptTokens}::int, greatest(0, held_tokens - ${unsaid.heldForAnswer}::int))
      + coalesce(${answerTokens}::int, ${unsaid.answerTokens}::int) end`;
  const { rows } = await sql<SettledUse>`
    update assistant_usage set ended_at = ${now}, outcome = ${outcome}, problem = ${problem},
      provider = case when ${wasModelAsked} then coalesce(${server}, provider) end, model = case when ${wasModelAsked} then model end,
      prompt_tokens = ${promptTokens}, answer_tokens = ${answerTokens}, counted_tokens = ${counted},
      first_word_ms = ${firstWordMs}, total_ms = ${totalMs}
    where tenant_id = ${tenantId} and id = ${message} and ended_at is null
    returning tenant_id as "tenantId", uid, role, begun_at as "begunAt", held_tokens as "heldTokens",
      counted_tokens as "countedTokens"`.execute(db);
  return rows[0] ?? null;
}

/** How much of a limit was used in its period until now. */
export async function sumUse(
  { db, tenantId }: Pick<TenantScope, "db" | "tenantId">,
  { limit, owner, period }: LimitPart,
  { uid, role }: Asker,
): Promise<number> {
  // What all tenants have used together only the platform sees: it begins the count when it sets the limit, and each
  // later period begins with its first message.
  if (owner === "platform" && tenantId !== platformTenant) return 0;
  const whose = {
    person: sql`tenant_id = ${tenantId} and uid = ${uid}`,
    role: sql`tenant_id = ${tenantId} and role = ${role}`,
    tenant: sql`tenant_id = ${tenantId}`,
    // across tenants: they use it up together.
    platform: sql`true`,
  }[owner];
  const amount = limit.what === "messages" ? sql`count(*)` : sql`coalesce(sum(counted_tokens), 0)`;
  const { rows } = await sql<{ used: number }>`select ${amount}::float8 as used from assistant_usage
    where ${whose} and source = 'chat' and begun_at >= ${period.startsAt} and begun_at < ${period.resetsAt}`.execute(
    db,
  );
  return rows[0]?.used ?? 0;
}

/** Ends what nobody will end any more, such as answers whose conversation was removed while they were being written. */
export async function endForgotten({ db, tenantId, now }: TenantScope, before: Date): Promise<void> {
  await db
    .updateTable("assistant_usage")
    .set({ ended_at: now, outcome: "interrupted", problem: "interrupted" })
    .where("tenant_id", "=", tenantId)
    .where("ended_at", "is", null)
    .where("begun_at", "<", before)
    .execute();
}

export async function deleteUsageBefore({ db, tenantId }: TenantScope, before: Date): Promise<void> {
  await db.deleteFrom("assistant_usage").where("tenant_id", "=", tenantId).where("begun_at", "<", before).execute();
}
