import { createFileRoute } from "@tanstack/react-router";
import { TermsPage } from "../features/legal/terms-page.tsx";
import { noSearch } from "../lib/search.ts";
import { PublicLayout } from "../shell/public-layout.tsx";

export const Route = createFileRoute("/terms")({ validateSearch: noSearch, component: Terms });

function Terms() {
  return (
    <PublicLayout>
      <TermsPage />
    </PublicLayout>
  );
}
