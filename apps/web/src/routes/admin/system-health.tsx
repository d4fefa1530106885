import { createFileRoute } from "@tanstack/react-router";
import { HealthPage } from "../../features/health/health-page.tsx";
import { readHealthSearch } from "../../features/health/health-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/system-health")({
  validateSearch: readHealthSearch,
  component: SystemHealth,
  pendingComponent: ConsolePending,
});

function SystemHealth() {
  return (
    <>
      <PageHeader title="System health" question="What works, what does not, and whom does it touch?" />
      <HealthPage search={Route.useSearch()} />
    </>
  );
}
