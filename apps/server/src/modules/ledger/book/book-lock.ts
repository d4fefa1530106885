import type { TenantScope } from "../../../platform/db/database.ts";
import { lockPostings } from "../../metrics/index.ts";

/** Takes the turn of a tenant's book until the end of the transaction: what is checked then stands when it is written. */
export async function lockBook(scope: Pick<TenantScope, "db" | "tenantId">): Promise<void> {
  await lockPostings(scope);
}
