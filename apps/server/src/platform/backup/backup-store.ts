import type { Context } from "../context.ts";
import type { BackupSize } from "./make-backup.ts";

/** How a backup ended. */
export type BackupOutcome = {
  folder: string;
  startedAt: Date;
  endedAt: Date;
  size: BackupSize | null;
  /** Null for one that is whole. */
  error: string | null;
};

type Scope = Pick<Context, "db">;

/** Notes how a backup ended. */
export async function insertBackup({ db }: Scope, outcome: BackupOutcome): Promise<void> {
  const { folder, startedAt, endedAt, size, error } = outcome;
  await db
    .insertInto("backups")
    .values({
      folder,
      state: error === null ? "done" : "failed",
      started_at: startedAt,
      ended_at: endedAt,
      rows: size?.rows ?? null,
      bytes: size?.bytes ?? null,
      error,
    })
    .execute();
}

/** Whether one was made since an instant, or at least tried in a folder. */
export async function hasBackupSince({ db }: Scope, instant: Date, folder: string): Promise<boolean> {
  const row = await db
    .selectFrom("backups")
    .select("id")
    .where("started_at", ">=", instant)
    .where((of) => of.or([of("state", "=", "done"), of(of.fn("starts_with", ["folder", of.val(folder)]), "=", true)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** How old the rows of the last whole backup are; null where there is none: nobody knows of one. */
export async function readBackupAge({ db, now }: Scope & { now: Date }): Promise<{ at: Date; ageMs: number } | null> {
  const row = await db
    .selectFrom("backups")
    .select("started_at")
    .where("state", "=", "done")
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { at: row.started_at, ageMs: now.getTime() - row.started_at.getTime() } : null;
}
