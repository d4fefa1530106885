import { createFileRoute } from "@tanstack/react-router";
import { LandingPage } from "../../features/landing/landing-page.tsx";
import { landings } from "../../features/landing/landings.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/docman-report")({
  component: DocmanReport,
  pendingComponent: ConsolePending,
});

function DocmanReport() {
  return (
    <>
      <PageHeader {...landings.docman} />
      <LandingPage landing={landings.docman} />
    </>
  );
}
