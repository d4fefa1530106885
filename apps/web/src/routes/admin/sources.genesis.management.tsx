import { createFileRoute } from "@tanstack/react-router";
import { readSourceSearch } from "../../blocks/connection/source-search.ts";
import { SourcePage } from "../../features/sources/source-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/sources/genesis/management")({
  validateSearch: readSourceSearch,
  component: GenesisManagement,
  pendingComponent: ConsolePending,
});

function GenesisManagement() {
  return (
    <>
      <PageHeader title="Genesis management" question="Is every tenant's sales data arriving, and is it complete?" />
      <SourcePage source="genesis" />
    </>
  );
}
