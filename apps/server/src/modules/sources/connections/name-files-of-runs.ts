import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";

/** What the file of each of some runs is called; nothing for runs without a file, or with several. */
export async function nameFilesOfRuns(
  { db, tenantId }: Pick<Context, "db" | "tenantId">,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, task->'files'->0->>'name' as name from source_runs
    where tenant_id = ${tenantId} and id = any(${[...new Set(ids)]}::text[])
      and jsonb_array_length(coalesce(task->'files', '[]')) = 1`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
