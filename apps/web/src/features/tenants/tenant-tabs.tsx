import type { EntityDescription, EntityRow } from "@console/contracts";
import type { ReactNode } from "react";
import type { ResourceTab } from "../../blocks/resource-page/resource-detail.tsx";
import { RelatedRows } from "./related-rows.tsx";
import { TenantArchive } from "./tenant-archive.tsx";
import { TenantIsolation } from "./tenant-isolation.tsx";
import { TenantLocale } from "./tenant-locale.tsx";
import { TenantReports } from "./tenant-reports.tsx";

/** What a tenant's page shows beside its fields; its sources are drawn by those who know them. */
export function tenantTabs(
  row: EntityRow,
  description: EntityDescription,
  sources: () => ReactNode,
): readonly ResourceTab[] {
  const tenantId = String(row.id);
  const id = encodeURIComponent(tenantId);
  return [
    {
      name: "users",
      label: "Users",
      content: () => <RelatedRows entity="users" filter={`tenantId:${id}`} page="/admin/users" empty="No users yet" />,
    },
    { name: "sources", label: "Sources", content: sources },
    { name: "reports", label: "Reports", content: () => <TenantReports row={row} description={description} /> },
    {
      name: "links",
      label: "Public links",
      content: () => (
        <RelatedRows
          entity="links"
          filter={`tenantId:${id}`}
          page="/admin/links"
          empty="No public links yet"
          making={{ label: "New link", search: { do: "new", tenant: tenantId } }}
        />
      ),
    },
    {
      name: "audit",
      label: "Audit",
      content: () => (
        <RelatedRows entity="audit" filter={`aboutTenant:${id}`} page="/admin/audit" empty="No entries yet" />
      ),
    },
    {
      name: "locale",
      label: "Currency and time zone",
      content: () => <TenantLocale tenantId={tenantId} name={String(row.name ?? tenantId)} />,
    },
    { name: "isolation", label: "Isolation", content: () => <TenantIsolation tenantId={tenantId} /> },
    { name: "archive", label: "Export", content: () => <TenantArchive tenantId={tenantId} /> },
  ];
}
