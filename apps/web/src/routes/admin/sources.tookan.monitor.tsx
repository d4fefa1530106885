import { createFileRoute } from "@tanstack/react-router";
import { readSourceSearch } from "../../blocks/connection/source-search.ts";
import { DeliveryBoard } from "../../features/delivery/monitor/delivery-board.tsx";
import { SourcePage } from "../../features/sources/source-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/sources/tookan/monitor")({
  validateSearch: readSourceSearch,
  component: DeliveryMonitor,
  pendingComponent: ConsolePending,
});

function DeliveryMonitor() {
  return (
    <>
      <PageHeader title="Delivery monitor" question="Is every tenant's delivery data arriving, and what is waiting?" />
      <SourcePage
        source="tookan"
        extra={(connection) => connection.kind === "tookan" && <DeliveryBoard connection={connection} />}
      />
    </>
  );
}
