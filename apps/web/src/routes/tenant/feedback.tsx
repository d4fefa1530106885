import { createFileRoute } from "@tanstack/react-router";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { FeedbackPage } from "../../features/feedback/feedback-page.tsx";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/feedback")({
  validateSearch: readResourceSearch,
  component: TenantFeedback,
  pendingComponent: ConsolePending,
});

function TenantFeedback() {
  const { tenant } = useAuth();
  return (
    <>
      <PageHeader
        title="Feedback"
        question="What do people in your organisation say of answers and pages, and what becomes of it?"
      />
      {tenant && <FeedbackPage tenantId={tenant.id} />}
    </>
  );
}
