import { randomUUID } from "node:crypto";
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
import { migrations as queueMigrations } from "graphile-worker/dist/generated/sql.js";
import pg from "pg";
import { type Context, createCallContext, type Platform, platformTenant, systemCaller } from "../context.ts";
import { endPool, followUse } from "../db/pool.ts";
import type { Logger } from "../telemetry/logger.ts";
import type { Metrics } from "../telemetry/metrics.ts";
import { traced } from "../tracing/traced.ts";
import type { Job, JobEnvelope } from "./define-job.ts";
import { watchWorkerLiveness } from "./worker-liveness.ts";

const restartMs = 1000;

type Parts = Platform & { log: Logger; metrics: Metrics };

/** The number of the last migration of the queue's own tables. */
export const queueMigration = Math.max(...Object.keys(queueMigrations).map((name) => Number.parseInt(name, 10)));

/** Sets up the queue's own tables. */
export async function prepareQueue(url: string): Promise<void> {
  await runMigrations({ connectionString: url, logger: silentLogger });
}

type Options = {
  /** How long running jobs are waited for when it is stopped. */
  patienceMs?: number;
  /** Ends the connections of jobs that did not end by then, so that nothing of them is stored any more. */
  cut?: () => void;
  /** Off only where a drill shows what it is good for. */
  isGuarded?: boolean;
};

/** Works on the jobs until stopped; stopping waits for those that run, and gives back those that do not end. */
export async function startWorker(
  url: string,
  jobs: readonly Job[],
  parts: Parts,
  { patienceMs = 5000, cut, isGuarded = true }: Options = {},
): Promise<{ stop(): Promise<void> }> {
  const { log } = parts;
  const pool = openQueuePool(url, log);
  const events = new EventEmitter() as WorkerEvents;
  const ending = new AbortController();
  observe(events, jobs, parts);
  const liveness = await watchWorkerLiveness(url, events, log);
  const runners = new Set<Runner>();
  const begin = async (): Promise<Runner> => {
    const runner = await run({
      pgPool: pool,
      concurrency: 4,
      pollInterval: 2000,
      noHandleSignals: true,
      logger: silentLogger,
      events,
      preset: isGuarded ? handledEnds : {},
      taskList: Object.fromEntries(jobs.map((job) => [job.name, toTask(job, parts, ending.signal)])) as TaskList,
      parsedCronItems: parseCronItems(
        jobs.flatMap(({ name, schedule }) => (schedule ? [{ task: name, match: schedule, identifier: name }] : [])),
      ),
    });
    runners.add(runner);
    void runner.promise
      .catch((error) => log.warn({ err: error }, "The queue ended with an error"))
      .finally(() => runners.delete(runner));
    return runner;
  };
  /** The queue ends when it cannot tell the database how a job ended: it begins anew, until we are asked to stop. */
  async function follow(runner: Runner): Promise<void> {
    // Its last jobs may take long: the next one does not wait for them.
    const isLeaving = new Promise((resolve) => events.once("pool:gracefulShutdown", resolve));
    await Promise.race([runner.promise.catch(() => {}), isLeaving]);
    while (!ending.signal.aborted) {
      await sleep(restartMs, undefined, { signal: ending.signal }).catch(() => {});
      const next = ending.signal.aborted ? null : await begin().catch(() => null);
      if (!next) continue;
      log.warn("The queue ended and was begun anew");
      return follow(next);
    }
  }
  const following = follow(await begin());
  return {
    async stop() {
      ending.abort();
      const ended = Promise.all([...runners].map(endRunner));
      const isEnded = await Promise.race([ended.then(() => true), sleep(patienceMs, false, { ref: false })]);
      if (!isEnded) {
        log.warn("Jobs that did not end in time are given back to the queue");
        cut?.();
      }
      await following;
      await liveness.release();
      await endPool(pool, 500);
    },
  };
}

/**
 * Left to itself the queue reports the end of a job without waiting for the report: one that finds no database is a
 * rejection that nobody handles, and ends the process. In batches it handles them, and ends the pool of workers.
 */
const handledEnds = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

function openQueuePool(url: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 6,
    connectionTimeoutMillis: 5000,
    query_timeout: 10_000,
    application_name: "console worker",
  });
  const onLost = (error: Error) => log.warn({ err: error }, "The queue lost a database connection");
  pool.on("error", onLost);
  pool.on("connect", (client) => client.on("error", onLost));
  followUse(pool);
  return pool;
}

