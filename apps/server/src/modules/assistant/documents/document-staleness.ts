import { type RawBuilder, sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import { readableScopes } from "./document-store.ts";

/** Since when nobody can say that a document is still true: its address failed, or its time is over. */
export function staleSince(row: string): RawBuilder<Date | null> {
  const ref = (column: string) => sql.ref(`${row}.${column}`);
  return sql<Date | null>`least(${ref("unconfirmed_since")}, case when ${ref("searchable_at")}
    + make_interval(days => ${ref("stale_after_days")}) < now() then ${ref("searchable_at")}
    + make_interval(days => ${ref("stale_after_days")}) end)`;
}

/** Since when some documents are stale, of those that are. */
export async function readStaleness(context: Context, ids: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; since: Date | null }>`select r.id, ${staleSince("r")} as since
    from training_documents r where r.tenant_id = any(${readableScopes(context)}::text[])
      and r.id = any(${ids}::text[])`.execute(context.db);
  return new Map(rows.flatMap(({ id, since }) => (since === null ? [] : [[id, since] as const])));
}
