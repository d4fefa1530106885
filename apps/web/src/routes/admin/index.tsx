import { createFileRoute } from "@tanstack/react-router";
import { AttentionList } from "../../features/landing/attention-list.tsx";
import { Dashboard } from "../../features/landing/dashboard.tsx";
import { PlatformCharts } from "../../features/landing/platform-charts.tsx";
import { noSearch } from "../../lib/search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/")({
  validateSearch: noSearch,
  component: AdminDashboard,
  pendingComponent: ConsolePending,
});

function AdminDashboard() {
  return (
    <>
      <PageHeader title="Dashboard" question="How is the platform doing, and who is waiting for an answer?" />
      <AttentionList />
      <Dashboard />
      <PlatformCharts />
    </>
  );
}
