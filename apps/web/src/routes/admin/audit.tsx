import { createFileRoute } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/audit")({
  validateSearch: readResourceSearch,
  component: Audit,
  pendingComponent: ConsolePending,
});

function Audit() {
  return (
    <>
      <PageHeader title="Audit" question="Who has done what on the platform?" />
      <ResourcePage entity="audit" />
    </>
  );
}
