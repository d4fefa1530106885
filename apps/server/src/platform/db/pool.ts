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
    // A statement is sent without waiting for the answer to the one before it, unless somebody waits for that.
    pipeline: true,
    types,
  });
  pool.on("error", (error) => log.warn({ err: error }, "An idle database connection was lost"));
  // A connection that is cut in the moment it is handed out has no listener yet; its next statement will tell.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}
