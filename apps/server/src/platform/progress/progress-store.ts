import type { TenantScope } from "../db/database.ts";

export type ProgressState = "running" | "done" | "failed";
export type Progress = { work: string; done: number; total: number; state: ProgressState };

/** Notes how far a piece of long work is. */
export async function noteProgress({ db, tenantId, now }: TenantScope, progress: Progress): Promise<void> {
  const { work, ...rest } = progress;
  const row = { ...rest, updated_at: now };
  await db
    .insertInto("progress")
    .values({ tenant_id: tenantId, work, ...row })
    .onConflict((conflict) => conflict.columns(["tenant_id", "work"]).doUpdateSet(row))
    .execute();
}

/** The long work of a tenant that has not come to its end. */
export async function listProgress({ db, tenantId }: Pick<TenantScope, "db" | "tenantId">): Promise<Progress[]> {
  const rows = await db
    .selectFrom("progress")
    .select(["work", "done", "total", "state"])
    .where("tenant_id", "=", tenantId)
    .where("state", "!=", "done")
    .orderBy("work")
    .execute();
  return rows.map((row) => ({ ...row, state: row.state as ProgressState }));
}
