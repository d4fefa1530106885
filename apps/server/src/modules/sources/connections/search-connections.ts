import type { ConnectionSummary, SearchHit } from "@console/contracts";
import { type Context, platformTenant } from "../../../platform/context.ts";
import { pathForConnection, pathForOwnConnection } from "./connection-page.ts";
import { listConnections, listOwnConnections } from "./list-connections.ts";

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
      const path = pathForConnection({ tenantId, id, source });
      const detail = `${sourceWords[source]} of ${tenantName}`;
      return path ? [{ kind: "connection", title: name, detail, path }] : [];
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
      path: pathForOwnConnection({ id, source }),
    }));
}
