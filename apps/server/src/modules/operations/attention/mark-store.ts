import type { Selectable } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";

export type AttentionMark = Selectable<DB["attention_marks"]>;

export async function selectMarks({ db }: Pick<Context, "db">, items: readonly string[]): Promise<AttentionMark[]> {
  if (items.length === 0) return [];
  return db.selectFrom("attention_marks").selectAll().where("item", "in", items).execute();
}

export async function upsertMark(
  { db, now }: Context,
  mark: { item: string; snoozedUntil: Date | null; assignedTo: string | null; by: string },
): Promise<void> {
  const row = {
    snoozed_until: mark.snoozedUntil,
    assigned_to: mark.assignedTo,
    changed_at: now,
    changed_by: mark.by,
  };
  await db
    .insertInto("attention_marks")
    .values({ item: mark.item, ...row })
    .onConflict((conflict) => conflict.column("item").doUpdateSet(row))
    .execute();
}

/** Forgets marks of things that have long passed. */
export async function deleteMarksBefore({ db }: Pick<Context, "db">, instant: Date): Promise<void> {
  await db.deleteFrom("attention_marks").where("changed_at", "<", instant).execute();
}
