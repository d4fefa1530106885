import { createFileRoute } from "@tanstack/react-router";
import { readSourceSearch } from "../../blocks/connection/source-search.ts";
import { SourcePage } from "../../features/sources/source-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/sources/docman/management")({
  validateSearch: readSourceSearch,
  component: DocmanManagement,
  pendingComponent: ConsolePending,
});

function DocmanManagement() {
  return (
    <>
      <PageHeader
        title="Document management"
        question="Is every tenant's document data arriving, and is it complete?"
      />
      <SourcePage source="docman" />
    </>
  );
}
