import { createFileRoute, notFound } from "@tanstack/react-router";
import { LandingPage } from "../../features/landing/landing-page.tsx";
import { publicConfig } from "../../lib/config.ts";
import { noSearch } from "../../lib/search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/my-{$product}")({
  validateSearch: noSearch,
  loader: ({ params }) => {
    if (params.product !== publicConfig().productSlug) throw notFound();
  },
  component: MyAssistant,
  pendingComponent: ConsolePending,
});

function MyAssistant() {
  return (
    <>
      <PageHeader title="My assistant" question="What do you want to know about your organisation's data?" />
      <LandingPage />
    </>
  );
}
