import { createFileRoute } from "@tanstack/react-router";
import { ReportPage } from "../../features/reports/report-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/docman-report")({
  component: DocmanReport,
  pendingComponent: ConsolePending,
});

function DocmanReport() {
  return <ReportPage report="docman-report" Header={PageHeader} />;
}
