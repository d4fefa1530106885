import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { retentionSettings } from "../../../platform/retention/retention-settings.ts";
import { readSettings } from "../../../platform/settings/read-settings.ts";
import { pathForConnection } from "./connection-page.ts";

/** Runs that ended between two instants, in the days of a time zone; of one tenant, or null for all of them. */
export type RunSpan = { since: Date; until: Date; timeZone: string; tenant: string | null };

const dayMs = 86_400_000;

/** As far back as ended runs are kept. */
export async function readRunsBeginning(context: Context): Promise<Date> {
  const { runs } = await readSettings(context, retentionSettings, ["runs"]);
  return new Date(context.now.getTime() - runs * dayMs);
}

/** How many runs failed on each day, and how many rows runs wrote. */
export async function countRunDays(
  { db }: Context,
  { since, until, timeZone, tenant }: RunSpan,
): Promise<{ day: string; failed: number; rows: number }[]> {
  // across tenants: the platform counts the runs of all, by a function that gives it nothing else of them.
  const { rows } = await sql<{ day: string; failed: number; rows: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, sum(failed)::float8 as failed, sum(rows_written)::float8 as rows
    from source_run_days(${since}, ${until}, ${timeZone}, ${tenant}) group by 1`.execute(db);
  return rows;
}

/** A connection that wrote rows, or a run that failed; the path shows the connection, where it is still there. */
export type RunRow = {
  id: string;
  name: string;
  tenantId: string;
  at: Date | null;
  problem: string | null;
  rows: number | null;
  path: string | null;
};

type Stored = {
  tenant: string;
  connection_id: string;
  name: string | null;
  source: string | null;
};

function describe(row: Stored): Pick<RunRow, "name" | "tenantId" | "path"> {
  const { tenant, connection_id: id, name, source } = row;
  return {
    name: name ?? "Removed connection",
    tenantId: tenant,
    path: source ? pathForConnection({ id, source, tenantId: tenant }) : null,
  };
}

/** The connections whose runs wrote rows, the most first. */
export async function listWritingConnections(
  { db }: Context,
  { since, until, timeZone, tenant }: RunSpan,
): Promise<RunRow[]> {
  // across tenants: the platform counts the runs of all, by a function that gives it nothing else of them.
  const { rows } = await sql<Stored & { rows: number }>`
    select d.tenant, d.connection_id, max(s.name) as name, max(s.source) as source, sum(d.rows_written)::float8 as rows
    from source_run_days(${since}, ${until}, ${timeZone}, ${tenant}) d
    left join source_states s on s.tenant_id = d.tenant and s.connection_id = d.connection_id
    group by 1, 2 having sum(d.rows_written) > 0 order by rows desc, 1, 2`.execute(db);
  return rows.map((row) => ({
    ...describe(row),
    id: `${row.tenant} ${row.connection_id}`,
    at: null,
    problem: null,
    rows: row.rows,
  }));
}

/** The runs that failed, the last first. */
export async function listFailedRuns(
  { db }: Context,
  { since, until, tenant }: RunSpan,
  { offset, limit }: { offset: number; limit: number },
): Promise<RunRow[]> {
  // across tenants: the platform looks after the sources of all, by a function that gives it nothing else of their runs.
  const { rows } = await sql<Stored & { run: string; ended_at: Date; problem: string | null }>`
    select f.tenant, f.run, f.connection_id, f.ended_at, f.problem, s.name, s.source
    from failed_source_runs(${since}, ${until}, ${tenant}, ${offset}, ${limit}) f
    left join source_states s on s.tenant_id = f.tenant and s.connection_id = f.connection_id
    order by f.ended_at desc, f.tenant, f.run`.execute(db);
  return rows.map((row) => ({
    ...describe(row),
    id: `${row.tenant} ${row.run}`,
    at: row.ended_at,
    problem: row.problem,
    rows: null,
  }));
}
