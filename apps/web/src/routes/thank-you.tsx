import { createFileRoute } from "@tanstack/react-router";
import { ThankYouPage } from "../features/signup/thank-you-page.tsx";
import { noSearch } from "../lib/search.ts";
import { PublicLayout } from "../shell/public-layout.tsx";

export const Route = createFileRoute("/thank-you")({ validateSearch: noSearch, component: ThankYou });

function ThankYou() {
  return (
    <PublicLayout>
      <ThankYouPage />
    </PublicLayout>
  );
}
