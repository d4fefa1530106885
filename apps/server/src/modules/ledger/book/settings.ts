import type { changeLedgerSettings as changeContract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { loadMetricState } from "../../metrics/index.ts";
import { lockBook } from "./book-lock.ts";

/** From which amount on an entry takes a second person; null for none. */
export async function findApprovalLimit({ db, tenantId }: Pick<Context, "db" | "tenantId">): Promise<number | null> {
  const row = await db
    .selectFrom("ledger_settings")
    .select("approval_minor")
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  return row?.approval_minor ?? null;
}

export async function getLedgerSettings(context: Context): Promise<RouteOutput<typeof changeContract>> {
  const { settings } = await loadMetricState(context);
  return { approvalMinor: await findApprovalLimit(context), currency: settings.currency };
}

export async function changeLedgerSettings(
  context: Context,
  { approvalMinor }: z.output<(typeof changeContract)["input"]>,
): Promise<RouteOutput<typeof changeContract>> {
  await lockBook(context);
  await context.db
    .insertInto("ledger_settings")
    .values({ tenant_id: context.tenantId, approval_minor: approvalMinor })
    .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet({ approval_minor: approvalMinor }))
    .execute();
  return getLedgerSettings(context);
}
