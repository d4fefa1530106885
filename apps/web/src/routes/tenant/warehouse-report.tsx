import { createFileRoute } from "@tanstack/react-router";
import { LandingPage } from "../../features/landing/landing-page.tsx";
import { landings } from "../../features/landing/landings.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/warehouse-report")({
  component: WarehouseReport,
  pendingComponent: ConsolePending,
});

function WarehouseReport() {
  return (
    <>
      <PageHeader {...landings.warehouse} />
      <LandingPage landing={landings.warehouse} />
    </>
  );
}
