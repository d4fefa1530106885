import { createFileRoute } from "@tanstack/react-router";
import { readSourceSearch } from "../../blocks/connection/source-search.ts";
import { OwnSources } from "../../features/sources/connections/own-sources.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/sources")({
  validateSearch: readSourceSearch,
  component: TenantSources,
  pendingComponent: ConsolePending,
});

function TenantSources() {
  return (
    <>
      <PageHeader title="Sources" question="Is your data arriving?" />
      <OwnSources />
    </>
  );
}
