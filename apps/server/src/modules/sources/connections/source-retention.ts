import { sql } from "kysely";
import type { Context } from "../../../platform/context.ts";
import type { RetentionRule } from "../../../platform/retention/retention-rule.ts";
import { deleteHistoryBefore } from "../../metrics/index.ts";
import { deleteRemovedBefore } from "./connection-store.ts";

/** What is kept of the readings of sources only for a while. */
export const sourceRetentionRules: readonly RetentionRule[] = [
  { days: "runs", hasTenantRows: true, remove: deleteRunsBefore },
  { days: "loads", hasTenantRows: true, remove: deleteHistoryBefore },
  { days: "loads", hasTenantRows: true, remove: deleteRemovedBefore },
  { days: "rejects", hasTenantRows: true, remove: deleteRejectsBefore },
];

/** The last run of a connection stays: it says how the connection is. */
async function deleteRunsBefore({ db, tenantId }: Context, before: Date): Promise<void> {
  await sql`delete from source_runs old where tenant_id = ${tenantId} and ended_at < ${before}
    and exists (select from source_runs later where later.tenant_id = ${tenantId}
      and later.connection_id = old.connection_id and later.asked_at > old.asked_at)`.execute(db);
}

async function deleteRejectsBefore({ db, tenantId }: Context, before: Date): Promise<void> {
  await sql`delete from source_rejects where tenant_id = ${tenantId} and rejected_at < ${before}`.execute(db);
}
