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
  component: MyFigures,
  pendingComponent: ConsolePending,
});

function MyFigures() {
  return (
    <>
      <PageHeader
        title="My figures"
        question="Your organisation at a glance. Questions in your own words cannot be asked here yet."
      />
      <LandingPage />
    </>
  );
}
