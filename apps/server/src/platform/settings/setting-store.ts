import type { Context } from "../context.ts";

/** A setting as it was chosen. */
export type StoredSetting = { name: string; value: unknown; updatedAt: Date; updatedBy: string | null };

/** What was chosen for these settings. */
export async function selectSettings({ db }: Pick<Context, "db">, names: readonly string[]): Promise<StoredSetting[]> {
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom("settings")
    .select(["name", "value", "updated_at", "updated_by"])
    .where("name", "in", names)
    .execute();
  return rows.map(({ name, value, updated_at, updated_by }) => ({
    name,
    value,
    updatedAt: updated_at,
    updatedBy: updated_by,
  }));
}

/** Keeps a choice. */
export async function upsertSetting({ db, now, actor }: Context, name: string, value: unknown): Promise<void> {
  const row = { value: JSON.stringify(value), updated_at: now, updated_by: actor.kind === "user" ? actor.uid : null };
  await db
    .insertInto("settings")
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
}

/** Forgets a choice: what the product comes with holds again. */
export async function deleteSetting({ db }: Context, name: string): Promise<void> {
  await db.deleteFrom("settings").where("name", "=", name).execute();
}
