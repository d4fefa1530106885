import { createFileRoute } from "@tanstack/react-router";
import { TrainingPage } from "../../features/training/training-page.tsx";
import { readTrainingSearch } from "../../features/training/training-search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/training")({
  validateSearch: readTrainingSearch,
  component: Training,
  pendingComponent: ConsolePending,
});

function Training() {
  return (
    <>
      <PageHeader title="Training" question="What do your people mean, and what is the right answer?" />
      <TrainingPage isPlatform={false} />
    </>
  );
}
