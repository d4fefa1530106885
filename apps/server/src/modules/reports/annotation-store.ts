import type { Context } from "../../platform/context.ts";

export type Annotation = { id: string; day: string; text: string; isMine: boolean };

/** What is known to have happened, by day. */
export async function selectAnnotations({ db, tenantId, actor }: Context): Promise<Annotation[]> {
  const rows = await db
    .selectFrom("annotations")
    .select(["id", "day", "text", "author_uid"])
    .where("tenant_id", "=", tenantId)
    .orderBy("day")
    .orderBy("id")
    .execute();
  return rows.map(({ id, day, text, author_uid }) => ({
    ...{ id, day: String(day), text },
    isMine: actor.kind === "user" && actor.uid === author_uid,
  }));
}
