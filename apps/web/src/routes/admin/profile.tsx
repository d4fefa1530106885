import { createFileRoute } from "@tanstack/react-router";
import { ProfilePage } from "../../features/profile/profile-page.tsx";
import { noSearch } from "../../lib/search.ts";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/profile")({
  validateSearch: noSearch,
  component: AdminProfile,
  pendingComponent: ConsolePending,
});

function AdminProfile() {
  return (
    <>
      <PageHeader title="Profile" question="Your account, and how the console looks to you." />
      <ProfilePage />
    </>
  );
}
