import { routes, type SearchHit, type SearchKind } from "@console/contracts";
import { searchLogs } from "../../modules/logs/index.ts";
import { searchIncidents } from "../../modules/operations/index.ts";
import { searchOrders } from "../../modules/orders/index.ts";
import { type Reports, searchReports } from "../../modules/reports/index.ts";
import { searchConnections } from "../../modules/sources/index.ts";
import { type Context, platformTenant } from "../../platform/context.ts";
import type { Entity } from "../../platform/entities/entity.ts";
import { listRows } from "../../platform/entities/read-entity.ts";
import { type Endpoint, handle } from "../../platform/http/endpoint.ts";
import type { Settings } from "../../platform/settings/change-settings.ts";

/** How many of each kind are told. */
const mostOfKind = 5;

type SearchParts = { entities: readonly Entity[]; settings: Settings; reports: Reports | undefined };

/** The entities that are searched: what their rows are, the page that shows them, and what tells two of a name apart. */
const searchedEntities: Record<string, { kind: SearchKind; page: string; ownPage?: string; detail: string }> = {
  tenants: { kind: "tenant", page: "/admin/tenants", detail: "id" },
  users: { kind: "user", page: "/admin/users", ownPage: "/tenant/users", detail: "email" },
  "report-requests": { kind: "report_request", page: "/admin/report-requests", detail: "tenantIdTitle" },
  links: { kind: "link", page: "/admin/links", detail: "tenantTitle" },
  "service-accounts": { kind: "service_account", page: "/admin/service-accounts", detail: "id" },
  jobs: { kind: "job", page: "/admin/jobs", detail: "tenantTitle" },
  outbox: { kind: "mail", page: "/admin/outbox", detail: "recipients" },
};

/** Whatever the caller may open and a text names; each kind is found by the use case that also lists it. */
export async function searchEverywhere(
  context: Context,
  { q }: { q: string },
  { entities, settings, reports }: SearchParts,
): Promise<{ hits: SearchHit[] }> {
  if (q.includes("\0")) return { hits: [] };
  const isPlatform = context.tenantId === platformTenant;
  const hits: SearchHit[] = [];
  if (!isPlatform && context.permissions.has("reports.read")) {
    hits.push(...(await searchReports(context, q, mostOfKind, reports)));
    hits.push(...(await searchOrders(context, q, { limit: mostOfKind, all: reports })));
  }
  for (const entity of entities)
    if (context.permissions.has(entity.permissions.read)) hits.push(...(await searchEntity(context, entity, q)));
  if (context.permissions.has("sources.read")) hits.push(...(await searchConnections(context, q, mostOfKind)));
  hits.push(...(await searchIncidents(context, q, mostOfKind)));
  if (context.permissions.has("settings.manage")) hits.push(...searchSettings(settings, q));
  // The name of a page is in many a line of the log: whatever else has it comes before.
  hits.push(...(await searchLogs(context, q, mostOfKind)));
  return { hits };
}

async function searchEntity(context: Context, entity: Entity, q: string): Promise<SearchHit[]> {
  const searched = searchedEntities[entity.name];
  if (!searched) return [];
  const page = context.tenantId === platformTenant ? searched.page : searched.ownPage;
  if (!page) return [];
  const { items } = await listRows(context, entity, { search: q, limit: mostOfKind });
  return items.map((row) => {
    const title = String(row[entity.title] ?? row.id);
    const detail = row[searched.detail];
    return {
      kind: searched.kind,
      title,
      detail: typeof detail === "string" && detail !== title ? detail : null,
      path: `${page}?${new URLSearchParams({ row: String(row.id) })}`,
    };
  });
}

function searchSettings(groups: Settings, q: string): SearchHit[] {
  const words = q.toLowerCase().split(/\s+/);
  return groups
    .flatMap((group) =>
      Object.values(group.specs).map((spec) => ({ title: spec.label, group: group.label, name: group.name })),
    )
    .filter(({ title, group }) => words.every((word) => `${title} ${group}`.toLowerCase().includes(word)))
    .slice(0, mostOfKind)
    .map(({ title, group, name }) => ({
      kind: "setting",
      title,
      detail: group,
      path: `/admin/global-settings#settings-${name}`,
    }));
}

/** The one search of the console. */
export function searchEndpoint(parts: SearchParts): Endpoint {
  return handle(routes.searchEverywhere, (context, input) => searchEverywhere(context, input, parts), "snapshot");
}
