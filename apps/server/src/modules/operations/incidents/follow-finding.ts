import type { Context } from "../../../platform/context.ts";
import { selectChecks } from "../../../platform/health/check-store.ts";
import type { HealthCheck } from "../../../platform/health/health-check.ts";
import { findRoot, judgeChecks, listNeeds } from "../../../platform/health/judge-health.ts";
import type { FollowFinding } from "../../../platform/health/run-checks.ts";
import { findTenantNames } from "../../directory/index.ts";
import {
  addIncidentChecks,
  endIncident,
  findOpenIncident,
  foldIncidents,
  insertIncident,
  insertNote,
  type StoredIncident,
  selectOpenRoots,
  setIncidentTenants,
} from "./incident-store.ts";

/** So many failures in a row open an incident, and so many successes end it. */
const failuresToOpen = 3;
const successesToEnd = 2;

type IncidentChange = "opened" | "spread" | "resolved";

/** Tells those who run the platform that an incident has begun, concerns more tenants, or has ended. */
export type TellOfIncident = (
  context: Context,
  incident: { id: string; title: string; text: string; change: IncidentChange },
) => Promise<void>;

/** What findings mean for incidents: one cause makes one incident, and what only follows from it is a part of it. */
export function followFindings(checks: readonly HealthCheck[], tell: TellOfIncident): FollowFinding {
  return async (context, { check, result, stored, now }) => {
    const fails = result.state === "down" || (result.state === "degraded" && result.opensIncident === true);
    const open = await findOpenIncident(context, check.name);
    if (!fails) {
      if (open && stored.successes >= successesToEnd) await end(context, open, check, { now, tell });
      return;
    }
    const judged = judgeChecks(checks, await selectChecks(context), now);
    const states = new Map([...judged].map(([name, { stored: row }]) => [name, row?.state ?? "unknown"]));
    // What is slow is to blame too, once that is an incident.
    const roots = new Set(await selectOpenRoots(context));
    const cause = findRoot(check, checks, (name) => states.get(name) === "down" || roots.has(name));
    if (cause !== null) {
      const root = await findOpenIncident(context, cause);
      if (root) await addParts(context, root, [check], now);
      return;
    }
    if (open) {
      if (!open.concerns_all) await updateTenants(context, open, check, { tenants: result.tenants ?? [], now, tell });
      return;
    }
    if (stored.failures < failuresToOpen) return;
    await begin(context, check, { result, now, tell, dependents: listDependents(check, checks, states) });
  };
}

async function begin(
  context: Context,
  check: HealthCheck,
  {
    result,
    now,
    tell,
    dependents,
  }: {
    result: Parameters<FollowFinding>[1]["result"];
    now: Date;
    tell: TellOfIncident;
    dependents: readonly HealthCheck[];
  },
): Promise<void> {
  const title = `${check.label} ${result.state === "down" ? "down" : "degraded"}`;
  const concernsAll = result.tenants === undefined && check.affects.tenantMessage !== null;
  const incident = await insertIncident(context, { check: check.name, title, concernsAll, now });
  if (!incident) return;
  await addIncidentChecks(context, incident.id, { checks: [check.name], now });
  await setIncidentTenants(context, incident.id, result.tenants ?? []);
  await insertNote(context, { incident: incident.id, text: `Opened. ${result.message ?? ""}`.trim(), now, by: null });
  await addParts(context, incident, dependents, now);
  const text = [result.message, check.affects.summary].filter(Boolean).join(" ");
  await tell(context, { id: incident.id, title, text, change: "opened" });
}

/** An open incident concerns other tenants than before: those who run the platform are told of the ones that are new in it. */
async function updateTenants(
  context: Context,
  { id, title }: StoredIncident,
  check: HealthCheck,
  { tenants, now, tell }: { tenants: readonly string[]; now: Date; tell: TellOfIncident },
): Promise<void> {
  const added = await setIncidentTenants(context, id, tenants);
  if (added.length === 0) return;
  const names = await findTenantNames(context, added);
  const words = `It concerns ${added.map((tenant) => names.get(tenant) ?? tenant).join(", ")} too.`;
  await insertNote(context, { incident: id, text: words, now, by: null });
  await tell(context, { id, title, text: [words, check.affects.summary].join(" "), change: "spread" });
}

/** Folds what only follows from an incident into it: it tells nobody by itself. */
async function addParts(
  context: Context,
  root: StoredIncident,
  checks: readonly HealthCheck[],
  now: Date,
): Promise<void> {
  const names = checks.map(({ name }) => name);
  await foldIncidents(context, root, { checks: names, now });
  const added = new Set(await addIncidentChecks(context, root.id, { checks: names, now }));
  for (const { name, label } of checks) {
    if (added.has(name))
      await insertNote(context, { incident: root.id, text: `Also affected: ${label}.`, now, by: null });
  }
}

async function end(
  context: Context,
  { id }: StoredIncident,
  check: HealthCheck,
  { now, tell }: { now: Date; tell: TellOfIncident },
): Promise<void> {
  if (!(await endIncident(context, id, { now, by: null }))) return;
  await insertNote(context, { incident: id, text: "Resolved by itself: the check succeeds again.", now, by: null });
  const text = `${check.label} works again.`;
  await tell(context, { id, title: `${check.label} recovered`, text, change: "resolved" });
}

/** The parts that do not work now and that need a check, however far away. */
function listDependents(
  root: HealthCheck,
  checks: readonly HealthCheck[],
  states: ReadonlyMap<string, string>,
): HealthCheck[] {
  return checks.filter((check) => {
    const state = states.get(check.name);
    if (check.name === root.name || (state !== "down" && state !== "degraded")) return false;
    return listNeeds(check, checks).includes(root.name);
  });
}
