import { sql } from "kysely";
import type { TenantScope } from "../../../platform/db/database.ts";

/** Takes the turn of a tenant's book until the end of the transaction: what is checked then stands when it is written. */
export async function lockBook({ db, tenantId }: Pick<TenantScope, "db" | "tenantId">): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ledger ${tenantId}`}, 0))`.execute(db);
}
