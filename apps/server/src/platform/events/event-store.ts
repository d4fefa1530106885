import type { ConsoleEvent } from "@console/contracts";
import { sql } from "kysely";
import type { Context } from "../context.ts";
import type { Db, TenantScope } from "../db/database.ts";

/** The name under which the database tells that a tenant has new events. */
export const eventChannel = "console_events";

export type StoredEvent = ConsoleEvent & { cursor: string; uid: string | null };

/** Tells the open pages of the caller's tenant, once the transaction is committed; with `uid` only that user's. */
export async function publishEvent(context: TenantScope, event: ConsoleEvent & { uid?: string }): Promise<void> {
  const { db, tenantId, now } = context;
  await db
    .insertInto("events")
    .values({
      tenant_id: tenantId,
      uid: event.uid ?? null,
      type: event.type,
      data: JSON.stringify(event.data),
      created_at: now,
    })
    .execute();
  await sql`select pg_notify(${eventChannel}, ${tenantId})`.execute(db);
}

/** Where a stream that starts now begins: behind everything that is committed. */
export async function currentCursor(db: Db): Promise<string> {
  const { rows } = await sql<{ xmin: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as xmin`.execute(
    db,
  );
  return `${rows[0]?.xmin ?? 0}-0`;
}

/** How many events one read gives at most. */
export const eventsPerRead = 500;

/** The events after a cursor in commit order, without those that an open transaction could still precede. */
export async function eventsAfter(db: Db, tenantId: string, cursor: string): Promise<StoredEvent[]> {
  const [xact, id] = cursor.split("-");
  const { rows } = await sql<{ xact: string; id: number; uid: string | null } & ConsoleEvent>`
    select xact::text, id, uid, type, data from events
    where tenant_id = ${tenantId} and (xact, id) > (${xact}::xid8, ${id}::bigint)
      and xact < pg_snapshot_xmin(pg_current_snapshot())
    order by xact, id limit ${eventsPerRead}`.execute(db);
  return rows.map(({ xact, id, uid, type, data }) => ({ cursor: `${xact}-${id}`, uid, type, data }));
}

/** Whether a text has the form of a cursor that we gave out. */
export function isCursor(text: string): boolean {
  return /^\d{1,19}-\d{1,18}$/.test(text);
}

/** Removes what no stream will ask for again. */
export async function deleteEventsBefore({ db, tenantId }: Context, instant: Date): Promise<void> {
  await db.deleteFrom("events").where("tenant_id", "=", tenantId).where("created_at", "<", instant).execute();
}
