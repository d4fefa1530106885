import { createFileRoute } from "@tanstack/react-router";
import { AttentionList } from "../../features/landing/attention-list.tsx";
import { Dashboard } from "../../features/landing/dashboard.tsx";
import { PlatformCharts } from "../../features/landing/platform-charts.tsx";
import { FirstSteps } from "../../features/platform/first-steps.tsx";
import { PlatformDashboard } from "../../features/platform/platform-dashboard.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/")({
  component: AdminDashboard,
  pendingComponent: ConsolePending,
});

function AdminDashboard() {
  return (
    <>
      <PageHeader title="Dashboard" question="How is the platform doing, and who is waiting for an answer?" />
      <FirstSteps />
      <AttentionList />
      <Dashboard />
      <PlatformDashboard />
      <PlatformCharts />
    </>
  );
}
