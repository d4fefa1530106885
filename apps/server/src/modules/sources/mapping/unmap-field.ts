import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";

/** Takes a field of a table out of the mappings of all connections, and of all loads that a later one may be mapped like. */
export async function unmapField({ db, tenantId }: Context, fact: string, field: string): Promise<void> {
  await sql`update source_connections set mapping = mapping #- array['fields', ${field}] #- array['ownFields', ${field}], version = version + 1
    where tenant_id = ${tenantId} and mapping->>'fact' = ${fact} and mapping->'fields' ? ${field}`.execute(db);
  await sql`update source_runs set task = task #- array['mapping', 'fields', ${field}] #- array['mapping', 'ownFields', ${field}]
    where tenant_id = ${tenantId} and task->'mapping'->>'fact' = ${fact} and task->'mapping'->'fields' ? ${field}`.execute(
    db,
  );
}
