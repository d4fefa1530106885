import {
  type BoardAgent,
  type getTaskBoard as boardContract,
  type RouteOutput,
  taskStatuses,
  type listBoardTasks as tasksContract,
} from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { readInstantCursor, writeCursor } from "../../../platform/db/cursor.ts";
import { requireConnection } from "../../sources/index.ts";
import { startWatch } from "./watch-agents.ts";

/** Tasks that the list showed within so many days are on the board. */
const boardDays = 2;
/** How many minutes a task may wait in a status; where nobody waits for anything, there is no limit. */
const patience = new Map([
  [6, 10],
  [0, 30],
  [7, 60],
  [1, 120],
  [4, 60],
]);
/** After so many minutes the place of an agent is not believed any more. */
const staleMinutes = 10;
const types = ["Pickup", "Delivery", "Appointment", "Field work"];

/** The tasks of an account by status with how long they have waited, and where its agents are, from our own mirror. */
export async function getTaskBoard(
  context: Context,
  { connection: id, ...filters }: z.output<(typeof boardContract)["input"]>,
): Promise<RouteOutput<typeof boardContract>> {
  const connection = await requireConnection(context, id);
  await startWatch(context, connection);
  const { db, tenantId, now } = context;
  const { rows } = await sql<{ status: number; count: number; oldest: Date | null; overdue: number }>`
    select job_status as status, count(*) as count, min(status_since) as oldest,
      count(*) filter (where status_since < ${now}::timestamptz - make_interval(mins => limits.minutes)) as overdue
    from provider_tasks left join unnest(${[...patience.keys()]}::int[], ${[...patience.values()]}::int[]) as limits (status, minutes)
      on limits.status = job_status
    where ${onBoard(context, id, filters)} group by job_status`.execute(db);
  const agents = await db
    .selectFrom("provider_agents")
    .selectAll()
    .where("tenant_id", "=", tenantId)
    .where("connection_id", "=", id)
    .orderBy("name")
    .execute();
  const teams = new Map(agents.flatMap(({ team }) => (team ? [[team, team] as const] : [])));
  return {
    asOf: connection.last_success_at?.toISOString() ?? null,
    statuses: taskStatuses
      .filter(({ group }) => group !== "Hidden")
      .map(({ code, label, group }) => {
        const row = rows.find(({ status }) => status === code);
        const isWaiting = patience.has(code) && row?.oldest;
        return {
          code,
          label,
          group,
          count: Number(row?.count ?? 0),
          overdue: Number(row?.overdue ?? 0),
          oldestMinutes: isWaiting ? Math.floor((now.getTime() - isWaiting.getTime()) / 60_000) : null,
        };
      }),
    agents: agents
      .filter(({ team }) => filters.team === undefined || team === filters.team)
      .map((agent): BoardAgent => {
        const { agent_id, name, status, team, latitude, longitude, located_at, battery, pending_tasks } = agent;
        const age = located_at ? (now.getTime() - located_at.getTime()) / 60_000 : Number.POSITIVE_INFINITY;
        return {
          id: agent_id,
          name,
          status: status as BoardAgent["status"],
          team,
          latitude,
          longitude,
          battery,
          locatedAt: located_at?.toISOString() ?? null,
          pendingTasks: pending_tasks,
          isStale: status !== "offline" && age > staleMinutes,
        };
      }),
    teams: [...teams].map(([team, name]) => ({ id: team, name })),
  };
}

/** The tasks of one status, those that have waited longest first. */
export async function listBoardTasks(
  context: Context,
  { connection: id, status, cursor, limit, ...filters }: z.output<(typeof tasksContract)["input"]>,
): Promise<RouteOutput<typeof tasksContract>> {
  await requireConnection(context, id);
  const after = cursor ? readInstantCursor(cursor) : null;
  const { rows } = await sql<{
    job_id: string;
    job_type: number;
    agent_name: string | null;
    team_name: string | null;
    due_at: Date | null;
    status_since: Date;
  }>`select job_id, job_type, agent_name, team_name, due_at, status_since from provider_tasks
    where ${onBoard(context, id, filters)} and job_status = ${status}
      and (${after?.at ?? null}::timestamptz is null or (status_since, job_id) > (${after?.at ?? null}::timestamptz, ${after?.id ?? ""}))
    order by status_since, job_id limit ${limit + 1}`.execute(context.db);
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => ({
      jobId: row.job_id,
      type: types[row.job_type] ?? "Task",
      agent: row.agent_name,
      team: row.team_name,
      dueAt: row.due_at?.toISOString() ?? null,
      since: row.status_since.toISOString(),
    })),
    next: rows.length > limit && last ? writeCursor([last.status_since.toISOString(), last.job_id]) : null,
  };
}

function onBoard(
  { tenantId, now }: Context,
  connection: string,
  { team, agent, type }: { team?: string | undefined; agent?: string | undefined; type?: number | undefined },
) {
  const since = new Date(now.getTime() - boardDays * 24 * 3_600_000);
  return sql`tenant_id = ${tenantId} and connection_id = ${connection} and (seen_at >= ${since} or status_since >= ${since})
    and (due_at is null or due_at >= ${since}) and (${team ?? null}::text is null or team_name = ${team ?? null})
    and (${agent ?? null}::text is null or agent_id = ${agent ?? null}) and (${type ?? null}::int is null or job_type = ${type ?? null})`;
}
