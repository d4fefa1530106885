import { createFileRoute } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/admin/users")({ component: Users, pendingComponent: ConsolePending });

function Users() {
  return (
    <>
      <PageHeader title="Users" question="Who uses the console, and what may they do?" />
      <ResourcePage entity="users" />
    </>
  );
}
