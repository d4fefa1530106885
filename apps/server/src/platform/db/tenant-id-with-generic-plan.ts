import { type RawBuilder, sql } from "kysely";

/**
 * A tenant's id that the database plans for without looking at it, as for a tenant of average size. Where its rows are
 * newer than the statistics it would expect none, hold all indexes for equally good, and read all that the tenant has
 * for every single row.
 */
export function tenantIdWithGenericPlan(tenantId: string): RawBuilder<string> {
  return sql`(select ${tenantId}::text)`;
}
