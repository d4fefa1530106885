import { type RawBuilder, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { connectionFacts, tenantMembers } from "../../metrics/index.ts";
import type { Connection } from "../connections/connection-store.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;
type Of = Pick<Connection, "id" | "mapping">;

export type DocumentRow = {
  id: string;
  name: string;
  type: string | null;
  state: "taken" | "rejected";
  at: Date;
  reason: string | null;
  place: string | null;
  file_name: string | null;
  run_id: string | null;
  has_older: boolean;
};

/** What a rejected row calls its document, where no mapping says which column that is. */
const titleWords = ["title", "name", "documentname", "filename", "document", "file"];

/** A key that was made of the row tells no document from another version of it. */
const madeKey = "^row [A-Za-z0-9_-]{32}( [0-9]+)?$";

/** Documents whose newest version was rejected, each once. What was taken in since is not one of them. */
function rejected({ tenantId }: Scope, { id, mapping }: Of): RawBuilder<unknown> {
  const column = (field: string) =>
    sql`coalesce(run.task #>> ${`{mapping,fields,${field},from}`}::text[], ${mappedColumn(mapping, field)}::text)`;
  return sql`select r.*, d.source_key is not null as has_older from (
      select distinct on (coalesce('k' || key, 'r' || id)) * from (
        select j.id, j.place, j.reason, j.rejected_at, j.run_id, case when jsonb_array_length(run.task->'files') = 1 then run.task #>> '{files,0,name}' end as file_name,
          coalesce(nullif(trim(j.record ->> ${column("source_key")}), ''), case when j.source_key !~ ${madeKey} then j.source_key end) as key,
          nullif(trim(j.record ->> ${column("document_type")}), '') as type,
          coalesce(nullif(trim(j.record ->> ${column("title")}), ''), (
            select trim(value) from jsonb_each_text(j.record) as cell (name, value)
            where trim(value) <> '' and regexp_replace(lower(name), '[^a-z]', '', 'g') = any(${titleWords}::text[])
            order by array_position(${titleWords}::text[], regexp_replace(lower(name), '[^a-z]', '', 'g')) limit 1
          ), nullif(trim(j.record ->> ${column("source_key")}), ''), j.place) as name
        from source_rejects j left join source_runs run on run.tenant_id = ${tenantId} and run.id = j.run_id
        where j.tenant_id = ${tenantId} and j.connection_id = ${id} and j.state = 'open' and j.fact = 'documents'
      ) row order by coalesce('k' || key, 'r' || id), rejected_at desc, id desc
    ) r left join ${connectionFacts("documents", { tenantId, connection: id })} d on d.source_key = r.key
    where d.source_key is null or d.ingested_at < r.rejected_at`;
}

/** The column of the source that fills one of our fields. */
function mappedColumn({ fields }: Record<string, unknown>, field: string): string | null {
  const from = (fields as Record<string, { from?: string }> | undefined)?.[field]?.from;
  return from ?? null;
}

/** Documents of a connection whose newest version is there. */
function documentFiles({ tenantId }: Scope, { id }: Of): RawBuilder<unknown> {
  return sql`select f.source_key, f.title, f.document_type_id, f.ingested_at, f.tenant_id
    from ${connectionFacts("documents", { tenantId, connection: id })} f where f.source_key not in (select key from rejected where key is not null)`;
}

/** Documents of a connection after a place, the latest first. */
export async function selectDocuments(
  scope: Scope,
  connection: Of,
  {
    state,
    search,
    before,
    limit,
  }: { state: string | null; search: string; before: { at: Date; id: string } | null; limit: number },
): Promise<DocumentRow[]> {
  const after = before ? sql`(at, id) < (${before.at}, ${before.id})` : sql`true`;
  const nameCondition = search === "" ? sql`true` : sql`strpos(lower(name), lower(${search})) > 0`;
  const page = sql`where ${after} and ${nameCondition} order by at desc, id desc limit ${limit}`;
  const { rows } = await sql<DocumentRow>`with rejected as (${rejected(scope, connection)}), taken as (
      ${documentFiles(scope, connection)}
    ), found as (
      (select * from (
        select 'd' || source_key as id, title as name, document_type_id, null::text as type, 'taken' as state,
          ingested_at as at, null::text as reason, null::text as place, null::text as file_name, null::text as run_id,
          false as has_older
        from taken where ${state}::text is distinct from 'rejected'
      ) one ${page})
      union all
      (select * from (
        select 'r' || id as id, name, null::integer, type, 'rejected', rejected_at as at, reason, place, file_name, run_id,
          has_older
        from rejected where ${state}::text is distinct from 'taken'
      ) one ${page})
    )
    select found.id, found.name, coalesce(m.name, found.type) as type, state, at, reason, place, file_name, run_id, has_older
    from found left join ${tenantMembers("document_type", scope.tenantId)} m on m.id = found.document_type_id
    order by at desc, found.id desc limit ${limit}`.execute(scope.db);
  return rows;
}

/** How many documents of each type a connection has, with the last one of each. */
export async function countDocuments({ db, tenantId }: Scope, { id }: Of) {
  const ours = connectionFacts("documents", { tenantId, connection: id });
  const { rows } = await sql<{ type: string | null; documents: number; last_name: string; last_at: Date }>`
    with counted as (
      select document_type_id, count(*) as documents, max(ingested_at) as last_at
      from ${ours} f group by document_type_id
    )
    select distinct on (documents, m.name, counted.document_type_id) m.name as type, documents, last_at, d.title as last_name
    from counted join ${ours} d on d.ingested_at = last_at
      and d.document_type_id is not distinct from counted.document_type_id
    left join ${tenantMembers("document_type", tenantId)} m on m.id = counted.document_type_id
    order by documents desc, m.name, counted.document_type_id, d.source_key desc`.execute(db);
  return rows;
}

/** How many documents have a newest version that was rejected. */
export async function countRejected(scope: Scope, connection: Of): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${rejected(scope, connection)}) r`.execute(
    scope.db,
  );
  return Number(rows[0]?.n ?? 0);
}
