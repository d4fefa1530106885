import { createFileRoute } from "@tanstack/react-router";
import { readCatalogueSearch } from "../../features/reports/catalogue-search.ts";
import { ReportCatalogue } from "../../features/reports/report-catalogue.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/reports/")({
  validateSearch: readCatalogueSearch,
  component: Reports,
  pendingComponent: ConsolePending,
});

function Reports() {
  return (
    <>
      <PageHeader title="Reports" question="Which reports are there, and how fresh is their data?" />
      <ReportCatalogue />
    </>
  );
}
