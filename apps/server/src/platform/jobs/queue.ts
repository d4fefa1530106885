import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import {
  parseCronItems,
  Logger as QueueLogger,
  type Runner,
  run,
  runMigrations,
  type TaskList,
  type WorkerEvents,
} from "graphile-worker";
import pg from "pg";
import { type Context, contextOf, type Platform, platformTenant, systemCaller } from "../context.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Job, JobEnvelope } from "./define-job.ts";
import { holdWorkers } from "./hold-workers.ts";

const restartMs = 1000;

type Parts = Platform & { log: Logger; metrics: Metrics };

/** Sets up the queue's own tables. */
export async function prepareQueue(url: string): Promise<void> {
  await runMigrations({ connectionString: url, logger: silentLogger });
}

/** Works on the jobs until stopped; stopping waits for those that run. */
export async function startWorker(url: string, jobs: readonly Job[], parts: Parts): Promise<{ stop(): Promise<void> }> {
  const pool = new pg.Pool({ connectionString: url, max: 6, application_name: "console worker" });
  const onLost = (error: Error) => parts.log.warn({ err: error }, "The queue lost a database connection");
  pool.on("error", onLost);
  pool.on("connect", (client) => client.on("error", onLost));
  const events = new EventEmitter() as WorkerEvents;
  const ending = new AbortController();
  observe(events, jobs, parts);
  const held = await holdWorkers(url, events, parts.log);
  const begin = (): Promise<Runner> =>
    run({
      pgPool: pool,
      concurrency: 4,
      pollInterval: 2000,
      noHandleSignals: true,
      logger: silentLogger,
      events,
      taskList: Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, parts, ending.signal)])) as TaskList,
      parsedCronItems: parseCronItems(
        jobs.flatMap(({ name, schedule }) => (schedule ? [{ task: name, match: schedule, identifier: name }] : [])),
      ),
    });
  let runner = await begin();
  const following = follow();
  /** The queue ends when it cannot reach the database for long: it begins anew, until we are asked to stop. */
  async function follow(): Promise<void> {
    while (!ending.signal.aborted) {
      await runner.promise.catch((error) => parts.log.warn({ err: error }, "The queue ended and begins anew"));
      while (!ending.signal.aborted) {
        await sleep(restartMs, undefined, { signal: ending.signal }).catch(() => {});
        const next = ending.signal.aborted ? null : await begin().catch(() => null);
        if (!next) continue;
        runner = next;
        break;
      }
    }
  }
  return {
    async stop() {
      ending.abort();
      await runner.stop().catch(() => {});
      await following;
      await held.release();
      await pool.end();
    },
  };
}

function taskOf(job: Job, parts: Parts, signal: AbortSignal) {
  return async (payload: unknown) => {
    const { tenantId, requestId, input } = envelopeOf(payload);
    const log = parts.log.child({ job: job.name, requestId });
    const inTenant = inTenantOf(job, parts, { tenantId, requestId, log });
    const given = job.input.parse(input);
    if (job.runLong) await job.runLong({ tenantId, inTenant, log, signal }, given);
    if (job.run) await inTenant((context) => job.run?.(context, given) ?? Promise.resolve());
  };
}

function inTenantOf(
  job: Job,
  parts: Parts,
  { tenantId, requestId, log }: { tenantId: string; requestId: string; log: Logger },
) {
  return <Result>(work: (context: Context) => Promise<Result>): Promise<Result> => {
    const context = contextOf(parts, systemCaller(job.name, tenantId), { requestId, log });
    return parts.database.inTenant(tenantId, (db) => work({ ...context, db }));
  };
}

/** A job started by the schedule has no envelope: it is the platform's own. */
function envelopeOf(payload: unknown): JobEnvelope {
  const envelope = payload as Partial<JobEnvelope>;
  return {
    tenantId: envelope.tenantId ?? platformTenant,
    requestId: envelope.requestId ?? "schedule",
    input: envelope.input ?? {},
  };
}

function observe(events: WorkerEvents, jobs: readonly Job[], parts: Parts): void {
  const { log, metrics } = parts;
  events.on("job:success", ({ job }) => {
    metrics.jobs.inc({ job: job.task_identifier, outcome: "done" });
  });
  events.on("job:error", ({ job, error }) => {
    metrics.jobs.inc({ job: job.task_identifier, outcome: "failed" });
    log.warn({ err: error, job: job.task_identifier, attempt: job.attempts }, "A job failed and will be tried again");
  });
  events.on("job:failed", ({ job }) => {
    log.error({ job: job.task_identifier, attempts: job.attempts }, "A job was given up");
    const known = jobs.find(({ name }) => name === job.task_identifier);
    const { giveUp } = known ?? {};
    if (!known || !giveUp) return;
    const { tenantId, requestId, input } = envelopeOf(job.payload);
    inTenantOf(known, parts, { tenantId, requestId, log })((context) =>
      giveUp(context, known.input.parse(input)),
    ).catch((error) => {
      log.error({ err: error, job: known.name }, "That a job was given up could not be noted");
    });
  });
  events.on("worker:fatalError", ({ error }) => log.error({ err: error }, "The worker met an error it cannot mend"));
}

/** The queue reports through its events; its own lines are not JSON. */
const silentLogger = new QueueLogger(() => () => {});
