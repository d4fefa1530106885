import { type Selectable, sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";
import type { DB } from "../../platform/db/schema.gen.ts";

type Scope = { db: Db };
export type StoredWebhook = Selectable<DB["webhooks"]>;
export type StoredDelivery = Selectable<DB["webhook_deliveries"]>;

/** Those that are called for a kind. */
export async function selectWebhooksFor({ db }: Scope, kind: string): Promise<StoredWebhook[]> {
  return db
    .selectFrom("webhooks")
    .selectAll()
    .where("state", "=", "active")
    .where(({ eb, fn, ref }) => eb(sql.val(kind), "=", fn.any(ref("kinds"))))
    .orderBy("id")
    .execute();
}

export async function findWebhook({ db }: Scope, id: string): Promise<StoredWebhook | null> {
  const row = await db.selectFrom("webhooks").selectAll().where("id", "=", id).executeTakeFirst();
  return row ?? null;
}

/** Gives a webhook a secret; the one before signs beside it until `earlierEndsAt`. */
export async function setSecret(
  { db }: Scope,
  id: string,
  { sealed, earlierEndsAt, now }: { sealed: string; earlierEndsAt: Date | null; now: Date },
): Promise<void> {
  await sql`update webhooks set earlier_secret = ${earlierEndsAt ? sql`sealed_secret` : null},
      earlier_ends_at = ${earlierEndsAt}, sealed_secret = ${sealed}, updated_at = ${now}, version = version + 1
    where id = ${id}`.execute(db);
}

export async function insertDelivery(
  { db }: Scope,
  delivery: { id: string; webhook: string; kind: string; body: string; now: Date },
): Promise<void> {
  const { id, webhook, kind, body, now } = delivery;
  await db.insertInto("webhook_deliveries").values({ id, webhook_id: webhook, kind, body, created_at: now }).execute();
}

/** A delivery that still waits, with its webhook. */
export async function findWaiting({ db }: Scope, id: string) {
  const delivery = await db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .executeTakeFirst();
  const webhook = delivery && (await findWebhook({ db }, delivery.webhook_id));
  return delivery && webhook ? { delivery, webhook } : null;
}

const mostListed = 50;

/** The last deliveries of a webhook, newest first. */
export async function selectDeliveries({ db }: Scope, webhook: string): Promise<StoredDelivery[]> {
  return db
    .selectFrom("webhook_deliveries")
    .selectAll()
    .where("webhook_id", "=", webhook)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(mostListed)
    .execute();
}

export type Attempt = {
  state: "waiting" | "delivered" | "failed";
  status: number | null;
  error: string | null;
  now: Date;
};

/** Notes how an attempt ended, and gives how many have failed in a row. Deliveries beyond the newest 200 are forgotten. */
export async function noteAttempt(
  { db }: Scope,
  { id, webhook_id }: Pick<StoredDelivery, "id" | "webhook_id">,
  { state, status, error, now }: Attempt,
): Promise<number> {
  await sql`update webhook_deliveries set state = ${state}, status = ${status}, error = ${error},
      attempts = attempts + 1, last_attempt_at = ${now} where id = ${id}`.execute(db);
  await sql`delete from webhook_deliveries where id in (select id from webhook_deliveries
    where webhook_id = ${webhook_id} and state <> 'waiting' order by created_at desc, id desc offset 200)`.execute(db);
  const isDelivered = state === "delivered";
  const { rows } = await sql<{ failures: number }>`update webhooks
    set failures = case when ${isDelivered} then 0 else failures + 1 end,
      last_success_at = case when ${isDelivered} then ${now}::timestamptz else last_success_at end
    where id = ${webhook_id} returning failures`.execute(db);
  return rows[0]?.failures ?? 0;
}

/** Ends deliveries that are not sent any more. */
export async function failDelivery({ db }: Scope, id: string, error: string): Promise<void> {
  await db
    .updateTable("webhook_deliveries")
    .set({ state: "failed", error })
    .where("id", "=", id)
    .where("state", "=", "waiting")
    .execute();
}

/** Disables a webhook; false where it is not active any more. */
export async function disableWebhook({ db }: Scope, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("webhooks")
    .set((row) => ({ state: "disabled", updated_at: now, version: row("version", "+", 1) }))
    .where("id", "=", id)
    .where("state", "=", "active")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
