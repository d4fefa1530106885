import { sql } from "kysely";
import type { Agent, Client, Duty } from "../../../connectors/tookan/index.ts";
import type { TenantScope } from "../../../platform/db/database.ts";

/** Takes over where the agents are; a place that is not told keeps the last one known. */
export async function mirrorAgents(
  { db, tenantId, now }: TenantScope,
  connection: string,
  agents: readonly Agent[],
): Promise<void> {
  const rows = [...new Map(agents.map((agent) => [agent.agentId, agent])).values()].sort((a, b) =>
    a.agentId < b.agentId ? -1 : 1,
  );
  await sql`insert into provider_agents as known (tenant_id, connection_id, agent_id, name, status, team, latitude,
      longitude, located_at, battery, pending_tasks, seen_at)
    select ${tenantId}, ${connection}, listed.*, ${now} from unnest(
      ${rows.map(({ agentId }) => agentId)}::text[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ status }) => status)}::text[], ${rows.map(({ team }) => team)}::text[],
      ${rows.map(({ latitude }) => latitude)}::float8[], ${rows.map(({ longitude }) => longitude)}::float8[],
      ${rows.map(({ locatedAt }) => locatedAt)}::timestamptz[], ${rows.map(({ battery }) => battery)}::smallint[],
      ${rows.map(({ pendingTasks }) => pendingTasks)}::int[]
    ) as listed (agent_id, name, status, team, latitude, longitude, located_at, battery, pending_tasks)
    on conflict (tenant_id, connection_id, agent_id) do update set name = excluded.name, status = excluded.status,
      team = coalesce(excluded.team, known.team), latitude = coalesce(excluded.latitude, known.latitude),
      longitude = coalesce(excluded.longitude, known.longitude), located_at = coalesce(excluded.located_at, known.located_at),
      battery = coalesce(excluded.battery, known.battery), pending_tasks = excluded.pending_tasks, seen_at = excluded.seen_at`.execute(
    db,
  );
}

/** Takes over how long agents were on duty. */
export async function mirrorDuty(
  { db, tenantId }: TenantScope,
  connection: string,
  duty: readonly Duty[],
): Promise<void> {
  if (duty.length === 0) return;
  await sql`insert into provider_duty (tenant_id, connection_id, agent_id, day, on_duty_seconds)
    select ${tenantId}, ${connection}, agent_id, day, least(86400, sum(seconds)) from unnest(
      ${duty.map(({ agentId }) => agentId)}::text[], ${duty.map(({ day }) => day)}::date[],
      ${duty.map(({ seconds }) => seconds)}::int[]
    ) as logged (agent_id, day, seconds) group by agent_id, day order by agent_id, day
    on conflict (tenant_id, connection_id, agent_id, day) do update set on_duty_seconds = excluded.on_duty_seconds`.execute(
    db,
  );
}

/**
 * Takes over a page of the clients. At the last page those that no page has shown since `listedSince` are marked as
 * vanished, unless so many are missing that the list itself must be wrong.
 */
export async function mirrorClients(
  { db, tenantId, now }: TenantScope,
  connection: string,
  clients: readonly Client[],
  listedSince: Date | null,
): Promise<void> {
  const rows = [...new Map(clients.map((client) => [client.clientId, client])).values()].sort((a, b) =>
    a.clientId < b.clientId ? -1 : 1,
  );
  await sql`insert into provider_clients as known (tenant_id, connection_id, client_id, name, phone, email, address, print,
      first_seen_at, changed_at, seen_at)
    select ${tenantId}, ${connection}, listed.*, ${now}, ${now}, ${now} from unnest(
      ${rows.map(({ clientId }) => clientId)}::text[], ${rows.map(({ name }) => name)}::text[],
      ${rows.map(({ phone }) => phone)}::text[], ${rows.map(({ email }) => email)}::text[],
      ${rows.map(({ address }) => address)}::text[], ${rows.map(({ fingerprint }) => fingerprint)}::text[]
    ) as listed (client_id, name, phone, email, address, print)
    on conflict (tenant_id, connection_id, client_id) do update set name = excluded.name,
      phone = coalesce(excluded.phone, known.phone), email = coalesce(excluded.email, known.email),
      address = coalesce(excluded.address, known.address), print = excluded.print,
      changed_at = case when known.print = excluded.print then known.changed_at else excluded.changed_at end,
      seen_at = excluded.seen_at, vanished_at = null`.execute(db);
  if (listedSince === null) return;
  await sql`update provider_clients set vanished_at = ${now}
    where tenant_id = ${tenantId} and connection_id = ${connection} and seen_at < ${listedSince} and vanished_at is null
      and (select count(*) filter (where seen_at < ${listedSince}) * ${1 / mostVanishing} <= count(*) from provider_clients
        where tenant_id = ${tenantId} and connection_id = ${connection} and vanished_at is null)`.execute(db);
}

/** More than this part of a list does not vanish from one day to the next. */
const mostVanishing = 0.2;
