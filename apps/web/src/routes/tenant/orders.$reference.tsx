import { createFileRoute } from "@tanstack/react-router";
import { OrderView } from "../../blocks/order/order-view.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/orders/$reference")({
  component: Order,
  pendingComponent: ConsolePending,
});

function Order() {
  const { reference } = Route.useParams();
  return (
    <>
      <PageHeader title={`Order ${reference}`} question="What happened to this order, from the sale to the ledger?" />
      <OrderView reference={reference} heading="h2" />
    </>
  );
}
