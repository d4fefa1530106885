import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import type { ConversationRow } from "../conversation-store.ts";

type ClosedRow = { id: string; created_at: Date; updated_at: Date; messages: number };

const mostListed = 200;

/** When a person talked with the assistant and how much; temporary conversations are left out. */
export async function selectClosed({ db, tenantId }: TenantScope, uid: string): Promise<ClosedRow[]> {
  const { rows } = await sql<ClosedRow>`select c.id, c.created_at, c.updated_at,
      (select count(*)::int from messages m where m.tenant_id = c.tenant_id and m.conversation_id = c.id) as messages
    from conversations c where c.tenant_id = ${tenantId} and c.owner_uid = ${uid} and c.expires_at is null
    order by c.updated_at desc, c.id limit ${mostListed}`.execute(db);
  return rows;
}

/** A conversation that may be opened for a reason, whoever's it is; null for a temporary one. */
export async function findToOpen({ db, tenantId }: TenantScope, id: string): Promise<ConversationRow | null> {
  const row = await db
    .selectFrom("conversations")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .where("expires_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

type NewOpening = { conversation: string; owner: string; by: string; reason: string };

export async function insertOpening({ db, tenantId, now }: TenantScope, opening: NewOpening): Promise<void> {
  await db
    .insertInto("conversation_openings")
    .values({
      tenant_id: tenantId,
      conversation_id: opening.conversation,
      owner_uid: opening.owner,
      opened_by: opening.by,
      reason: opening.reason,
      created_at: now,
    })
    .execute();
}

/** Who opened conversations of a person, the newest first, with the titles of those that are still there. */
export async function selectOpenings({ db, tenantId }: TenantScope, uid: string) {
  return db
    .selectFrom("conversation_openings as o")
    .leftJoin("conversations as c", (join) =>
      join
        .onRef("c.tenant_id", "=", "o.tenant_id")
        .onRef("c.id", "=", "o.conversation_id")
        .onRef("c.owner_uid", "=", "o.owner_uid"),
    )
    .select(["o.id", "o.conversation_id", "o.opened_by", "o.reason", "o.created_at", "c.title"])
    .where("o.tenant_id", "=", tenantId)
    .where("o.owner_uid", "=", uid)
    .orderBy("o.created_at", "desc")
    .orderBy("o.id")
    .limit(mostListed)
    .execute();
}
