import type { TenantScope } from "../db/database.ts";

export type ProgressState = "running" | "done" | "failed";
export type Progress = { work: string; done: number; total: number; state: ProgressState };

/** Notes how far a piece of long work is; `resume` is what it needs to know to go on. */
export async function noteProgress(
  { db, tenantId, now }: TenantScope,
  progress: Progress & { resume: object },
): Promise<void> {
  const { work, resume, ...rest } = progress;
  const row = { ...rest, resume: JSON.stringify(resume), updated_at: now };
  await db
    .insertInto("progress")
    .values({ tenant_id: tenantId, work, ...row })
    .onConflict((conflict) => conflict.columns(["tenant_id", "work"]).doUpdateSet(row))
    .execute();
}

/** Notes that a piece of long work has stopped before its end. */
export async function failProgress({ db, tenantId, now }: TenantScope, work: string): Promise<void> {
  const row = { state: "failed", updated_at: now };
  await db
    .insertInto("progress")
    .values({ tenant_id: tenantId, work, done: 0, total: 0, resume: JSON.stringify({}), ...row })
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

/** How far a piece of long work is; null before it has begun. */
export async function findProgress(
  { db, tenantId }: Pick<TenantScope, "db" | "tenantId">,
  work: string,
): Promise<Omit<Progress, "work"> | null> {
  const row = await db
    .selectFrom("progress")
    .select(["done", "total", "state"])
    .where("tenant_id", "=", tenantId)
    .where("work", "=", work)
    .executeTakeFirst();
  return row ? { ...row, state: row.state as ProgressState } : null;
}

/** What a piece of long work noted to go on with; null before it has begun. */
export async function readResume(
  { db, tenantId }: Pick<TenantScope, "db" | "tenantId">,
  work: string,
): Promise<unknown> {
  const row = await db
    .selectFrom("progress")
    .select("resume")
    .where("tenant_id", "=", tenantId)
    .where("work", "=", work)
    .executeTakeFirst();
  return row?.resume ?? null;
}
