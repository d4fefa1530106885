import type { verifyLedger as contract, RouteOutput } from "@console/contracts";
import type { SnapshotContext } from "../../../platform/context.ts";
import { findSeal } from "./ledger-seals.ts";
import { verifyBook } from "./verify-book.ts";

/** Checks the book of a tenant for its own people. */
export async function verifyLedger(context: SnapshotContext): Promise<RouteOutput<typeof contract>> {
  const seal = await findSeal(context, context.tenantId);
  const { entries, lines, problems } = await verifyBook(context, seal?.standing ?? null);
  return { checkedAt: context.now.toISOString(), entries, lines, problems, sealedAt: seal?.at ?? null };
}
