import { createFileRoute } from "@tanstack/react-router";
import { PrivacyPage } from "../features/legal/privacy-page.tsx";
import { PublicLayout } from "../shell/public-layout.tsx";

export const Route = createFileRoute("/privacy")({ component: Privacy });

function Privacy() {
  return (
    <PublicLayout>
      <PrivacyPage />
    </PublicLayout>
  );
}
