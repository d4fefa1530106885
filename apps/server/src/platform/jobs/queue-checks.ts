import { sql } from "kysely";
import type { Context } from "../context.ts";
import { type CheckResult, defineCheck, type HealthCheck } from "../health/health-check.ts";
import { workerLockSpace } from "./worker-liveness.ts";

const lateSeconds = 60;
const stuckSeconds = 600;
/** One of the schedules runs every minute. */
const quietSchedulerSeconds = 180;

type QueueState = {
  waiting: number;
  running: number;
  given_up: number;
  oldest_due: Date | null;
  first_given_up: Date | null;
  last_scheduled: Date | null;
};

/** How full the queue is. */
export async function readQueueState({ db }: Pick<Context, "db">): Promise<QueueState> {
  const { rows } = await sql<QueueState>`select waiting::int, running::int, given_up::int, oldest_due, first_given_up,
      last_scheduled
    from queue_state()`.execute(db);
  return (
    rows[0] ?? { waiting: 0, running: 0, given_up: 0, oldest_due: null, first_given_up: null, last_scheduled: null }
  );
}

const queueCheck = defineCheck({
  name: "queue",
  label: "Job queue",
  purpose: "Loads data, writes files, sends emails and cleans up.",
  everySeconds: 30,
  dependsOn: ["database", "workers"],
  affects: {
    summary: "New data, exports and emails wait.",
    tenantMessage: "New data, exports and emails take longer than usual.",
  },
  async run({ inPlatform, now }): Promise<CheckResult> {
    const { waiting, running, given_up: givenUp, oldest_due: oldest } = await inPlatform(readQueueState);
    const ageSeconds = oldest ? Math.max(0, Math.round((now.getTime() - oldest.getTime()) / 1000)) : 0;
    const figures = [
      { label: "Waiting", value: String(waiting) },
      { label: "Running", value: String(running) },
      { label: "Given up", value: String(givenUp) },
      { label: "Oldest waits", value: `${ageSeconds} s` },
    ];
    if (ageSeconds <= lateSeconds) return { state: "up", message: null, figures };
    const message = `The oldest job has been waiting for ${Math.round(ageSeconds / 60)} minutes.`;
    return { state: ageSeconds > stuckSeconds ? "down" : "degraded", message, figures };
  },
});

const schedulerCheck = defineCheck({
  name: "scheduler",
  label: "Scheduler",
  purpose: "Starts scheduled work: syncs, clean-up, reminders.",
  everySeconds: 60,
  dependsOn: ["database", "workers"],
  affects: { summary: "Nothing starts by itself any more.", tenantMessage: "Scheduled syncs are late." },
  async run({ inPlatform, now }): Promise<CheckResult> {
    const { last_scheduled: last } = await inPlatform(readQueueState);
    if (!last) return { state: "degraded", message: "Nothing has been started on schedule yet." };
    const ageSeconds = Math.round((now.getTime() - last.getTime()) / 1000);
    const figures = [{ label: "Last start", value: last.toISOString(), isInstant: true as const }];
    if (ageSeconds <= quietSchedulerSeconds) return { state: "up", message: null, figures };
    const message = `Nothing has been started on schedule for ${Math.round(ageSeconds / 60)} minutes.`;
    return { state: "down", message, figures };
  },
});

const workersCheck = defineCheck({
  name: "workers",
  label: "Worker processes",
  purpose: "Do the work of the queue.",
  everySeconds: 30,
  dependsOn: ["database"],
  affects: {
    summary: "No job is worked on: data, exports and emails wait.",
    tenantMessage: "New data, exports and emails are on hold. They follow by themselves.",
  },
  async run({ inPlatform }): Promise<CheckResult> {
    const workers = await inPlatform(async ({ db }) => {
      // Each process whose workers are alive holds a lock, which ends with the process.
      const { rows } = await sql<{ workers: number }>`select count(*)::int as workers from pg_locks
        where locktype = 'advisory' and classid = ${workerLockSpace}::oid and granted
          and database = (select oid from pg_database where datname = current_database())`.execute(db);
      return rows[0]?.workers ?? 0;
    });
    const figures = [{ label: "Alive", value: String(workers) }];
    if (workers > 0) return { state: "up", message: null, figures };
    return { state: "down", message: "No worker process is alive. Start one with ROLE=worker or ROLE=all.", figures };
  },
});

export const queueChecks: readonly HealthCheck[] = [workersCheck, queueCheck, schedulerCheck];
