import { createFileRoute } from "@tanstack/react-router";
import { readClientSearch } from "../../features/delivery/clients/client-search.ts";
import { ClientsPage } from "../../features/delivery/clients/clients-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/jungleworks-clients")({
  validateSearch: readClientSearch,
  component: DeliveryClients,
  pendingComponent: ConsolePending,
});

function DeliveryClients() {
  return (
    <>
      <PageHeader title="Delivery clients" question="Who ships with the delivery provider, and for which tenant?" />
      <ClientsPage />
    </>
  );
}
