import { EventEmitter } from "node:events";
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
import { contextOf, type Platform, platformTenant, systemCaller } from "../context.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import type { Job, JobEnvelope } from "./define-job.ts";

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
  observe(events, jobs, parts);
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: 4,
    pollInterval: 2000,
    noHandleSignals: true,
    logger: silentLogger,
    events,
    taskList: Object.fromEntries(jobs.map((job) => [job.name, taskOf(job, parts)])) as TaskList,
    parsedCronItems: parseCronItems(
      jobs.flatMap(({ name, schedule }) => (schedule ? [{ task: name, match: schedule, identifier: name }] : [])),
    ),
  });
  return {
    async stop() {
      await runner.stop();
      await pool.end();
    },
  };
}

/** Each run is one transaction of the tenant that asked. */
function taskOf(job: Job, parts: Parts, work: Job["run"] = job.run) {
  return async (payload: unknown) => {
    const { tenantId, requestId, input } = envelopeOf(payload);
    const log = parts.log.child({ job: job.name, requestId });
    const context = contextOf(parts, systemCaller(job.name, tenantId), { requestId, log });
    await parts.database.inTenant(tenantId, (db) => work({ ...context, db }, job.input.parse(input)));
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
    if (!known?.giveUp) return;
    taskOf(
      known,
      parts,
      known.giveUp,
    )(job.payload).catch((error) => {
      log.error({ err: error, job: known.name }, "That a job was given up could not be noted");
    });
  });
  events.on("worker:fatalError", ({ error }) => log.error({ err: error }, "The worker met an error it cannot mend"));
}

/** The queue reports through its events; its own lines are not JSON. */
const silentLogger = new QueueLogger(() => () => {});
