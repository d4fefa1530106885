import { createFileRoute } from "@tanstack/react-router";
import { OwnSources } from "../../features/sources/connections/own-sources.tsx";
import { noSearch } from "../../lib/search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/sources")({
  validateSearch: noSearch,
  component: TenantSources,
  pendingComponent: ConsolePending,
});

function TenantSources() {
  return (
    <>
      <PageHeader title="Sources" question="Does the data of your organisation arrive?" />
      <OwnSources />
    </>
  );
}
