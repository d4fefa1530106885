import { createFileRoute, Outlet } from "@tanstack/react-router";
import { ConsoleLayout } from "../../shell/console/console-layout.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";

export const Route = createFileRoute("/tenant")({ component: TenantLayout, pendingComponent: ConsolePending });

function TenantLayout() {
  return (
    <ConsoleLayout>
      <Outlet />
    </ConsoleLayout>
  );
}
