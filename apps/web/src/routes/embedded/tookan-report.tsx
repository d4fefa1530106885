import { createFileRoute } from "@tanstack/react-router";
import { EmbedFailure } from "../../features/embed/embed-failure.tsx";
import { EmbedPage } from "../../features/embed/embed-page.tsx";
import { BarePending } from "../../shell/pages/bare-pending.tsx";

export const Route = createFileRoute("/embedded/tookan-report")({
  codeSplitGroupings: [["component", "errorComponent"]],
  component: EmbeddedPage,
  errorComponent: EmbedFailure,
  pendingComponent: BarePending,
});

function EmbeddedPage() {
  const { client } = Route.useSearch() as { client?: unknown };
  return <EmbedPage tookanId={typeof client === "string" ? client : undefined} />;
}
