import { type RawBuilder, sql } from "kysely";
import { deliveryStatuses, taskTypes, toCode } from "../model/dimensions.ts";
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

/**
 * The deliveries of one tenant with what bookings need of them, by names: whether they were delivered, as figures count
 * them, and the local day on which they were completed, or else the one that figures have them on.
 */
export function deliveryFacts(tenantId: string): RawBuilder<unknown> {
  const isDelivered = sql`t.status = ${sql.lit(toCode(deliveryStatuses, "Delivered"))} and not t.is_cancelled
    and t.task_type <> ${sql.lit(toCode(taskTypes, "Pickup"))}`;
  const name = (dimension: string) => sql`${sql.raw(memberName("t", dimension))} as ${sql.ref(dimension)}`;
  return sql`(select t.tenant_id, t.source, t.source_key, t.ingested_at, t.order_reference, t.currency,
      t.cost_minor, t.cod_due_minor, t.cod_collected_minor, (${isDelivered}) as is_delivered,
      coalesce((t.completed_at at time zone t.time_zone)::date, t.day) as day,
      ${name("driver")}, ${name("customer")}, ${name("zone")}, ${name("service_level")}
    from delivery_tasks t where t.tenant_id = ${tenantId})`;
}
