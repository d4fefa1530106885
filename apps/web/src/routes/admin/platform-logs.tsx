import { createFileRoute } from "@tanstack/react-router";
import { LogsPage } from "../../features/logs/logs-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/platform-logs")({
  component: PlatformLogs,
  pendingComponent: ConsolePending,
});

function PlatformLogs() {
  return (
    <>
      <PageHeader title="Platform logs" question="What happened, where, and whom did it touch?" />
      <LogsPage />
    </>
  );
}