async function endRunner(runner: Runner): Promise<void> {
  // One that is ending already says so.
  await runner.stop().catch(() => {});
  await runner.promise.catch(() => {});
}

function toTask(job: Job, parts: Parts, signal: AbortSignal) {
  return async (payload: unknown) => {
    const { tenantId, requestId, input, traceparent } = parseEnvelope(payload);
    const log = parts.log.child(describeTask(job, { tenantId, requestId }));
    const startedAt = performance.now();
    const inTenant = createTenantRunner(job, parts, { tenantId, requestId, log });
    const parsed = job.input.parse(input);
    await traced({ name: job.name, kind: "consumer", parent: traceparent ?? null }, async () => {
      if (job.runLong) await job.runLong({ tenantId, inTenant, log, signal }, parsed);
      if (job.run) await inTenant((context) => job.run?.(context, parsed) ?? Promise.resolve());
    });
    const ms = Math.round(performance.now() - startedAt);
    log.info({ ms }, `The job ${job.name} ended in ${ms} ms`);
  };
}

/** What the log lines of a job say of it. */
function describeTask(job: Job, { tenantId, requestId }: Pick<JobEnvelope, "tenantId" | "requestId">): object {
  return {
    part: job.logPart ?? "jobs",
    job: job.name,
    requestId,
    ...(tenantId !== platformTenant && { tenant: tenantId }),
  };
}

function createTenantRunner(
  job: Job,
  parts: Parts,
  { tenantId, requestId, log }: { tenantId: string; requestId: string; log: Logger },
) {
  return <Result>(work: (context: Context) => Promise<Result>, signal?: AbortSignal): Promise<Result> => {
    const context = createCallContext(parts, systemCaller(job.name, tenantId), { requestId, log });
    return parts.database.inTenant(tenantId, (db) => work({ ...context, db }), "statement", signal);
  };
}

/** A job started by the schedule has no envelope: it is the platform's own. */
function parseEnvelope(payload: unknown): JobEnvelope {
  const envelope = payload as Partial<JobEnvelope>;
  return {
    tenantId: envelope.tenantId ?? platformTenant,
    requestId: envelope.requestId ?? `schedule-${randomUUID()}`,
    input: envelope.input ?? {},
    ...(envelope.traceparent !== undefined && { traceparent: envelope.traceparent }),
  };
}

function observe(events: WorkerEvents, jobs: readonly Job[], parts: Parts): void {
  const { log, metrics } = parts;
  const findJob = (job: { task_identifier: string }) => jobs.find(({ name }) => name === job.task_identifier);
  const lineAbout = (job: { task_identifier: string; payload: unknown }) => {
    const definition = findJob(job);
    return log.child(definition ? describeTask(definition, parseEnvelope(job.payload)) : { job: job.task_identifier });
  };
  events.on("job:success", ({ job }) => {
    metrics.jobs.inc({ job: job.task_identifier, outcome: "done" });
  });
  events.on("job:error", ({ job, error }) => {
    metrics.jobs.inc({ job: job.task_identifier, outcome: "failed" });
    lineAbout(job).warn({ err: error, attempt: job.attempts }, "A job failed and will be tried again");
  });
  events.on("job:failed", ({ job }) => {
    lineAbout(job).error({ attempts: job.attempts }, "A job was given up");
    const definition = findJob(job);
    const { giveUp } = definition ?? {};
    if (!definition || !giveUp) return;
    const { tenantId, requestId, input } = parseEnvelope(job.payload);
    createTenantRunner(definition, parts, { tenantId, requestId, log })((context) =>
      giveUp(context, definition.input.parse(input)),
    ).catch((error) => {
      log.error({ err: error, job: definition.name }, "That a job was given up could not be noted");
    });
  });
  events.on("pool:fatalError", ({ error, action }) =>
    log.warn({ err: error, action }, "The end of a job could not be recorded, the queue restarts"),
  );
  events.on("worker:fatalError", ({ error }) => log.error({ err: error }, "The worker met an error it cannot mend"));
}

/** The queue reports through its events; its own lines are not JSON. */
const silentLogger = new QueueLogger(() => () => {});
