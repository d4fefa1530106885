import { createFileRoute } from "@tanstack/react-router";
import { ReportPage } from "../../features/reports/report-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/tookan-report")({
  component: TookanReport,
  pendingComponent: ConsolePending,
});

function TookanReport() {
  return <ReportPage report="tookan-report" Header={PageHeader} />;
}
