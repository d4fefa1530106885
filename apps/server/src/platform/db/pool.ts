import type { Socket } from "node:net";
import pg from "pg";
import type { Logger } from "../telemetry/logger.ts";

const int8 = 20;
const calendarDay = 1082;

/** 64-bit counts as numbers, and days as text: a JS Date would shift the day by the server's time zone. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") => {
    if (oid === int8) return Number;
    if (oid === calendarDay) return String;
    return pg.types.getTypeParser(oid, format as "text");
  }) as typeof pg.types.getTypeParser,
};

/** How many connections, and how long one statement may take. */
type PoolOptions = { size?: number; patienceMs?: number };

/** What nobody waits for at a screen may take its time. */
export const backgroundPool: PoolOptions = { size: 8, patienceMs: 15 * 60_000 };

/** A pool that gives up quickly instead of letting callers hang, and outlives a lost server. */
export function openPool(url: string, log: Logger, { size = 20, patienceMs = 15_000 }: PoolOptions = {}): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 4000,
    idleTimeoutMillis: 30_000,
    statement_timeout: patienceMs,
    query_timeout: patienceMs + 1000,
    application_name: "console",
    // A statement is sent without waiting for the answer to the one before it, unless someone waits for that.
    pipeline: true,
    types,
  });
  pool.on("error", (error) => log.warn({ err: error }, "An idle database connection was lost"));
  // A connection that is cut in the moment it is handed out has no listener yet; its next statement will tell.
  pool.on("connect", (client) => client.on("error", () => {}));
  followUse(pool);
  return pool;
}

const inUse = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/** Knows from now on which connections of a pool are in use. */
export function followUse(pool: pg.Pool): void {
  const clients = new Set<pg.PoolClient>();
  inUse.set(pool, clients);
  pool.on("acquire", (client) => void clients.add(client));
  pool.on("release", (_error, client) => void clients.delete(client));
}

/** Cuts the connections that are in use: whoever waits on one is told at once that it is lost. */
export function cutConnections(pool: pg.Pool): void {
  for (const client of inUse.get(pool) ?? []) {
    // The client's own end would wait for the answers that do not come.
    (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
  }
}

/** Ends a pool; what is still in use after the given time is cut. */
export async function endPool(pool: pg.Pool, patienceMs: number): Promise<void> {
  const cut = setInterval(() => cutConnections(pool), patienceMs);
  await pool.end();
  clearInterval(cut);
}
