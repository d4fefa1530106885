import { createFileRoute } from "@tanstack/react-router";
import { LandingPage } from "../../features/landing/landing-page.tsx";
import { landings } from "../../features/landing/landings.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/branch-report")({
  component: BranchReport,
  pendingComponent: ConsolePending,
});

function BranchReport() {
  return (
    <>
      <PageHeader {...landings.branch} />
      <LandingPage landing={landings.branch} />
    </>
  );
}
