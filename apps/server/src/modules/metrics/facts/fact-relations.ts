import { type RawBuilder, sql } from "kysely";
import { loadTables } from "./fact-tables.ts";

/** The rows of a fact table of one tenant, for statements of other modules; it stands in the place of a table. */
export function tenantFacts(fact: string, tenantId: string): RawBuilder<unknown> {
  return sql`(select * from ${requireFact(fact)} where tenant_id = ${tenantId})`;
}

/** Those of them that came through one connection. */
export function connectionFacts(
  fact: string,
  { tenantId, connection }: { tenantId: string; connection: string },
): RawBuilder<unknown> {
  return sql`(select * from ${requireFact(fact)} where tenant_id = ${tenantId} and source = ${connection})`;
}

function requireFact(fact: string): RawBuilder<unknown> {
  if (!loadTables.some(({ table }) => table === fact)) throw new Error(`${fact} is no table of facts.`);
  return sql.table(fact);
}

/** The members of a dimension of one tenant, with id, key and name. */
export function tenantMembers(dimension: string, tenantId: string): RawBuilder<unknown> {
  return sql`(select id, key, name from members where tenant_id = ${tenantId} and dimension = ${dimension})`;
}

/** Selects the member of a tenant that has a name, if there is one; the parts are SQL of the statement around it. */
export function memberNamed(
  tenantId: RawBuilder<unknown>,
  dimension: RawBuilder<unknown>,
  name: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`select from members m where m.tenant_id = ${tenantId} and m.dimension = ${dimension} and m.name = ${name}`;
}

/**
 * SQL of the name of a member that a row of facts names, as text; `row` is what the row is called there. Looked up along
 * the order of the primary key, as answers do (`compile/member-names.ts`).
 */
export function memberName(row: string, dimension: string): string {
  const key = `${row}.${dimension}_id`;
  return `(select case when m.id = ${key} then m.name end from members m where m.tenant_id = ${row}.tenant_id and m.dimension = '${dimension}' and m.id >= ${key} order by m.id limit 1)`;
}
