import type { ConnectionKind, SourceName } from "@console/contracts";
import { type RawBuilder, type Selectable, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";
import { tenantRelation } from "../../directory/index.ts";

type StateRow = Omit<Selectable<DB["source_states"]>, "source" | "kind"> & { source: SourceName; kind: ConnectionKind };

/** The states of all tenants' connections, with the names of their tenants. */
export async function selectStates(
  { db }: { db: Db },
  { source, tenant, search }: { source: string | null; tenant: string | null; search: string },
): Promise<(StateRow & { tenant_name: string })[]> {
  const { rows } = await sql<StateRow & { tenant_name: string }>`
    select s.*, coalesce(t.name, s.tenant_id) as tenant_name from source_states s left join ${tenantRelation} t on t.id = s.tenant_id
    where (${source}::text is null or s.source = ${source}) and (${tenant}::text is null or s.tenant_id = ${tenant})
      and (${search} = '' or strpos(lower(s.name || ' ' || coalesce(t.name, '') || ' ' || s.tenant_id), lower(${search})) > 0)`.execute(
    db,
  );
  return rows;
}

/** Connections of tenants that are served whose time has come, or whose state may have moved with time alone. */
export async function selectWatched({ db }: { db: Db }): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`select s.* from source_states s where not s.is_paused
    and not exists (select from ${tenantRelation} t where t.id = s.tenant_id and t.state <> 'active')`.execute(db);
  return rows;
}

/** How many connections of all tenants are in each state. */
export async function countSourceStates({ db }: { db: Db }): Promise<Record<string, number>> {
  // across tenants: operators watch the whole platform.
  const { rows } = await sql<{ state: string; connections: number }>`select published_state as state,
    count(*)::int as connections from source_states group by published_state`.execute(db);
  return Object.fromEntries(rows.map(({ state, connections }) => [state, connections]));
}

/** The sources of a tenant, with how each is, by name. */
export async function selectTenantSources(
  { db }: { db: Db },
  tenantId: string,
): Promise<{ id: string; name: string; source: string; state: string; loadedAt: Date | null }[]> {
  const rows = await db
    .selectFrom("source_states")
    .select(["connection_id", "name", "source", "published_state", "last_loaded_at"])
    .where("tenant_id", "=", tenantId)
    .orderBy("name")
    .execute();
  return rows.map(({ connection_id: id, name, source, published_state: state, last_loaded_at: loadedAt }) => ({
    id,
    name,
    source,
    state,
    loadedAt,
  }));
}

/** What the list of tenants shows of their sources: each is SQL over the id of a tenant. */
export const tenantSourceColumns = {
  sources: (tenantId: RawBuilder<unknown>) =>
    sql`array(select distinct s.source from source_states s where s.tenant_id = ${tenantId} order by s.source)`,
  health: (tenantId: RawBuilder<unknown>) => sql`(select case
    when bool_or(s.published_state in ('failing', 'needs_you')) then 'failing'
    when bool_or(s.published_state = 'late') then 'late'
    when bool_and(s.published_state = 'paused') then 'paused'
    when count(*) > 0 then 'healthy' end
    from source_states s where s.tenant_id = ${tenantId})`,
  lastDataAt: (tenantId: RawBuilder<unknown>) =>
    sql`(select max(s.last_loaded_at) from source_states s where s.tenant_id = ${tenantId})`,
};
