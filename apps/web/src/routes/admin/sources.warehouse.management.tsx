import { createFileRoute } from "@tanstack/react-router";
import { readSourceSearch } from "../../blocks/connection/source-search.ts";
import { SourcePage } from "../../features/sources/source-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/sources/warehouse/management")({
  validateSearch: readSourceSearch,
  component: WarehouseManagement,
  pendingComponent: ConsolePending,
});

function WarehouseManagement() {
  return (
    <>
      <PageHeader title="Warehouse management" question="Is every tenant's stock data arriving, and is it complete?" />
      <SourcePage source="warehouse" />
    </>
  );
}
