import type { LogPart } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../context.ts";
import type { Logger } from "../telemetry/logger.ts";
import { currentTraceparent } from "../tracing/traced.ts";

/** Work that takes long: it opens a transaction for each of its pieces, so that none stays open while it waits. */
export type LongWork = {
  tenantId: string;
  /** Once its own `signal` is aborted a piece stops, also in the middle of a statement, and nothing of it is stored. */
  inTenant: <Result>(work: (context: Context) => Promise<Result>, signal?: AbortSignal) => Promise<Result>;
  log: Logger;
  /** Ends when the product is asked to stop: what is left is done after the next start. */
  signal: AbortSignal;
};

/** A piece of work that runs outside a request: a thin door to one use case. */
export type Job<Input extends z.ZodType = z.ZodType> = {
  /** `noun.verb`, unique. */
  name: string;
  input: Input;
  /** Done in one transaction of the tenant that asked. */
  run?: (context: Context, input: z.output<Input>) => Promise<void>;
  /** Done in as many transactions as it opens. It may run again after a crash, so its pieces must bear that. */
  runLong?: (work: LongWork, input: z.output<Input>) => Promise<void>;
  /** The part of the product that its log lines belong to; "jobs" when left out. */
  logPart?: LogPart;
  /** How often it is tried, with growing pauses, before it is given up. */
  attempts: number;
  /** What is noted when the last attempt has failed, in a transaction of its own. */
  giveUp?: (context: Context, input: z.output<Input>) => Promise<void>;
  /** Minute, hour, day, month, weekday in UTC; the job then also runs by itself, with an empty input. */
  schedule?: string;
};

/** Keeps the exact input type of one job. */
export function defineJob<Input extends z.ZodType>(job: Job<Input>): Job<Input> {
  return job;
}

/** What travels through the queue: the job runs for the tenant that asked for it. */
export type JobEnvelope = {
  tenantId: string;
  requestId: string;
  input: unknown;
  /** The span that asked for it, where requests are traced. */
  traceparent?: string;
};

/** Promises a job in the caller's transaction: it runs after the commit, or never. Jobs with the same key are one. */
export async function enqueue<Input extends z.ZodType>(
  context: Context,
  job: Pick<Job<Input>, "name" | "attempts">,
  input: z.input<Input>,
  { key = null, runAt = null }: { key?: string | null; runAt?: Date | null } = {},
): Promise<void> {
  const traceparent = currentTraceparent();
  const { tenantId, requestId } = context;
  const envelope: JobEnvelope = { tenantId, requestId, input, ...(traceparent !== null && { traceparent }) };
  await sql`select enqueue_job(
    ${job.name}, ${JSON.stringify(envelope)}::json, ${key}, null, ${runAt}::timestamptz, ${job.attempts}::int
  )`.execute(context.db);
}
