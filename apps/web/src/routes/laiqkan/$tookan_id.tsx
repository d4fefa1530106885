import { createFileRoute } from "@tanstack/react-router";
import { readReportSearch } from "../../blocks/report-view/report-search.ts";
import { EmbedFailure } from "../../features/embed/embed-failure.tsx";
import { EmbedPage } from "../../features/embed/embed-page.tsx";
import { BarePending } from "../../shell/pages/bare-pending.tsx";

export const Route = createFileRoute("/laiqkan/$tookan_id")({
  validateSearch: readReportSearch,
  codeSplitGroupings: [["component", "errorComponent"]],
  component: LaiqkanPage,
  errorComponent: EmbedFailure,
  pendingComponent: BarePending,
});

function LaiqkanPage() {
  const { tookan_id } = Route.useParams();
  return <EmbedPage tookanId={tookan_id} />;
}
