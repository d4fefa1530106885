import { type setDefaultDashboard as contract, dashboardPreference, type RouteOutput } from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { writePreference } from "../../directory/index.ts";

/** What a tenant has chosen for all its users is kept under this, where a person's uid stands otherwise. */
export const tenantUid = "tenant";

/**
 * Makes cards the default of the caller's tenant. The caller's own give way, so that they see what all others do.
 * Without cards the product's default holds again.
 */
export async function setDefaultDashboard(
  context: Context,
  { cards }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  if (context.actor.kind !== "user") throw new AppError("forbidden", "Only a person can arrange a dashboard.");
  if (cards?.some((card) => "pin" in card)) {
    throw new AppError(
      "invalid_input",
      "Pinned answers are private and cannot be on everyone's dashboard. Remove their cards first.",
    );
  }
  await writePreference({ ...context, uid: tenantUid }, dashboardPreference, cards);
  if (cards) await writePreference({ ...context, uid: context.actor.uid }, dashboardPreference, null);
  return { isKept: cards !== null };
}
