import { type Selectable, sql } from "kysely";
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/database.ts";
import type { DB } from "../../platform/db/schema.gen.ts";

export type StoredPull = Selectable<DB["model_pulls"]>;
type Scope = { db: Db; now: Date };

const mostListed = 20;
/** Whoever downloads notes every few seconds how far it is: after this long the process has died. */
const silentMs = 60_000;

/** Begins a download; null where the same one runs. */
export async function insertPull(
  { db, now }: Scope,
  pull: { id: string; provider: string; model: string; by: string },
): Promise<StoredPull | null> {
  const { id, provider, model, by } = pull;
  const row = await db
    .insertInto("model_pulls")
    .values({ id, provider_id: provider, model, state: "running", started_by: by, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.columns(["provider_id", "model"]).where("state", "=", "running").doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export async function findPull({ db }: Pick<Scope, "db">, id: string): Promise<StoredPull | null> {
  return (await db.selectFrom("model_pulls").selectAll().where("id", "=", id).executeTakeFirst()) ?? null;
}

/** The last downloads, newest first. */
export async function selectPulls({ db }: Pick<Scope, "db">): Promise<StoredPull[]> {
  return db
    .selectFrom("model_pulls")
    .selectAll()
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(mostListed)
    .execute();
}

/** Notes how far a download is; false where it has been ended meanwhile. */
export async function notePull(
  { db, now }: Scope,
  id: string,
  { step, doneBytes, totalBytes }: { step: string; doneBytes: number; totalBytes: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("model_pulls")
    .set({ step, done_bytes: doneBytes, total_bytes: totalBytes, updated_at: now })
    .where("id", "=", id)
    .where("state", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends a download that runs; false where it has ended already. */
export async function endPull(
  { db, now }: Scope,
  id: string,
  { state, problem }: { state: "done" | "failed" | "canceled" | "interrupted"; problem: string | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("model_pulls")
    .set({ state, problem, updated_at: now })
    .where("id", "=", id)
    .where("state", "=", "running")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Ends the downloads of processes that have died. */
export async function endSilentPulls({ db, now }: Scope): Promise<void> {
  const problem = "The product was stopped meanwhile. Download it again to go on.";
  await sql`update model_pulls set state = 'interrupted', problem = ${problem}, updated_at = ${now}
    where state = 'running' and updated_at < ${new Date(now.getTime() - silentMs)}`.execute(db);
}

/** Downloads beyond the newest are forgotten. */
export async function forgetOldPulls({ db }: Pick<Context, "db">): Promise<void> {
  await sql`delete from model_pulls where id in (select id from model_pulls where state <> 'running'
    order by created_at desc, id offset 100)`.execute(db);
}
