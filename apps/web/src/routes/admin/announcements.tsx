import { createFileRoute } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/announcements")({
  validateSearch: readResourceSearch,
  component: AnnouncementsPage,
  pendingComponent: ConsolePending,
});

function AnnouncementsPage() {
  return (
    <>
      <PageHeader title="Announcements" question="What is announced, to whom, and who has seen it?" />
      <ResourcePage entity="announcements" />
    </>
  );
}
