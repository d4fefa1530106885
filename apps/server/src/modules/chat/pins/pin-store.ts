import { type Selectable, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";

export type PinRow = Pick<
  Selectable<DB["assistant_pins"]>,
  "id" | "title" | "query" | "period" | "message_id" | "created_at"
> & { conversation_id: string | null };

function selectOwn({ db, tenantId }: TenantScope, uid: string) {
  return db
    .selectFrom("assistant_pins as p")
    .leftJoin("messages as m", (join) =>
      join.onRef("m.tenant_id", "=", "p.tenant_id").onRef("m.id", "=", "p.message_id"),
    )
    .select(["p.id", "p.title", "p.query", "p.period", "p.message_id", "p.created_at", "m.conversation_id"])
    .where("p.tenant_id", "=", tenantId)
    .where("p.owner_uid", "=", uid);
}

/** A person's pinned answers, the newest first. */
export async function selectPins(scope: TenantScope, uid: string): Promise<PinRow[]> {
  return selectOwn(scope, uid).orderBy("p.created_at", "desc").orderBy("p.id").execute();
}

/** A person's own pinned answer; null for anyone else's. */
export async function findPin(scope: TenantScope, uid: string, id: string): Promise<PinRow | null> {
  return (await selectOwn(scope, uid).where("p.id", "=", id).executeTakeFirst()) ?? null;
}

export async function countPins({ db, tenantId }: TenantScope, uid: string): Promise<number> {
  const { count } = await db
    .selectFrom("assistant_pins")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .executeTakeFirstOrThrow();
  return count;
}

type NewPin = { uid: string; title: string; query: object; period: string | null; message: string };

/** Keeps a pinned answer and gives its id. */
export async function insertPin({ db, tenantId, now }: TenantScope, pin: NewPin): Promise<string> {
  const { id } = await db
    .insertInto("assistant_pins")
    .values({
      tenant_id: tenantId,
      owner_uid: pin.uid,
      title: pin.title,
      query: JSON.stringify(pin.query),
      period: pin.period,
      message_id: pin.message,
      created_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updatePinTitle(
  { db, tenantId }: TenantScope,
  uid: string,
  { id, title }: { id: string; title: string },
): Promise<void> {
  await db
    .updateTable("assistant_pins")
    .set({ title })
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .where("id", "=", id)
    .execute();
}

export async function deletePin({ db, tenantId }: TenantScope, uid: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("assistant_pins")
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
