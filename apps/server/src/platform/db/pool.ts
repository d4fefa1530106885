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

/** A pool that gives up quickly instead of letting callers hang, and outlives a lost server. */
export function openPool(url: string, log: Logger, size = 20): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 1500,
    idleTimeoutMillis: 30_000,
    statement_timeout: 15_000,
    query_timeout: 16_000,
    application_name: "console",
    types,
  });
  pool.on("error", (error) => log.warn({ err: error }, "An idle database connection was lost"));
  return pool;
}
