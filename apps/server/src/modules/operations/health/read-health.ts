import type { getHealth as contract, getOwnStatus as ownContract, RouteOutput } from "@console/contracts";
import type { Clock } from "../../../platform/clock.ts";
import type { Context } from "../../../platform/context.ts";
import { selectChecks, selectSamples, selectSpans } from "../../../platform/health/check-store.ts";
import type { HealthCheck } from "../../../platform/health/health-check.ts";
import { type JudgedCheck, judgeChecks, judgeWhole, measureUptime } from "../../../platform/health/judge-health.ts";
import { findTenantNames } from "../../directory/index.ts";
import { selectIncidents, selectIncidentsFor } from "../incidents/incident-store.ts";
import { describeIncidents } from "../incidents/manage-incidents.ts";

/** The reports that show figures of a table of facts. */
export type FindReports = (fact: string) => readonly { id: string; title: string }[];

/** The checks, and the time by which they are judged. */
export type JudgedBy = { checks: readonly HealthCheck[]; clock: Clock };

const uptimeDays = [1, 7, 30, 90];
const dayMs = 86_400_000;
const samplesShown = 60;
const mostIncidents = 20;

type View = RouteOutput<typeof contract>["checks"][number];

/** The state of every part of the platform, judged now. */
export async function readHealth(
  context: Context,
  { checks, clock }: JudgedBy,
  findReports: FindReports,
): Promise<RouteOutput<typeof contract>> {
  const now = clock();
  const judged = judgeChecks(checks, await selectChecks(context), now);
  const spans = groupByName(await selectSpans(context, new Date(now.getTime() - 90 * dayMs)));
  const since = new Date(now.getTime() - dayMs);
  const samples = groupByName(await selectSamples(context, { since, most: samplesShown }));
  const tenantIds = [...judged.values()].flatMap(({ stored }) => stored?.tenants ?? []);
  const names = await findTenantNames(context, [...new Set(tenantIds)]);
  const open = await selectIncidents(context, { state: "open", after: null, limit: mostIncidents });
  return {
    state: judgeWhole(judged.values()),
    readAt: now.toISOString(),
    incidents: await describeIncidents(context, checks, open),
    checks: [...judged.values()].map((one) => ({
      ...describeFinding(one),
      uptimes: uptimeDays.map((days, place) => ({
        days,
        ...measureUptime(spans.get(one.check.name) ?? [], {
          now,
          days,
          watchedDays: uptimeDays[place - 1] ?? 0,
          everySeconds: one.check.everySeconds,
        }),
      })),
      history: (samples.get(one.check.name) ?? []).map(({ at, state, latency_ms }) => ({
        at: at.toISOString(),
        state: state as "up" | "degraded" | "down",
        latencyMs: latency_ms,
      })),
      affects: describeAffected(one, { names, findReports }),
    })),
  };
}

function groupByName<Row extends { name: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row.name, [...(groups.get(row.name) ?? []), row]);
  return groups;
}

function describeFinding({ check, stored, state, cause }: JudgedCheck) {
  const time = (instant: Date | null | undefined) => instant?.toISOString() ?? null;
  return {
    name: check.name,
    label: check.label,
    purpose: check.purpose,
    everySeconds: check.everySeconds,
    state,
    cause,
    since: time(stored?.since),
    checkedAt: time(stored?.checked_at),
    latencyMs: stored?.latency_ms ?? null,
    message: stored?.message ?? null,
    lastSuccessAt: time(stored?.last_success_at),
    lastError: stored?.last_error ?? null,
    lastErrorAt: time(stored?.last_error_at),
    figures: (stored?.figures ?? []) as View["figures"],
  };
}

function describeAffected(
  { check: { affects }, stored }: JudgedCheck,
  { names, findReports }: { names: ReadonlyMap<string, string>; findReports: FindReports },
): View["affects"] {
  const reports = new Map((affects.facts ?? []).flatMap(findReports).map(({ id, title }) => [id, title]));
  return {
    summary: affects.summary,
    reports: [...reports].map(([id, name]) => ({ id, name })),
    tenants: affects.facts ? (stored?.tenants ?? []).map((id) => ({ id, name: names.get(id) ?? id })) : null,
  };
}

/** What concerns a tenant now, in words for its people. */
export async function readOwnStatus(
  context: Context,
  { checks, clock }: JudgedBy,
): Promise<RouteOutput<typeof ownContract>> {
  const messages = new Map(checks.map(({ name, affects }) => [name, affects.tenantMessage]));
  const incidents = await selectIncidentsFor(context, context.tenantId);
  const items = incidents.flatMap(({ id, check_name, opened_at }) => {
    const text = messages.get(check_name);
    return text ? [{ id, text, since: opened_at.toISOString() }] : [];
  });
  if (items.length > 0) return { state: "degraded", items };
  const judged = judgeChecks(checks, await selectChecks(context), clock());
  // What people of a tenant would never notice is no reason to tell them that nobody has looked.
  const isUnknown = [...judged.values()].some(
    ({ check, state }) => state === "unknown" && check.affects.tenantMessage !== null,
  );
  return { state: isUnknown ? "unknown" : "up", items };
}
