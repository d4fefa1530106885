import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** A statement that had not reached the server when it was told to cancel is told again after so long. */
const againMs = 500;

/** The cancelling of what a transaction does, as long as it is open. */
export type Cancelling = {
  /** From here on nothing is cancelled; tells whether anything may have been. */
  stop(): Promise<boolean>;
};

/** Cancels the statements of an open transaction once a signal is aborted, over another connection of the pool. */
export function cancelOnAbort(pool: pg.Pool, client: pg.PoolClient, signal: AbortSignal): Cancelling {
  // Asked within the transaction: behind a pooler the connection itself does not know which server process it has.
  const pid = client.query<{ pid: number }>("select pg_backend_pid() as pid").then(({ rows }) => rows[0]?.pid);
  pid.catch(() => {});
  const ending = new AbortController();
  let cancelling: Promise<void> | null = null;
  const cancel = async () => {
    while (!ending.signal.aborted) {
      // Where nobody can be asked the statement goes on to its end.
      await pool.query("select pg_cancel_backend($1)", [await pid]).catch(() => {});
      await sleep(againMs, undefined, { signal: ending.signal }).catch(() => {});
    }
  };
  const onAbort = () => {
    cancelling = cancel().catch(() => {});
  };
  signal.addEventListener("abort", onAbort, { once: true });
  return {
    async stop() {
      signal.removeEventListener("abort", onAbort);
      ending.abort();
      await cancelling;
      return cancelling !== null;
    },
  };
}
