import { createFileRoute } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/schedules")({
  validateSearch: readResourceSearch,
  component: Schedules,
  pendingComponent: ConsolePending,
});

function Schedules() {
  return (
    <>
      <PageHeader title="Scheduled jobs" question="What does the product do by itself, and when?" />
      <ResourcePage entity="schedules" />
    </>
  );
}
