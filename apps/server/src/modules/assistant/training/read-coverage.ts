import type { readCoverage as contract, RouteOutput } from "@console/contracts";
import type { z } from "zod";
import { type Context, platformTenant } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import { countAsked, selectGaps, selectIdle } from "./coverage-store.ts";

const mostRows = 50;

/** What questions asked for and did not find; a tenant's people see their own. */
export async function readCoverage(
  context: Context,
  { days, tenant }: z.output<(typeof contract)["input"]>,
): Promise<RouteOutput<typeof contract>> {
  const isPlatform = context.tenantId === platformTenant;
  if (!isPlatform && tenant !== undefined && tenant !== context.tenantId)
    throw new AppError("not_found", "There is no such tenant.");
  const within = { tenant: isPlatform ? (tenant ?? null) : context.tenantId, days, limit: mostRows };
  const asked = await countAsked(context, within);
  const idle = await selectIdle(context, within);
  return {
    asked: {
      answered: asked.get("answer") ?? 0,
      clarified: asked.get("clarify") ?? 0,
      refused: asked.get("refuse") ?? 0,
    },
    missing: await selectGaps(context, "missing", within),
    unused: await selectGaps(context, "unused", within),
    idle: idle.map(({ since, ...row }) => ({ ...row, since: since.toISOString() })),
  };
}
