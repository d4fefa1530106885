import type { getTenantStatus as contract, RouteOutput } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { selectTenantSources } from "../../sources/index.ts";
import { selectPastIncidentsFor } from "../incidents/incident-store.ts";
import { selectWindowsFor } from "../maintenance/window-store.ts";
import { type FindReports, type JudgedBy, readOwnStatus } from "./read-health.ts";

const pastDays = 90;
const dayMs = 86_400_000;

/** The reports that the caller's tenant may open, with their paths. */
export type ListOpenReports = (context: Context) => Promise<ReadonlyMap<string, { title: string; path: string }>>;

/** All that concerns a tenant: what is wrong, what was, what is planned, and how fresh its data is. */
export async function readTenantStatus(
  context: Context,
  health: JudgedBy,
  { findReports, listOpenReports }: { findReports: FindReports; listOpenReports: ListOpenReports },
): Promise<RouteOutput<typeof contract>> {
  const now = health.clock();
  const messages = new Map(health.checks.map(({ name, affects }) => [name, affects.tenantMessage]));
  const past = await selectPastIncidentsFor(context, context.tenantId, new Date(now.getTime() - pastDays * dayMs));
  const windows = await selectWindowsFor(context, context.tenantId, context.now);
  const openReports = await listOpenReports(context);
  const sources = await selectTenantSources(context, context.tenantId);
  return {
    ...(await readOwnStatus(context, health)),
    readAt: now.toISOString(),
    past: past.flatMap(({ id, check_name, opened_at, resolved_at }) => {
      const text = messages.get(check_name);
      if (!text || !resolved_at) return [];
      return [{ id, text, from: opened_at.toISOString(), until: resolved_at.toISOString() }];
    }),
    maintenance: windows.map(({ id, title, body, starts_at, ends_at }) => ({
      id,
      title,
      text: body,
      from: starts_at.toISOString(),
      until: ends_at.toISOString(),
      isNow: starts_at <= context.now,
    })),
    sources: sources.map(({ id, name, source, state, loadedAt }) => {
      const check = health.checks.find((one) => one.name === `source.${source}`);
      const facts = check?.affects.facts ?? [];
      const ids = new Set(facts.flatMap(findReports).map((report) => report.id));
      return {
        id,
        name,
        kind: check?.label ?? source,
        state: state as RouteOutput<typeof contract>["sources"][number]["state"],
        loadedAt: loadedAt?.toISOString() ?? null,
        reports: [...ids].flatMap((report) => {
          const open = openReports.get(report);
          return open ? [{ id: report, title: open.title, path: open.path }] : [];
        }),
      };
    }),
  };
}
