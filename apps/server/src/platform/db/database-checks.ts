import { sql } from "kysely";
import type pg from "pg";
import { defineCheck, type HealthCheck } from "../health/health-check.ts";

const slowMs = 250;
const longTransactionMinutes = 15;
const clockSlackMs = 2000;

type State = { size: string; oldest_seconds: number | null; migrations: number; newest: string | null };

/** The database: whether it answers in time, who waits for it, and how large it is. */
export function databaseCheck(pool: Pick<pg.Pool, "waitingCount">): HealthCheck {
  return defineCheck({
    name: "database",
    label: "Database",
    purpose: "Keeps everything: accounts, facts, settings and jobs.",
    everySeconds: 30,
    dependsOn: [],
    affects: {
      summary: "Nothing can be read or stored.",
      tenantMessage: "The product cannot reach its data. Nothing is lost; it comes back by itself.",
    },
    async run({ inPlatform }) {
      const began = performance.now();
      await inPlatform(({ db }) => sql`select 1`.execute(db));
      const roundTripMs = performance.now() - began;
      const waiting = pool.waitingCount;
      const { size, oldest_seconds: oldest } = await inPlatform(async ({ db }) => {
        const { rows } = await sql<State>`select pg_size_pretty(pg_database_size(current_database())) as size,
          (select extract(epoch from now() - min(xact_start))::int from pg_stat_activity
            where datname = current_database() and xact_start is not null) as oldest_seconds`.execute(db);
        return rows[0] ?? { size: "", oldest_seconds: null };
      });
      const figures = [
        { label: "Round trip", value: `${Math.round(roundTripMs)} ms` },
        { label: "Waiting callers", value: String(waiting) },
        { label: "Size", value: size },
        { label: "Oldest transaction", value: oldest === null ? "none" : `${oldest} s` },
      ];
      const isSlow = roundTripMs > slowMs || waiting > 0;
      const problems = [
        roundTripMs > slowMs && `It took ${Math.round(roundTripMs)} ms to answer.`,
        waiting > 0 && `${waiting} callers wait for a connection.`,
        (oldest ?? 0) > longTransactionMinutes * 60 &&
          `A transaction has been open for ${Math.round((oldest ?? 0) / 60)} minutes.`,
      ].filter((problem) => typeof problem === "string");
      return problems.length > 0
        ? { state: "degraded", message: problems.join(" "), figures, ...(isSlow && { opensIncident: true }) }
        : { state: "up", message: null, figures };
    },
  });
}

/** The clock of this machine beside that of the database: tokens, schedules and days hang on it. */
export const clockCheck = defineCheck({
  name: "clock",
  label: "Clock",
  purpose: "Sessions, schedules and days follow the time of this machine.",
  everySeconds: 300,
  dependsOn: ["database"],
  affects: { summary: "Sign-ins may end early, and jobs may run at the wrong time.", tenantMessage: null },
  async run({ inPlatform }) {
    const before = Date.now();
    const theirs = await inPlatform(async ({ db }) => {
      const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
      return rows[0]?.now.getTime() ?? Number.NaN;
    });
    const offMs = theirs - (before + Date.now()) / 2;
    const figures = [{ label: "Difference to the database", value: `${(offMs / 1000).toFixed(1)} s` }];
    if (Math.abs(offMs) <= clockSlackMs) return { state: "up", message: null, figures };
    const seconds = Math.round(Math.abs(offMs) / 1000);
    const message = `This machine and the database differ by ${seconds} seconds. Set both clocks by the same time server.`;
    return { state: seconds > 60 ? "down" : "degraded", message, figures };
  },
});

/** Whether the schema is the one that this code was written for. */
export function versionCheck({ version, migrations }: { version: string; migrations: number }): HealthCheck {
  return defineCheck({
    name: "version",
    label: "Versions",
    purpose: "Code and schema belong together.",
    everySeconds: 300,
    dependsOn: ["database"],
    affects: { summary: "This process runs beside a newer one.", tenantMessage: null },
    async run({ inPlatform }) {
      const applied = await inPlatform(async ({ db }) => {
        const { rows } = await sql<State>`select count(*)::int as migrations, max(name) as newest
          from schema_migrations`.execute(db);
        return rows[0] ?? { migrations: 0, newest: null };
      });
      const figures = [
        { label: "Code", value: version },
        { label: "Schema", value: applied.newest ?? "none" },
      ];
      if (applied.migrations <= migrations) return { state: "up", message: null, figures };
      const message = "The schema is newer than this code. Restart this process with the new version.";
      return { state: "degraded", message, figures };
    },
  });
}
