import { type RawBuilder, sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";
import { type FactTable, isMember } from "./fact-table.ts";

type Scope = Pick<TenantScope, "db" | "tenantId">;

/** A row that a stored one of another load resembles: it says the same, or the same but for one field. */
export type Resemblance = { place: number; source: string; key: string; load: string; isSame: boolean };

/** Rows that are compared at most, on either side: beyond that there are at least as many as were found. */
const mostCame = 20_000;
const mostStored = 100_000;
/** With fewer fields any two rows of a day would resemble each other. */
const fewestFields = 4;

/**
 * Finds stored rows of loads that rows resemble, by columns that both have. `came` selects the rows with their `place`,
 * `exceptRows` says which stored rows `t` are not looked at. Rows that differ in a field are looked for where `isNear`.
 */
export async function findResembling(
  { db, tenantId }: Scope,
  { table, dayFields }: FactTable,
  {
    came,
    columns,
    exceptRows,
    isNear,
  }: {
    came: RawBuilder<unknown>;
    columns: readonly string[];
    exceptRows: RawBuilder<unknown>;
    isNear: boolean;
  },
): Promise<Resemblance[]> {
  const times = dayFields.filter((field) => columns.includes(field));
  if (times.length === 0 || columns.length < fewestFields) return [];
  const time = sql.raw(`coalesce(${times.join(", ")})`);
  const { rows } = await sql<Resemblance>`
    with came as materialized (select * from (${came}) rows_came limit ${sql.lit(mostCame)}), near as materialized (
      select source, source_key, loaded_by, ${sql.raw(columns.join(", "))} from ${sql.table(table)} t
      where tenant_id = ${tenantId} and loaded_by is not null and not (${exceptRows})
        and day between (select min(${time})::date - 1 from came) and (select max(${time})::date + 1 from came)
      limit ${sql.lit(mostStored)}
    ), compared as (
      select place, null::text[] as stored, variant.* from came
        cross join lateral ${variants("came", columns, isNear)}
      union all
      select null, array[loaded_by::text, source, source_key], variant.* from near
        cross join lateral ${variants("near", columns, isNear)}
    ), matched as (
      -- Grouped, not joined: fresh rows are in no statistics, and a join would compare each with each.
      select left_out, min(stored) as stored, array_agg(place) filter (where place is not null) as places
      from compared group by left_out, hash having count(place) > 0 and count(stored) > 0
    )
    select distinct on (place) place::int, stored[2] as source, stored[3] as key, stored[1] as load,
      left_out = 1 as "isSame"
    from matched cross join lateral unnest(places) as place order by place, left_out, stored`.execute(db);
  return rows;
}

/** A row as a hash of all that it says, and where asked as one without each of its fields. */
function variants(alias: string, columns: readonly string[], isNear: boolean) {
  const texts = [null, ...(isNear ? columns : [])].map((without) => {
    const values = columns.map((column) => (column === without ? "null" : `${alias}.${column}`));
    return `hashtextextended(row(${values.join(", ")})::text, 0)`;
  });
  return sql.raw(`unnest(array[${texts.join(", ")}]) with ordinality as variant (hash, left_out)`);
}

/** Finds rows of earlier loads that the new rows of a load resemble and that the load itself does not hold. */
export async function findResemblingLoad(
  scope: Scope,
  factTable: FactTable,
  { source, load, fields, isNear }: { source: string; load: string; fields: readonly string[]; isNear: boolean },
): Promise<Resemblance[]> {
  const { table, columns } = factTable;
  const names = fields.flatMap((name) => {
    const column = columns[name];
    return column ? [isMember(column) ? `${name}_id` : name] : [];
  });
  if (names.length === 0) return [];
  const { tenantId } = scope;
  return findResembling(scope, factTable, {
    came: sql`select row_number() over (order by source_key) as place, ${sql.raw(names.join(", "))}
      from ${sql.table(table)} own
      where tenant_id = ${tenantId} and source = ${source} and loaded_by = ${load}::uuid and not exists (
        select from fact_history h where h.tenant_id = ${tenantId} and h.loaded_by = ${load}::uuid
          and h.fact = ${table} and h.source = ${source} and h.source_key = own.source_key offset 0
      )`,
    columns: names,
    exceptRows: sql`loaded_by = ${load}::uuid or exists (
      select from fact_holds hold where hold.tenant_id = ${tenantId} and hold.fact = ${table}
        and hold.source = t.source and hold.source_key = t.source_key and hold.loaded_by = ${load}::uuid offset 0
    )`,
    isNear,
  });
}
