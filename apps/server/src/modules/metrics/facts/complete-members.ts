import { type RawBuilder, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { completions, listedGroups } from "../model/completions.ts";
import { listNumber } from "./fact-tables.ts";
import { indexMemberWords } from "./member-word-store.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** A member by its dimension and key. */
export type ListedMember = { dimension: string; key: string };

const groups = [...new Set(Object.values(listedGroups).flat())];
const groupColumns = groups.map((group) => `${group}_id`);

/**
 * Names and groups members as the lists say now; what no list says any more is as the facts have it. Gives the days of
 * each table of facts whose figures change by that.
 */
export async function completeMembers(
  scope: Scope,
  members: readonly ListedMember[],
): Promise<Map<string, ReadonlySet<string>>> {
  if (members.length === 0) return new Map();
  await renameMembers(scope, members);
  const grouped = members.filter(({ dimension }) => dimension in listedGroups);
  if (grouped.length === 0) return new Map();
  return await findDays(scope, await regroupMembers(scope, grouped));
}

/** Members that facts have named, each with what the newest rows of lists say of it, field by field. */
function listedMembers({ tenantId }: Scope, members: readonly ListedMember[]): RawBuilder<unknown> {
  const newest = ["name", ...groupColumns].map(
    (column) => `(array_agg(${column} order by ingested_at desc, source) filter (where ${column} is not null))[1]
      as listed_${column}`,
  );
  return sql`(select m.*, said.* from (
      select distinct dimension, list, key from unnest(
        ${members.map(({ dimension }) => dimension)}::text[], ${members.map(({ dimension }) => listNumber(dimension))}::smallint[],
        ${members.map(({ key }) => key)}::text[]) as wanted (dimension, list, key)
    ) wanted
    join members m on m.tenant_id = ${tenantId} and m.dimension = wanted.dimension and m.key = wanted.key
    cross join lateral (
      select ${sql.raw(newest.join(", "))} from member_details d
      where d.tenant_id = ${tenantId} and d.list = wanted.list and d.key = wanted.key
    ) said)`;
}

type Renaming = { id: number; dimension: string; key: string; name: string; given: string | null };

async function renameMembers(scope: Scope, members: readonly ListedMember[]): Promise<void> {
  const { db, tenantId } = scope;
  const { rows: renamings } = await sql<Renaming>`
    select id, dimension, key, coalesce(listed_name, given_name, name) as name,
      case when listed_name is not null then coalesce(given_name, name) end as given
    from ${listedMembers(scope, members)} listed
    where case when listed_name is null then given_name is not null
      else given_name is null or name not in (listed_name, listed_name || ' (' || key || ')') end`.execute(db);
  if (renamings.length === 0) return;
  // All leave their names first, so that members can take those of each other.
  await sql`update members set name = 'renamed ' || id where tenant_id = ${tenantId}
    and id = any(${renamings.map(({ id }) => id)}::int[])`.execute(db);
  const list = (field: "dimension" | "key" | "name" | "given") => sql`${renamings.map((one) => one[field])}::text[]`;
  await sql`update members m set given_name = renaming.given, name = case
      when place > 1 or exists (select from members other where other.tenant_id = ${tenantId}
        and other.dimension = m.dimension and other.name = renaming.name)
      then renaming.name || ' (' || m.key || ')' else renaming.name end
    from (
      select *, row_number() over (partition by dimension, name order by key) as place
      from unnest(${renamings.map(({ id }) => id)}::int[], ${list("dimension")}, ${list("key")}, ${list("name")},
        ${list("given")}) as renaming (id, dimension, key, name, given)
    ) renaming
    where m.tenant_id = ${tenantId} and m.dimension = renaming.dimension and m.id = renaming.id`.execute(db);
  await indexMemberWords(scope);
}

/** Keeps the groups of members; gives the ids of those whose groups have changed, by dimension. */
async function regroupMembers(scope: Scope, members: readonly ListedMember[]): Promise<Map<string, number[]>> {
  const { db, tenantId } = scope;
  const columns = sql.raw(groupColumns.join(", "));
  const listed = sql.raw(groupColumns.map((column) => `listed_${column}`).join(", "));
  const { rows } = await sql<{ dimension: string; id: number }>`
    with listed as materialized (select * from ${listedMembers(scope, members)} listed), changed as (
      select listed.* from listed left join member_groups kept on kept.tenant_id = ${tenantId} and kept.member_id = id
      where (${listed}) is distinct from (${sql.raw(groupColumns.map((column) => `kept.${column}`).join(", "))})
    ), kept as (
      insert into member_groups (tenant_id, member_id, ${columns}) select ${tenantId}, id, ${listed} from changed
      on conflict (tenant_id, member_id) do update set
        ${sql.raw(groupColumns.map((column) => `${column} = excluded.${column}`).join(", "))}
    )
    select dimension, id from changed`.execute(db);
  return new Map(
    Object.keys(listedGroups).map((dimension) => [
      dimension,
      rows.flatMap((row) => (row.dimension === dimension ? [row.id] : [])),
    ]),
  );
}

/** The days of facts that are completed by some members. */
async function findDays(
  { db, tenantId }: Scope,
  members: ReadonlyMap<string, readonly number[]>,
): Promise<Map<string, ReadonlySet<string>>> {
  const days = new Map<string, Set<string>>();
  for (const [fact, completed] of Object.entries(completions)) {
    for (const [dimension, lacking] of Object.entries(completed)) {
      const ids = members.get(dimension) ?? [];
      if (ids.length === 0) continue;
      const isLacking = sql.raw(lacking.map((group) => `${group}_id is null`).join(" or "));
      const { rows } = await sql<{ day: string }>`select distinct day::text as day from ${sql.table(fact)}
        where tenant_id = ${tenantId} and ${sql.ref(`${dimension}_id`)} = any(${ids}::int[]) and (${isLacking})`.execute(
        db,
      );
      days.set(fact, new Set([...(days.get(fact) ?? []), ...rows.map(({ day }) => day)]));
    }
  }
  return days;
}
