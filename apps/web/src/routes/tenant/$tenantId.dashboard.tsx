import { isPlatformRole } from "@console/contracts/roles";
import { createFileRoute } from "@tanstack/react-router";
import { DashboardPage } from "../../features/dashboard/dashboard-page.tsx";
import { readDashboardSearch } from "../../features/dashboard/dashboard-search.ts";
import { PlatformAccessNotice } from "../../features/reports/platform-access-notice.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";
import { NotFoundPage } from "../../shell/pages/not-found-page.tsx";

export const Route = createFileRoute("/tenant/$tenantId/dashboard")({
  validateSearch: readDashboardSearch,
  component: TenantDashboard,
  pendingComponent: ConsolePending,
});

function TenantDashboard() {
  const { tenantId } = Route.useParams();
  const { tenant, role } = useAuth();
  if (isPlatformRole(role)) {
    return (
      <>
        <PlatformAccessNotice tenantId={tenantId} />
        <DashboardPage Header={PageHeader} isReadOnly />
      </>
    );
  }
  // The server answers for the tenant of the token, whatever the address says.
  if (tenant?.id !== tenantId) return <NotFoundPage />;
  return <DashboardPage Header={PageHeader} />;
}
