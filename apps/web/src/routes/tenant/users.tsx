import { createFileRoute } from "@tanstack/react-router";
import { ResourcePage } from "../../blocks/resource-page/resource-page.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { PageHeader } from "../../shell/console/page-header.tsx";

export const Route = createFileRoute("/tenant/users")({ component: TenantUsers, pendingComponent: ConsolePending });

function TenantUsers() {
  return (
    <>
      <PageHeader title="Users" question="Who of your organisation uses the console, and what may they do?" />
      <ResourcePage entity="users" />
    </>
  );
}
