import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { recordLists } from "./fact-store.ts";
import { type CheckedRecords, prepareRecords, requireFactTable } from "./ingest-facts.ts";
import { findMembers } from "./member-store.ts";

/** Records that say the same, and the keys of the stored rows that say it too. */
export type SameRows = { records: number; keys: string[] };

/**
 * Finds the rows of a source that say what records say, where the records have no key to be found by. What a load has
 * written itself, or holds, is none of them: it has come again.
 */
export async function findSameRows(
  context: Context,
  { source, exceptLoad }: { source: string; exceptLoad: string | null },
  { fact, records }: CheckedRecords,
): Promise<SameRows[]> {
  const table = requireFactTable(fact);
  const { alike, keys, plain, memberNames, listMembers } = await prepareRecords(context, table, records);
  const members = await listMembers(await findMembers(context, memberNames));
  const { db, tenantId } = context;
  const same: SameRows[] = [];
  for (const index of alike.keys()) {
    const stored = [...(plain[index] ?? []), ...(members[index] ?? [])];
    const names = stored.map(({ name }) => name);
    const times = table.dayFields.filter((field) => names.includes(field));
    if (times.length === 0) continue;
    const time = sql.raw(`coalesce(${times.join(", ")})`);
    const { columns, from } = recordLists({ keys: keys[index] ?? Buffer.alloc(0), stored });
    const content = (alias: string) => sql.raw(`row(${names.map((name) => `${alias}.${name}`).join(", ")})::text`);
    const { rows } = await sql<SameRows>`
      with came as materialized (select ${columns} from ${from}), said as (
        select ${content("came")} as content, null::text as key from came
        union all
        select ${content("t")}, t.source_key from ${sql.table(fact)} t
        where tenant_id = ${tenantId} and source = ${source} and loaded_by is distinct from ${exceptLoad}::uuid
          and day between (select min(${time})::date - 1 from came) and (select max(${time})::date + 1 from came)
          and not exists (
            select from fact_holds hold where hold.tenant_id = ${tenantId} and hold.fact = ${fact}
              and hold.source = t.source and hold.source_key = t.source_key
              and hold.loaded_by = ${exceptLoad}::uuid offset 0
          )
      )
      -- Grouped, not joined: fresh rows are in no statistics, and a join would compare each with each.
      select count(*) filter (where key is null)::int as records,
        array_agg(key order by key) filter (where key is not null) as keys
      from said group by content having count(key) > 0 and count(*) > count(key)`.execute(db);
    same.push(...rows);
  }
  return same;
}
