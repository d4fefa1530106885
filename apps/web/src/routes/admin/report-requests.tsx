import { createFileRoute } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/report-requests")({
  validateSearch: readResourceSearch,
  component: ReportRequests,
  pendingComponent: ConsolePending,
});

function ReportRequests() {
  return (
    <>
      <PageHeader title="Report requests" question="Who asks for a report, and what is the answer?" />
      <ResourcePage entity="report-requests" />
    </>
  );
}
