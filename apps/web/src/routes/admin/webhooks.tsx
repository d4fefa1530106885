import { createFileRoute } from "@tanstack/react-router";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { WebhooksPage } from "../../features/webhooks/webhooks-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/webhooks")({
  validateSearch: readResourceSearch,
  component: Webhooks,
  pendingComponent: ConsolePending,
});

function Webhooks() {
  return (
    <>
      <PageHeader title="Webhooks" question="Which systems are told of incidents and alerts, and did it arrive?" />
      <WebhooksPage />
    </>
  );
}
