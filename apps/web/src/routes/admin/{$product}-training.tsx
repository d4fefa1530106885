import { createFileRoute, notFound } from "@tanstack/react-router";
import { TrainingPage } from "../../features/training/training-page.tsx";
import { readTrainingSearch } from "../../features/training/training-search.ts";
import { publicConfig } from "../../lib/config.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/{$product}-training")({
  validateSearch: readTrainingSearch,
  loader: ({ params }) => {
    if (params.product !== publicConfig().productSlug) throw notFound();
  },
  component: Training,
  pendingComponent: ConsolePending,
});

function Training() {
  return (
    <>
      <PageHeader title="Training" question="What do people mean, and what is the right answer?" />
      <TrainingPage isPlatform />
    </>
  );
}
