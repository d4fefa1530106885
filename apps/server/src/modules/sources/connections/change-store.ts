import type { Context } from "../../../platform/context.ts";
import type { TenantScope } from "../../../platform/db/database.ts";

/** Notes how a connection was changed. Details hold no secrets. */
export async function noteChange(
  { db, tenantId, now, actor }: Context,
  connection: string,
  act: string,
  details: object,
): Promise<void> {
  await db
    .insertInto("source_changes")
    .values({
      tenant_id: tenantId,
      connection_id: connection,
      act,
      changed_at: now,
      details: JSON.stringify(details),
      changed_by: actor.kind === "user" ? actor.uid : null,
    })
    .execute();
}

/** Changes of a connection before one of them, newest first. */
export async function selectChanges(
  { db, tenantId }: Pick<TenantScope, "db" | "tenantId">,
  { connection, before, limit }: { connection: string; before: string | null; limit: number },
) {
  let query = db
    .selectFrom("source_changes")
    .select(["id", "act", "details", "changed_by", "changed_at"])
    .where("tenant_id", "=", tenantId)
    .where("connection_id", "=", connection)
    .orderBy("id", "desc")
    .limit(limit);
  if (before !== null) query = query.where("id", "<", Number(before));
  return query.execute();
}
