import { createFileRoute } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/outbox")({
  validateSearch: readResourceSearch,
  component: Outbox,
  pendingComponent: ConsolePending,
});

function Outbox() {
  return (
    <>
      <PageHeader title="Outbox" question="Which emails were sent, and which were not?" />
      <ResourcePage entity="outbox" />
    </>
  );
}
