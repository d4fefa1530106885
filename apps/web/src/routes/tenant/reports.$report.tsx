import { createFileRoute } from "@tanstack/react-router";
import { readReportSearch } from "../../blocks/report-view/report-search.ts";
import { ReportPage } from "../../features/reports/report-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/reports/$report")({
  validateSearch: readReportSearch,
  component: AnyReport,
  pendingComponent: ConsolePending,
});

function AnyReport() {
  const { report } = Route.useParams();
  return <ReportPage report={report} Header={PageHeader} />;
}
