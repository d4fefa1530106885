import type { ConnectionKind, SourceName } from "@console/contracts";
import { type Selectable, sql } from "kysely";
import type { Db } from "../../../platform/db/database.ts";
import type { DB } from "../../../platform/db/schema.gen.ts";

type StateRow = Omit<Selectable<DB["source_states"]>, "source" | "kind"> & { source: SourceName; kind: ConnectionKind };

/** The states of all tenants' connections, with the names of their tenants. */
export async function selectStates(
  { db }: { db: Db },
  { source, tenant, search }: { source: string | null; tenant: string | null; search: string },
): Promise<(StateRow & { tenant_name: string })[]> {
  const { rows } = await sql<StateRow & { tenant_name: string }>`
    select s.*, coalesce(t.name, s.tenant_id) as tenant_name from source_states s left join tenants t on t.id = s.tenant_id
    where (${source}::text is null or s.source = ${source}) and (${tenant}::text is null or s.tenant_id = ${tenant})
      and (${search} = '' or strpos(lower(s.name || ' ' || coalesce(t.name, '') || ' ' || s.tenant_id), lower(${search})) > 0)`.execute(
    db,
  );
  return rows;
}

/** Connections of tenants that are served whose time has come, or whose state may have moved with time alone. */
export async function selectWatched({ db }: { db: Db }): Promise<StateRow[]> {
  const { rows } = await sql<StateRow>`select s.* from source_states s where not s.is_paused
    and not exists (select from tenants t where t.id = s.tenant_id and t.state <> 'active')`.execute(db);
  return rows;
}
