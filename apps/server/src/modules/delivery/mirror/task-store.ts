import { sql } from "kysely";
import type { ListedTask, TaskDetail } from "../../../connectors/tookan/tookan.ts";
import type { TenantScope } from "../../../platform/db/database.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** Takes over what a list shows of tasks; those whose fingerprint has changed are then to be read in full. */
export async function showTasks(
  { db, tenantId, now }: TenantScope,
  connection: string,
  tasks: readonly ListedTask[],
): Promise<void> {
  const rows = [...new Map(tasks.map((task) => [task.jobId, task])).values()].sort((a, b) =>
    a.jobId < b.jobId ? -1 : 1,
  );
  if (rows.length === 0) return;
  await sql`insert into provider_tasks as known (tenant_id, connection_id, job_id, job_type, job_status, agent_id,
      agent_name, team_id, due_at, completed_at, print, status_since, seen_at)
    select ${tenantId}, ${connection}, listed.*, ${now}, ${now} from unnest(
      ${rows.map(({ jobId }) => jobId)}::text[], ${rows.map(({ type }) => type)}::smallint[],
      ${rows.map(({ status }) => status)}::smallint[], ${rows.map(({ agentId }) => agentId)}::text[],
      ${rows.map(({ agentName }) => agentName)}::text[], ${rows.map(({ teamId }) => teamId)}::text[],
      ${rows.map(({ dueAt }) => dueAt)}::timestamptz[], ${rows.map(({ completedAt }) => completedAt)}::timestamptz[],
      ${rows.map(({ fingerprint }) => fingerprint)}::text[]
    ) as listed (job_id, job_type, job_status, agent_id, agent_name, team_id, due_at, completed_at, print)
    on conflict (tenant_id, connection_id, job_id) do update set
      status_since = case when known.job_status = excluded.job_status then known.status_since else excluded.status_since end,
      job_status = excluded.job_status, agent_id = coalesce(excluded.agent_id, known.agent_id),
      agent_name = coalesce(excluded.agent_name, known.agent_name), team_id = coalesce(excluded.team_id, known.team_id),
      due_at = coalesce(excluded.due_at, known.due_at), completed_at = coalesce(excluded.completed_at, known.completed_at),
      print = excluded.print, seen_at = excluded.seen_at`.execute(db);
}

/** Tasks that have changed since they were last read in full. */
export async function selectUntaken(
  { db, tenantId }: Scope,
  connection: string,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ job_id: string }>`select job_id from provider_tasks
    where tenant_id = ${tenantId} and connection_id = ${connection} and taken_print is distinct from print
      and job_id > ${after} order by job_id limit ${limit}`.execute(db);
  return rows.map(({ job_id }) => job_id);
}

/** How many tasks are still to be read in full. */
export async function countUntaken({ db, tenantId }: Scope, connection: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from provider_tasks
    where tenant_id = ${tenantId} and connection_id = ${connection} and taken_print is distinct from print`.execute(db);
  return Number(rows[0]?.n ?? 0);
}

/** The newest step of each task's history that we have taken in; the rows are held until the transaction ends. */
export async function holdTasks(
  { db, tenantId }: Scope,
  connection: string,
  jobIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ job_id: string; history_id: number }>`select job_id, history_id from provider_tasks
    where tenant_id = ${tenantId} and connection_id = ${connection} and job_id = any(${jobIds}::text[])
    order by job_id for update`.execute(db);
  return new Map(rows.map(({ job_id, history_id }) => [job_id, Number(history_id)]));
}

/** Notes tasks that were read in full; their statuses began when their history says. */
export async function noteTaken(
  { db, tenantId, now }: TenantScope,
  connection: string,
  tasks: readonly TaskDetail[],
): Promise<void> {
  if (tasks.length === 0) return;
  await sql`update provider_tasks known set taken_print = known.print, history_id = taken.history_id,
      job_status = taken.job_status, agent_id = coalesce(taken.agent_id, known.agent_id),
      agent_name = coalesce(taken.agent_name, known.agent_name), due_at = coalesce(taken.due_at, known.due_at),
      team_name = coalesce(taken.team_name, known.team_name), completed_at = coalesce(taken.completed_at, known.completed_at),
      status_since = coalesce(taken.since, known.status_since), seen_at = ${now}
    from unnest(${tasks.map(({ jobId }) => jobId)}::text[], ${tasks.map(lastStep)}::bigint[],
      ${tasks.map(({ status }) => status)}::smallint[], ${tasks.map(({ agentId }) => agentId)}::text[],
      ${tasks.map(({ agentName }) => agentName)}::text[], ${tasks.map(({ dueAt }) => dueAt)}::timestamptz[],
      ${tasks.map(({ completedAt }) => completedAt)}::timestamptz[], ${tasks.map(statusSince)}::timestamptz[],
      ${tasks.map(({ teamName }) => teamName)}::text[]
    ) as taken (job_id, history_id, job_status, agent_id, agent_name, due_at, completed_at, since, team_name)
    where tenant_id = ${tenantId} and connection_id = ${connection} and known.job_id = taken.job_id`.execute(db);
}

/** The number of the newest step in a task's history. */
export function lastStep({ history }: TaskDetail): number {
  return history.reduce((most, { id }) => Math.max(most, id), 0);
}

/** When a task got the status that it has. */
function statusSince({ history }: TaskDetail): Date | null {
  return history.filter(({ type }) => type === "state_changed").at(-1)?.at ?? null;
}

/** Tasks that the provider no longer gives are not asked for again, until its list shows them anew. */
export async function noteMissing(
  { db, tenantId }: Scope,
  connection: string,
  jobIds: readonly string[],
): Promise<void> {
  if (jobIds.length === 0) return;
  await sql`update provider_tasks set taken_print = print where tenant_id = ${tenantId} and connection_id = ${connection}
    and job_id = any(${jobIds}::text[])`.execute(db);
}
