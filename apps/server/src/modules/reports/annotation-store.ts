import { randomUUID } from "node:crypto";
import type { Context } from "../../platform/context.ts";

export type Annotation = { id: string; day: string; text: string; isMine: boolean };

/** What is known to have happened, by day. */
export async function selectAnnotations({ db, tenantId, actor }: Context): Promise<Annotation[]> {
  // What a tenant's people note for themselves is not for the bearers of a token.
  if (actor.kind === "bearer") return [];
  const rows = await db
    .selectFrom("annotations")
    .select(["id", "day", "text", "author_uid"])
    .where("tenant_id", "=", tenantId)
    .orderBy("day")
    .orderBy("id")
    .execute();
  return rows.map(({ id, day, text, author_uid }) => ({
    id,
    day: String(day),
    text,
    isMine: actor.kind === "user" && actor.uid === author_uid,
  }));
}

/** Notes what happened on a day. */
export async function insertAnnotation(
  { db, tenantId, now }: Context,
  { uid, day, text }: { uid: string; day: string; text: string },
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto("annotations")
    .values({ tenant_id: tenantId, id, day, text, author_uid: uid, created_at: now })
    .execute();
  return id;
}

/** Takes a note away; tells whether there was one. */
export async function removeAnnotation({ db, tenantId }: Context, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("annotations")
    .where("tenant_id", "=", tenantId)
    .where("id", "=", id)
    .executeTakeFirst();
  return numDeletedRows > 0;
}
