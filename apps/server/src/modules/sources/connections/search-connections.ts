import type { ConnectionSummary, SearchHit } from "@console/contracts";
import { type Context, platformTenant } from "../../../platform/context.ts";
import { listConnections, listOwnConnections } from "./list-connections.ts";

/** The pages of platform admins, by source. */
const pages: Record<string, string> = {
  tookan: "/admin/sources/tookan/monitor",
  genesis: "/admin/sources/genesis/management",
  warehouse: "/admin/sources/warehouse/management",
  docman: "/admin/sources/docman/management",
};

/** Where platform admins look after a connection. */
export function pathToConnection({ id, source, tenantId }: { id: string; source: string; tenantId: string }): string {
  return `${pages[source] ?? "/admin"}?${new URLSearchParams({ connection: id, tenant: tenantId })}`;
}

const sourceWords: Record<ConnectionSummary["source"], string> = {
  tookan: "Deliveries",
  genesis: "Sales",
  warehouse: "Stock",
  docman: "Documents",
};

/** Connections that a text names: of the caller's tenant, or of all for platform admins. */
export async function searchConnections(context: Context, text: string, limit: number): Promise<SearchHit[]> {
  if (context.tenantId === platformTenant) {
    if (!context.permissions.has("sources.manage")) return [];
    const { items } = await listConnections(context, { search: text, limit });
    return items.flatMap(({ id, name, source, tenantId, tenantName }): SearchHit[] => {
      if (!pages[source]) return [];
      const detail = `${sourceWords[source]} of ${tenantName}`;
      return [{ kind: "connection", title: name, detail, path: pathToConnection({ id, source, tenantId }) }];
    });
  }
  const { items } = await listOwnConnections(context);
  return items
    .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
    .slice(0, limit)
    .map(({ id, name, source }) => ({
      kind: "connection",
      title: name,
      detail: sourceWords[source],
      path: `/tenant/sources?${new URLSearchParams({ source, connection: id })}`,
    }));
}
