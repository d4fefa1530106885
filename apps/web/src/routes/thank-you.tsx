import { createFileRoute } from "@tanstack/react-router";
import { ThankYouPage } from "../features/signup/thank-you-page.tsx";
import { PublicLayout } from "../shell/public-layout.tsx";

export const Route = createFileRoute("/thank-you")({ component: ThankYou });

function ThankYou() {
  return (
    <PublicLayout>
      <ThankYouPage />
    </PublicLayout>
  );
}
