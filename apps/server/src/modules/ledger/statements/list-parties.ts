import type { listLedgerParties as contract, RouteOutput } from "@console/contracts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";

const mostWords = 6;
const namesAtOnce = 50;

/** The customers, suppliers, drivers or branches that lines name, by name. */
export async function listParties(
  { db, tenantId }: Context,
  { kind, q = "" }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean).slice(0, mostWords);
  const column = sql.ref(`l.${kind}`);
  const conditions = [sql`name is not null`, ...words.map((word) => sql`strpos(lower(name), ${word}) > 0`)];
  // From one name to the next by the index: a book has far fewer names than lines.
  const { rows } = await sql<{ name: string }>`
    with recursive names (name) as (
      select min(${column}) from ledger_lines l where l.tenant_id = ${tenantId}
      union all
      select (select min(${column}) from ledger_lines l where l.tenant_id = ${tenantId} and ${column} > names.name)
      from names where names.name is not null
    ) select name from names where ${sql.join(conditions, sql` and `)} limit ${namesAtOnce}`.execute(db);
  return { items: rows.map(({ name }) => name) };
}
