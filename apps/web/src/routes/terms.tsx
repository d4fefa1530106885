import { createFileRoute } from "@tanstack/react-router";
import { TermsPage } from "../features/legal/terms-page.tsx";
import { PublicLayout } from "../shell/public-layout.tsx";

export const Route = createFileRoute("/terms")({ component: Terms });

function Terms() {
  return (
    <PublicLayout>
      <TermsPage />
    </PublicLayout>
  );
}
