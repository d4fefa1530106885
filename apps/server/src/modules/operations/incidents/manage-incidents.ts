import type {
  getIncident as getContract,
  listIncidents as listContract,
  noteIncident as noteContract,
  RouteOutput,
  resolveIncident as resolveContract,
  writePostMortem as writeContract,
} from "@console/contracts";
import type { z } from "zod";
import { realClock } from "../../../platform/clock.ts";
import { type Context, requirePerson } from "../../../platform/context.ts";
import { AppError } from "../../../platform/errors.ts";
import type { HealthCheck } from "../../../platform/health/health-check.ts";
import { findTenantNames } from "../../directory/index.ts";
import { emitEvent } from "../../webhooks/index.ts";
import {
  endIncident,
  findIncident,
  type IncidentRow,
  insertNote,
  selectIncidents,
  selectNotes,
  updatePostMortem,
} from "./incident-store.ts";

type Checks = readonly HealthCheck[];
type View = RouteOutput<typeof listContract>["items"][number];

/** Incidents as people see them. */
export async function describeIncidents(
  context: Context,
  checks: Checks,
  rows: readonly IncidentRow[],
): Promise<View[]> {
  const names = await findTenantNames(context, [...new Set(rows.flatMap(({ tenants }) => tenants))]);
  const labels = new Map(checks.map(({ name, label }) => [name, label]));
  return rows.map((row) => ({
    id: row.id,
    check: row.check_name,
    title: row.title,
    state: row.state as View["state"],
    openedAt: row.opened_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    concernsAll: row.concerns_all,
    tenants: row.tenants.map((id) => ({ id, name: names.get(id) ?? id })),
    checks: row.checks.map((name) => ({ name, label: labels.get(name) ?? name })),
  }));
}

export async function listIncidents(
  context: Context,
  { cursor, limit, state }: z.output<(typeof listContract)["input"]>,
  checks: Checks,
): Promise<RouteOutput<typeof listContract>> {
  const rows = await selectIncidents(context, { state: state ?? null, after: cursor ?? null, limit: limit + 1 });
  const page = rows.slice(0, limit);
  return {
    items: await describeIncidents(context, checks, page),
    next: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  };
}

async function requireIncident(context: Context, id: string): Promise<IncidentRow> {
  const row = await findIncident(context, id);
  if (!row) throw new AppError("not_found", "There is no such incident.");
  return row;
}

export async function getIncident(
  context: Context,
  { incident: id }: z.output<(typeof getContract)["input"]>,
  checks: Checks,
): Promise<RouteOutput<typeof getContract>> {
  const row = await requireIncident(context, id);
  const [view] = await describeIncidents(context, checks, [row]);
  if (!view) throw new AppError("not_found", "There is no such incident.");
  const notes = await selectNotes(context, id);
  return {
    ...view,
    postMortem: row.post_mortem,
    version: row.version,
    notes: notes.map(({ at, written_by, text }) => ({ at: at.toISOString(), by: written_by, text })),
  };
}

export async function noteIncident(
  context: Context,
  { incident, text }: z.output<(typeof noteContract)["input"]>,
): Promise<Record<string, never>> {
  await requireIncident(context, incident);
  await insertNote(context, { incident, text, now: realClock(), by: requirePerson(context) });
  return {};
}

export async function resolveIncident(
  context: Context,
  { incident }: z.output<(typeof resolveContract)["input"]>,
): Promise<Record<string, never>> {
  const by = requirePerson(context);
  const { title } = await requireIncident(context, incident);
  if (!(await endIncident(context, incident, { now: realClock(), by }))) {
    throw new AppError("conflict", "The incident is resolved already.");
  }
  await insertNote(context, { incident, text: "Resolved by hand.", now: realClock(), by });
  await emitEvent(context, {
    kind: "incident.resolved",
    title: `Resolved: ${title}`,
    text: "Resolved by hand.",
    subject: `incidents/${incident}`,
    isResolved: true,
    path: `/admin/system-health?${new URLSearchParams({ incident })}`,
  });
  return {};
}

export async function writePostMortem(
  context: Context,
  { incident, text, version }: z.output<(typeof writeContract)["input"]>,
): Promise<RouteOutput<typeof writeContract>> {
  await requireIncident(context, incident);
  if (!(await updatePostMortem(context, incident, { text, version }))) {
    throw new AppError("conflict", "Someone else has changed this incident. Load it again before you save.");
  }
  return { version: version + 1 };
}
