import type { PlatformFigureRow } from "@console/contracts";
import type { Context } from "../../../platform/context.ts";
import { selectIncidents, selectIncidentsFor } from "../incidents/incident-store.ts";
import { cutPage, type FigureScope, type RowPage } from "./figure.ts";

/** Each part of the platform has one open incident at most, so that there are never many. */
const mostOpen = 500;

async function selectOpen(context: Context, { tenant }: Pick<FigureScope, "tenant">) {
  return tenant === null
    ? selectIncidents(context, { state: "open", after: null, limit: mostOpen })
    : selectIncidentsFor(context, tenant);
}

/** How many incidents are open now; those that concern a tenant, where one is chosen. */
export async function countOpenIncidents(context: Context, scope: Pick<FigureScope, "tenant">): Promise<number> {
  return (await selectOpen(context, scope)).length;
}

/** The incidents that are open now. */
export async function listOpenIncidents(
  context: Context,
  scope: Pick<FigureScope, "tenant">,
  page: RowPage,
): Promise<PlatformFigureRow[]> {
  const rows = cutPage(await selectOpen(context, scope), page);
  return rows.map(({ id, title, opened_at, concerns_all, tenants }) => ({
    id,
    name: title,
    note: concerns_all ? "All tenants" : tenants.length === 1 ? "1 tenant" : `${tenants.length} tenants`,
    tenant: null,
    at: opened_at.toISOString(),
    value: null,
    path: `/admin/system-health?${new URLSearchParams({ incident: id })}`,
  }));
}
