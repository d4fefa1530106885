import { createFileRoute } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/jobs")({
  validateSearch: readResourceSearch,
  component: Jobs,
  pendingComponent: ConsolePending,
});

function Jobs() {
  return (
    <>
      <PageHeader title="Jobs" question="What waits, what runs, and what was given up?" />
      <ResourcePage entity="jobs" />
    </>
  );
}
