import { createFileRoute } from "@tanstack/react-router";
import { readLinkSearch } from "../../features/links/link-search.ts";
import { LinksPage } from "../../features/links/links-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/links")({
  validateSearch: readLinkSearch,
  component: Links,
  pendingComponent: ConsolePending,
});

function Links() {
  return (
    <>
      <PageHeader
        title="Public links"
        question="Which delivery reports can be opened without signing in, and by whom?"
      />
      <LinksPage />
    </>
  );
}
