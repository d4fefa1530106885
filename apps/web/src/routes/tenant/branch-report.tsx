import { createFileRoute } from "@tanstack/react-router";
import { readReportSearch } from "../../blocks/report-view/report-search.ts";
import { ReportPage } from "../../features/reports/report-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/branch-report")({
  validateSearch: readReportSearch,
  component: BranchReport,
  pendingComponent: ConsolePending,
});

function BranchReport() {
  return <ReportPage report="branch-report" Header={PageHeader} />;
}
