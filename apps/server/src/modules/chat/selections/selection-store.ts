import type { TenantScope } from "../../../platform/db/database.ts";
import type { ConversationChange } from "../conversation-store.ts";

/** Which of several conversations are a person's own. */
export async function selectOwnIds({ db, tenantId }: TenantScope, uid: string, ids: readonly string[]) {
  const rows = await db
    .selectFrom("conversations")
    .select("id")
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .where("id", "in", [...ids])
    .execute();
  return rows.map(({ id }) => id);
}

export async function updateSelected(
  { db, tenantId }: TenantScope,
  uid: string,
  { ids, change }: { ids: readonly string[]; change: ConversationChange },
): Promise<void> {
  await db
    .updateTable("conversations")
    .set(change)
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .where("id", "in", [...ids])
    .execute();
}

/** Removes several conversations of a person and tells how many. */
export async function removeSelected({ db, tenantId }: TenantScope, uid: string, ids: readonly string[]) {
  const { numDeletedRows } = await db
    .deleteFrom("conversations")
    .where("tenant_id", "=", tenantId)
    .where("owner_uid", "=", uid)
    .where("id", "in", [...ids])
    .executeTakeFirst();
  return Number(numDeletedRows);
}
