import { routes } from "@console/contracts";
import type { Clock } from "../../../platform/clock.ts";
import { type Platform, platformTenant, systemWork } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import type { AttentionSource } from "../../../platform/health/attention.ts";
import { selectChecks, setPaused } from "../../../platform/health/check-store.ts";
import type { HealthCheck } from "../../../platform/health/health-check.ts";
import { judgeChecks, judgeWhole } from "../../../platform/health/judge-health.ts";
import type { Checker } from "../../../platform/health/run-checks.ts";
import { handle, handleDirectly } from "../../../platform/http/endpoint.ts";
import type { Logger } from "../../../platform/telemetry/logger.ts";
import { listAttention, markAttention } from "../attention/list-attention.ts";
import { mutedChecks } from "../attention/muted-checks.ts";
import {
  getIncident,
  listIncidents,
  noteIncident,
  resolveIncident,
  writePostMortem,
} from "../incidents/manage-incidents.ts";
import { type FindReports, readHealth, readOwnStatus } from "./read-health.ts";
import { type ListOpenReports, readTenantStatus } from "./read-tenant-status.ts";

/** The checks of a running product, and who runs them. */
export type Health = {
  checks: readonly HealthCheck[];
  checker: Checker;
  platform: Platform;
  log: Logger;
  /** The real time, also where the product's own stands still. */
  clock: Clock;
};

/** How the platform is: for those who run it, for each tenant, and in one word for everyone. */
export function healthRoutes(
  health: Health,
  {
    findReports,
    listOpenReports,
    attention: others,
  }: { findReports: FindReports; listOpenReports: ListOpenReports; attention: readonly AttentionSource[] },
) {
  const attention = [...others, mutedChecks(health.checks)];
  return [
    handle(routes.getHealth, (context) => readHealth(context, health, findReports)),
    handleDirectly(routes.runHealthCheck, async ({ log: own }, { check }) => {
      if (!health.checks.some(({ name }) => name === check)) throw new AppError("not_found", "There is no such check.");
      own.info({ check }, "A check is run by hand");
      return { isRun: (await health.checker.runNow(check)) !== null };
    }),
    handle(routes.pauseHealthCheck, async (context, { check, isPaused }) => {
      const isKnown = await setPaused(context, check, { isPaused, now: context.now });
      if (!isKnown) throw new AppError("not_found", "There is no such check.");
      return {};
    }),
    handle(routes.listIncidents, (context, input) => listIncidents(context, input, health.checks)),
    handle(routes.getIncident, (context, input) => getIncident(context, input, health.checks)),
    handle(routes.noteIncident, noteIncident),
    handle(routes.resolveIncident, resolveIncident),
    handle(routes.writePostMortem, writePostMortem),
    handle(routes.listAttention, (context, input) => listAttention(context, input, attention)),
    handle(routes.markAttention, markAttention),
    handleDirectly(routes.getStatus, async () => ({ state: await readState(health) })),
    handle(routes.getOwnStatus, (context) => readOwnStatus(context, health)),
    handle(routes.getTenantStatus, (context) => readTenantStatus(context, health, { findReports, listOpenReports })),
  ];
}

/** The state of the whole in one word. Without its database the platform is down, and says so all the same. */
function readState({ checks, platform, log, clock }: Health) {
  return systemWork(
    platform,
    "health.status",
    log,
  )(platformTenant, async (context) =>
    judgeWhole(judgeChecks(checks, await selectChecks(context), clock()).values()),
  ).catch(() => "down" as const);
}
