import type { WorkerEvents } from "graphile-worker";
import pg from "pg";
import type { Logger } from "../telemetry/logger.ts";

const checkEveryMs = 1500;

/** Locks of their own, so that no other part of the product meets them. */
export const workerLockSpace = 0x6a6f6273;

/**
 * Shows by a lock of the database that this process's workers are alive, and gives the jobs of workers that are not
 * back to the queue: without it, a job of a process that was killed would rest for hours.
 */
export async function watchWorkerLiveness(
  url: string,
  events: WorkerEvents,
  log: Logger,
): Promise<{ release(): Promise<void> }> {
  const own = new Set<string>();
  let client: pg.Client | null = null;
  let isReleased = false;
  let missed = new Set<string>();

  async function connect(): Promise<pg.Client | null> {
    if (client || isReleased) return client;
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5000,
      query_timeout: 10_000,
      application_name: "console workers",
    });
    next.on("error", () => {});
    next.on("end", () => {
      if (client === next) client = null;
    });
    try {
      await next.connect();
      for (const worker of own) await lockWorker(next, worker);
      client = next;
    } catch (error) {
      log.warn({ err: error }, "The locks of the workers could not be taken; trying again soon");
      await next.end().catch(() => {});
    }
    return client;
  }

  async function unlockLostWorkers(): Promise<void> {
    const current = await connect();
    if (!current) return;
    const lost = await current.query<{ worker: string }>(
      `select worker from (select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null) held
       where not exists (select from pg_locks where locktype = 'advisory' and classid = $1
         and objid = hashtext(worker)::bit(32)::bigint::oid and database = (select oid from pg_database where datname = current_database()))`,
      [workerLockSpace],
    );
    const missing = lost.rows.map(({ worker }) => worker).filter((worker) => !own.has(worker));
    // Missed twice: one that has only just begun may not have its lock yet.
    const workers = missing.filter((worker) => missed.has(worker));
    missed = new Set(missing);
    if (workers.length === 0) return;
    log.warn({ workers }, "Jobs of workers that are gone were given back to the queue");
    await current.query("select graphile_worker.force_unlock_workers($1::text[])", [workers]);
  }

  // Jobs are held in the name of the pool that a process's workers form.
  events.on("pool:create", ({ workerPool: { id } }) => {
    own.add(id);
    if (client) void lockWorker(client, id).catch(() => {});
  });
  events.on("pool:release", ({ workerPool: { id } }) => {
    own.delete(id);
    if (client) void unlockWorker(client, id).catch(() => {});
  });
  await connect();
  await unlockLostWorkers().catch((error) => log.warn({ err: error }, "Workers that are gone could not be looked for"));
  // One check at a time: those of a database that hangs would pile up.
  let isChecking = false;
  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    unlockLostWorkers()
      .catch((error) => log.warn({ err: error }, "Workers that are gone could not be looked for"))
      .finally(() => {
        isChecking = false;
      });
  }, checkEveryMs);
  return {
    async release() {
      isReleased = true;
      clearInterval(timer);
      // What still runs in a process that ends is free for others at once.
      if (own.size > 0)
        await client?.query("select graphile_worker.force_unlock_workers($1::text[])", [[...own]]).catch(() => {});
      await client?.end().catch(() => {});
    },
  };
}

async function lockWorker(client: pg.Client, worker: string): Promise<void> {
  await client.query("select pg_advisory_lock($1, hashtext($2))", [workerLockSpace, worker]);
}

async function unlockWorker(client: pg.Client, worker: string): Promise<void> {
  await client.query("select pg_advisory_unlock($1, hashtext($2))", [workerLockSpace, worker]);
}
