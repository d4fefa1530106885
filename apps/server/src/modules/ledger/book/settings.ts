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

/** Where customers pay to, as it stands on statements; null where nobody has said. */
export async function findBankDetails({ db, tenantId }: Pick<Context, "db" | "tenantId">): Promise<string | null> {
  const row = await db
    .selectFrom("ledger_settings")
    .select("bank_details")
    .where("tenant_id", "=", tenantId)
    .executeTakeFirst();
  return row?.bank_details ?? null;
}

export async function getLedgerSettings(context: Context): Promise<RouteOutput<typeof changeContract>> {
  const { settings } = await loadMetricState(context);
  return {
    approvalMinor: await findApprovalLimit(context),
    bankDetails: await findBankDetails(context),
    currency: settings.currency,
  };
}

/** Changes what is said; the rest stays as it is. */
export async function changeLedgerSettings(
  context: Context,
  { approvalMinor, bankDetails }: z.output<(typeof changeContract)["input"]>,
): Promise<RouteOutput<typeof changeContract>> {
  await lockBook(context);
  const changed = {
    approval_minor: approvalMinor === undefined ? await findApprovalLimit(context) : approvalMinor,
    bank_details: bankDetails === undefined ? await findBankDetails(context) : bankDetails || null,
  };
  await context.db
    .insertInto("ledger_settings")
    .values({ tenant_id: context.tenantId, ...changed })
    .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet(changed))
    .execute();
  return getLedgerSettings(context);
}
