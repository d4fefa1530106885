import { createFileRoute } from "@tanstack/react-router";
import { PrivacyPage } from "../features/legal/privacy-page.tsx";
import { noSearch } from "../lib/search.ts";
import { PublicLayout } from "../shell/public-layout.tsx";

export const Route = createFileRoute("/privacy")({ validateSearch: noSearch, component: Privacy });

function Privacy() {
  return (
    <PublicLayout>
      <PrivacyPage />
    </PublicLayout>
  );
}
