import type { EntityRow, SourceName } from "@console/contracts";
import { createFileRoute } from "@tanstack/react-router";
import { useResourceAddress } from "../../blocks/resource-page/resource-address.ts";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { TenantSources } from "../../features/sources/connections/tenant-sources.tsx";
import { tenantMark } from "../../features/tenants/tenant-mark.tsx";
import { readTenantSearch } from "../../features/tenants/tenant-search.ts";
import { tenantTabs } from "../../features/tenants/tenant-tabs.tsx";
import { TenantViews } from "../../features/tenants/tenant-views.tsx";
import { TenantWizard } from "../../features/tenants/wizard/tenant-wizard.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/tenants")({
  validateSearch: readTenantSearch,
  component: Tenants,
  pendingComponent: ConsolePending,
});

const usualSources: Record<string, SourceName> = {
  Tookan: "tookan",
  Warehouse: "warehouse",
  Genesis: "genesis",
  Docman: "docman",
};

function Tenants() {
  const isRequests = Route.useSearch().view === "requests";
  return (
    <>
      <PageHeader
        title="Tenants"
        question={
          isRequests
            ? "Who is asking for access, and what was decided?"
            : "Which organisations do we serve, and how are they doing?"
        }
      />
      <TenantViews />
      {isRequests ? (
        <ResourcePage key="requests" entity="requests" />
      ) : (
        <ResourcePage
          key="tenants"
          entity="tenants"
          create={(description) => <TenantWizard description={description} />}
          mark={tenantMark}
          tabs={(row, description) => tenantTabs(row, description, () => <Sources row={row} />)}
        />
      )}
    </>
  );
}

function Sources({ row }: { row: EntityRow }) {
  const { action, go } = useResourceAddress();
  return (
    <TenantSources
      tenant={{ id: String(row.id), name: String(row.name) }}
      usual={usualSources[String(row.aiqType)] ?? null}
      isConnecting={action === "connect"}
      onConnecting={(isConnecting) => go({ do: isConnecting ? "connect" : undefined, tab: "sources" })}
    />
  );
}
