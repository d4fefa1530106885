import {
  type readFeedbackTrends as contract,
  type FeedbackReason,
  feedbackReasons,
  type RouteOutput,
} from "@console/contracts";
import type { z } from "zod";
import type { Context } from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { findTenantNames } from "../directory/index.ts";
import { loadMetricState } from "../metrics/index.ts";
import { countFeedback } from "./feedback-store.ts";

const dayMs = 86_400_000;

/** How much is said by week, and about what; a tenant's people see their own. */
export async function readFeedbackTrends(
  context: Context,
  { tenant, weeks }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const isPlatform = context.permissions.has("tenants.manage");
  if (!isPlatform && tenant !== undefined && tenant !== context.tenantId) {
    throw new AppError("not_found", "There is no such tenant.");
  }
  const monday = findMonday(context.now);
  const since = new Date(monday.getTime() - (weeks - 1) * 7 * dayMs);
  const counted = await countFeedback(context, {
    tenant: isPlatform ? (tenant ?? null) : context.tenantId,
    since: toDay(since),
    until: toDay(monday),
  });
  const { registry } = await loadMetricState(context);
  const tenants = await findTenantNames(
    context,
    counted.tenants.map(({ label }) => label),
  );
  return {
    weeks: counted.weeks,
    reasons: counted.reasons.map(({ label, count }) => ({
      label: feedbackReasons[label as FeedbackReason] ?? label,
      count,
    })),
    metrics: counted.metrics.map(({ label, count }) => ({ label: registry.metrics.get(label)?.label ?? label, count })),
    tenants: counted.tenants.map(({ label, count }) => ({ label: tenants.get(label) ?? label, count })),
  };
}

/** The Monday of a week in UTC. */
function findMonday(now: Date): Date {
  const day = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * dayMs);
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}
