import { createFileRoute } from "@tanstack/react-router";
import { LandingPage } from "../../features/landing/landing-page.tsx";
import { landings } from "../../features/landing/landings.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/tookan-report")({
  component: TookanReport,
  pendingComponent: ConsolePending,
});

function TookanReport() {
  return (
    <>
      <PageHeader {...landings.tookan} />
      <LandingPage landing={landings.tookan} />
    </>
  );
}
