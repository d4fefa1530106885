import { createFileRoute } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/maintenance")({
  validateSearch: readResourceSearch,
  component: MaintenanceWindows,
  pendingComponent: ConsolePending,
});

function MaintenanceWindows() {
  return (
    <>
      <PageHeader title="Maintenance" question="Which work is planned, when, and whom does it concern?" />
      <ResourcePage entity="maintenance-windows" />
    </>
  );
}
