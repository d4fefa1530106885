import { createFileRoute } from "@tanstack/react-router";
import { ReportPage } from "../../features/reports/report-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/reports/$report")({
  component: AnyReport,
  pendingComponent: ConsolePending,
});

function AnyReport() {
  const { report } = Route.useParams();
  return <ReportPage report={report} Header={PageHeader} />;
}
