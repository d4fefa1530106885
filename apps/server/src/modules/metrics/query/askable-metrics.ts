import type { Context } from "../../../platform/context.ts";
import { cashMetrics } from "../datasets/cash-metrics.ts";
import { registry as productRegistry, type Registry } from "../model/registry.ts";

const cashIds = new Set(cashMetrics.map(({ id }) => id));
/** Made once: what is made of metrics is kept by them. */
const withoutCash = new Map([...productRegistry.metrics].filter(([id]) => !cashIds.has(id)));

/**
 * What can be asked for in words. Where no account is used for cash on delivery its figures are unknown, and words such
 * as fees or banked cash mean something else.
 */
export async function readAskable(
  { db, tenantId }: Pick<Context, "db" | "tenantId">,
  registry: Registry,
): Promise<Registry> {
  const used = await db
    .selectFrom("account_purposes")
    .select("account_id")
    .where("tenant_id", "=", tenantId)
    .limit(1)
    .executeTakeFirst();
  return used ? registry : { ...registry, metrics: withoutCash };
}
