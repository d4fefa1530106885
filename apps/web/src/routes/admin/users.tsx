import { createFileRoute } from "@tanstack/react-router";
import { readResourceSearch } from "../../blocks/resource-page/resource-search.ts";
import { UsersPage } from "../../features/users/users-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/users")({
  validateSearch: readResourceSearch,
  component: Users,
  pendingComponent: ConsolePending,
});

function Users() {
  return (
    <>
      <PageHeader title="Users" question="Who uses the console, and what can they do?" />
      <UsersPage />
    </>
  );
}
