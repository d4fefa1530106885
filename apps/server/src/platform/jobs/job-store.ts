import { sql } from "kysely";
import type { Context } from "../context.ts";
import { AppError } from "../errors.ts";
import type { Job } from "./define-job.ts";

/** The jobs of the queue, for whoever looks after the platform: without what they are given to work with. */
export const jobRelation = sql`list_jobs()`;

/** The jobs that are started by the clock, and when each was last. */
export const scheduleRelation = sql`list_schedules()`;

/** Lets a job that waits begin now; `isAnew` forgets the attempts that failed. */
export async function runJobNow({ db }: Context, id: string, { isAnew }: { isAnew: boolean }): Promise<void> {
  const { rows } = await sql<{ isDone: boolean | null }>`select run_job(${id}::bigint, ${isAnew}) as "isDone"`.execute(
    db,
  );
  if (!rows[0]?.isDone) throw busyJob();
}

/** Takes a job out of the queue: it will not run. */
export async function dropJob({ db }: Context, id: string): Promise<void> {
  const { rows } = await sql<{ isDone: boolean | null }>`select drop_job(${id}::bigint) as "isDone"`.execute(db);
  if (!rows[0]?.isDone) throw busyJob();
}

function busyJob(): AppError {
  return new AppError("conflict", "It is running now, or has ended. Reload the list.");
}

/** Notes which jobs the workers of this version start by the clock. */
export async function registerSchedules({ db }: Context, jobs: readonly Job[]): Promise<void> {
  const rows = jobs.flatMap(({ name, schedule, attempts }) => (schedule ? [{ name, schedule, attempts }] : []));
  const names = rows.map(({ name }) => name);
  await sql`delete from job_schedules where name <> all(${names}::text[])`.execute(db);
  for (const row of rows) {
    await db
      .insertInto("job_schedules")
      .values(row)
      .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
      .execute();
  }
}
