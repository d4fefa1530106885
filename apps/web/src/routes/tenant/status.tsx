import { createFileRoute } from "@tanstack/react-router";
import { TenantStatus } from "../../features/status/tenant-status.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/status")({
  component: Status,
  pendingComponent: ConsolePending,
});

function Status() {
  return (
    <>
      <PageHeader title="Status" question="Does everything work, and how fresh is your data?" />
      <TenantStatus />
    </>
  );
}
