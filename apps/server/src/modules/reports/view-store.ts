import { randomUUID } from "node:crypto";
import type { SavedView } from "@console/contracts";
import { sql } from "kysely";
import type { Context } from "../../platform/context.ts";

/** Saved views of a report that the caller sees: its own, and those shared in its tenant. */
export async function selectViews({ db, tenantId, actor }: Context, report: string): Promise<SavedView[]> {
  const uid = actor.kind === "user" ? actor.uid : "";
  const rows = await db
    .selectFrom("saved_views")
    .select(["id", "title", "query", "is_shared", "owner_uid"])
    .where("tenant_id", "=", tenantId)
    .where("report", "=", report)
    .where((where) => where.or([where("owner_uid", "=", uid), where("is_shared", "=", true)]))
    .orderBy("title")
    .orderBy("id")
    .execute();
  return rows.map(({ id, title, query, is_shared, owner_uid }) => ({
    id,
    title,
    query,
    isShared: is_shared,
    isMine: owner_uid === uid,
  }));
}

/** Saved views of all reports that the caller sees and whose title holds a text. */
export async function findViews(
  { db, tenantId, actor }: Context,
  text: string,
): Promise<{ report: string; title: string; query: string }[]> {
  const uid = actor.kind === "user" ? actor.uid : "";
  return await db
    .selectFrom("saved_views")
    .select(["report", "title", "query"])
    .where("tenant_id", "=", tenantId)
    .where((where) => where.or([where("owner_uid", "=", uid), where("is_shared", "=", true)]))
    .where(sql<boolean>`strpos(lower(title), ${text.toLowerCase()}) > 0`)
    .orderBy("title")
    .orderBy("id")
    .limit(mostFound)
    .execute();
}

const mostFound = 50;

/** Stores a view in place of its owner's view of the same name. */
export async function insertView(
  { db, tenantId, now }: Context,
  view: { uid: string; report: string; title: string; query: string; isShared: boolean },
): Promise<string> {
  const { uid, report, title, query, isShared } = view;
  await db
    .deleteFrom("saved_views")
    .where("tenant_id", "=", tenantId)
    .where("report", "=", report)
    .where("owner_uid", "=", uid)
    .where("title", "=", title)
    .execute();
  const id = randomUUID();
  await db
    .insertInto("saved_views")
    .values({
      tenant_id: tenantId,
      id,
      report,
      title,
      query,
      owner_uid: uid,
      is_shared: isShared,
      created_at: now,
    })
    .execute();
  return id;
}

/** Removes a view; of others' views only shared ones, and only where that is allowed. */
export async function removeView(
  { db, tenantId }: Context,
  { id, uid, mayRemoveShared }: { id: string; uid: string; mayRemoveShared: boolean },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("saved_views")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .where((where) =>
      where.or([where("owner_uid", "=", uid), ...(mayRemoveShared ? [where("is_shared", "=", true)] : [])]),
    )
    .executeTakeFirst();
  return numDeletedRows > 0;
}

/** The queries of all saved views of the tenant that hold a text. */
export async function selectQueries({ db, tenantId }: Context, text: string): Promise<{ id: string; query: string }[]> {
  const { rows } = await sql<{ id: string; query: string }>`select id, query from saved_views
    where tenant_id = ${tenantId} and strpos(query, ${text}) > 0`.execute(db);
  return rows;
}

/** Changes the query of a saved view. */
export async function updateQuery({ db, tenantId }: Context, id: string, query: string): Promise<void> {
  await db.updateTable("saved_views").set({ query }).where("tenant_id", "=", tenantId).where("id", "=", id).execute();
}
