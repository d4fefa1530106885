import { permissionsForRole } from "@console/contracts/permissions";
import { createFileRoute } from "@tanstack/react-router";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { ServiceAccountsPage } from "../../features/service-accounts/service-accounts-page.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";
import { NoAccess } from "../../shell/pages/no-access.tsx";

export const Route = createFileRoute("/admin/service-accounts")({
  validateSearch: readResourceSearch,
  component: ServiceAccounts,
  pendingComponent: ConsolePending,
});

function ServiceAccounts() {
  const { role } = useAuth();
  if (!permissionsForRole(role).has("services.manage")) return <NoAccess />;
  return (
    <>
      <PageHeader title="Service accounts" question="Which programs can manage accounts, and what can each do?" />
      <ServiceAccountsPage />
    </>
  );
}
