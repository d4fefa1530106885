import { createFileRoute, Outlet } from "@tanstack/react-router";
import { useAuth } from "../../lib/auth/use-auth.ts";
import { publicConfig } from "../../lib/config.ts";
import { ConsoleLayout } from "../../shell/console/console-layout.tsx";
import { ConsolePending } from "../../shell/console/console-pending.tsx";
import { navigationFor } from "../../shell/console/navigation.ts";
import { NoAccess } from "../../shell/pages/no-access.tsx";

export const Route = createFileRoute("/admin")({ component: AdminLayout, pendingComponent: ConsolePending });

function AdminLayout() {
  const { role, tenant } = useAuth();
  const { isPlatform } = navigationFor({ role, tenant, productSlug: publicConfig().productSlug });
  return <ConsoleLayout>{isPlatform ? <Outlet /> : <NoAccess />}</ConsoleLayout>;
}
