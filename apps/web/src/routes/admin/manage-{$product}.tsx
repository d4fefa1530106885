import { createFileRoute, notFound } from "@tanstack/react-router";
import { ModelsPage } from "../../features/models/models-page.tsx";
import { readModelsSearch } from "../../features/models/models-search.ts";
import { publicConfig } from "../../lib/config.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/manage-{$product}")({
  validateSearch: readModelsSearch,
  loader: ({ params }) => {
    if (params.product !== publicConfig().productSlug) throw notFound();
  },
  component: Models,
  pendingComponent: ConsolePending,
});

function Models() {
  return (
    <>
      <PageHeader title="Models" question="Which models put answers into words, and who may use them?" />
      <ModelsPage />
    </>
  );
}
