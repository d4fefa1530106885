import { createFileRoute, notFound, useLocation } from "@tanstack/react-router";
import { LandingPage } from "../../features/landing/landing-page.tsx";
import { AskPage } from "../../features/questions/ask-page.tsx";
import { readAskSearch } from "../../features/questions/ask-page-search.ts";
import { publicConfig } from "../../lib/config.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/my-{$product}")({
  validateSearch: readAskSearch,
  loader: ({ params }) => {
    if (params.product !== publicConfig().productSlug) throw notFound();
  },
  component: MyFigures,
  pendingComponent: ConsolePending,
});

function MyFigures() {
  const { q } = Route.useSearch();
  const askedAt = useLocation({ select: ({ state }) => state.askedAt });
  return (
    <>
      <PageHeader title="My figures" question="Ask about your organisation in your own words, or see it at a glance." />
      <AskPage key={askedAt} question={q} />
      <LandingPage />
    </>
  );
}
