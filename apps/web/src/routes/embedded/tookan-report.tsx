import { createFileRoute } from "@tanstack/react-router";
import { EmbedFailure } from "../../features/embed/embed-failure.tsx";
import { EmbedPage } from "../../features/embed/embed-page.tsx";
import { readEmbedSearch } from "../../features/embed/embed-search.ts";
import { BarePending } from "../../shell/pages/bare-pending.tsx";

export const Route = createFileRoute("/embedded/tookan-report")({
  validateSearch: readEmbedSearch,
  codeSplitGroupings: [["component", "errorComponent"]],
  component: EmbeddedPage,
  errorComponent: EmbedFailure,
  pendingComponent: BarePending,
});

function EmbeddedPage() {
  const { client } = Route.useSearch();
  return <EmbedPage tookanId={client} />;
}
