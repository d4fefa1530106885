import { createFileRoute } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/audit")({
  validateSearch: readResourceSearch,
  component: TenantAudit,
  pendingComponent: ConsolePending,
});

function TenantAudit() {
  return (
    <>
      <PageHeader title="Audit" question="Who has done what in your organisation?" />
      <ResourcePage entity="audit" />
    </>
  );
}
