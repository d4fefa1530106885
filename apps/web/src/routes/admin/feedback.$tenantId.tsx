import { createFileRoute } from "@tanstack/react-router";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { FeedbackPage } from "../../features/feedback/feedback-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

/** What stands in the address in the place of a tenant where all are meant. */
const all = "all";

export const Route = createFileRoute("/admin/feedback/$tenantId")({
  validateSearch: readResourceSearch,
  component: AdminFeedback,
  pendingComponent: ConsolePending,
});

function AdminFeedback() {
  const { tenantId } = Route.useParams();
  return (
    <>
      <PageHeader title="Feedback" question="What do people say of answers and pages, and what becomes of it?" />
      <FeedbackPage key={tenantId} tenantId={tenantId === all ? null : tenantId} />
    </>
  );
}
