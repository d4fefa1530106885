import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { toRowKey } from "../compile/row-key.ts";
import { deliveries } from "../datasets/deliveries.ts";
import { type OrderFact, type OrderTable, orderFacts, spellReference } from "../model/order-facts.ts";

/** An order that was looked up by its number, or a delivery by the number of its task. */
export type FoundOrder = { order: string; day: string } | { key: string; task: string; day: string };

type Scope = Pick<Context, "db" | "tenantId">;

/** A short beginning may fit every order; the latest of the first ones are shown then. */
const mostCompared = 200;

/** After every text with the same beginning. */
const lastCharacter = "\u{10ffff}";

/** Orders of some tables whose number begins with a text, and tasks without an order that have it as theirs, the latest first. */
export async function findOrders(
  { db, tenantId }: Scope,
  text: string,
  { tables, limit, exceptSource }: { tables: readonly OrderTable[]; limit: number; exceptSource: string },
): Promise<FoundOrder[]> {
  if (text.includes("\0") || tables.length === 0) return [];
  const spellings = spellReference(text);
  const parts = tables.flatMap((table) => {
    const { column, where }: OrderFact = orderFacts[table];
    const name = sql.ref(column);
    return spellings.map(
      (spelling) => sql`(select ${name} as reference, null as source, null as source_key, day from ${sql.table(table)}
        where tenant_id = ${tenantId} and ${name} ~>=~ ${spelling} and ${name} ~<~ ${spelling + lastCharacter}
          and source <> ${exceptSource} and ${sql.raw(where ?? "true")} limit ${mostCompared})`,
    );
  });
  if (tables.includes("delivery_tasks")) {
    parts.push(sql`(select order_reference, source, source_key, day from delivery_tasks
      where tenant_id = ${tenantId} and source_key = ${text} limit ${mostCompared})`);
  }
  const { rows } = await sql<{ reference: string | null; source: string; source_key: string; day: string }>`
    select reference, source, source_key, max(day)::text as day from (
      select reference, case when reference is null then source end as source,
        case when reference is null then source_key end as source_key, day from (${sql.join(parts, sql` union all `)}) found
    ) orders group by 1, 2, 3 order by 4 desc, 1, 3 limit ${limit}`.execute(db);
  return rows.map(({ reference, source, source_key: task, day }) =>
    reference === null
      ? { key: toRowKey({ row_key_0: source, row_key_1: task }, deliveries), task, day }
      : { order: reference, day },
  );
}

/** Whether facts of any kind belong to an order of this reference; those of one source do not count. */
export async function isOrder(
  { db, tenantId }: Scope,
  reference: string,
  { exceptSource }: { exceptSource: string },
): Promise<boolean> {
  const parts = Object.entries<OrderFact>(orderFacts).map(
    ([table, { column, where }]): RawBuilder<unknown> => sql`exists (select from ${sql.table(table)}
      where tenant_id = ${tenantId} and ${sql.ref(column)} = any(${spellReference(reference)}::text[])
        and source <> ${exceptSource} and ${sql.raw(where ?? "true")})`,
  );
  const { rows } = await sql<{ is_order: boolean }>`select ${sql.join(parts, sql` or `)} as is_order`.execute(db);
  return rows[0]?.is_order ?? false;
}
