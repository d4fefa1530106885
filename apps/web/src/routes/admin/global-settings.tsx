import { createFileRoute } from "@tanstack/react-router";
import { SettingsPage } from "../../features/settings/settings-page.tsx";
import { noSearch } from "../../lib/search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/global-settings")({
  validateSearch: noSearch,
  component: GlobalSettings,
  pendingComponent: ConsolePending,
});

function GlobalSettings() {
  return (
    <>
      <PageHeader title="Settings" question="How is this installation set up, and who changed it?" />
      <SettingsPage />
    </>
  );
}
