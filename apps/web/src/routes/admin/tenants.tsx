import { createFileRoute } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/tenants")({ component: Tenants, pendingComponent: ConsolePending });

function Tenants() {
  return (
    <>
      <PageHeader title="Tenants" question="Which organisations do we serve, and how do they stand?" />
      <ResourcePage entity="tenants" />
    </>
  );
}
