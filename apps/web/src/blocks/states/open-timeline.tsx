import { isPlatformRole } from "@console/contracts/permissions";
import { useAuth } from "../../lib/auth/use-auth.ts";

/** Leads those who may read the logs to all that a request caused. */
export function OpenTimeline({ request }: { request: string }) {
  const { role } = useAuth();
  if (!isPlatformRole(role)) return null;
  return <a href={`/admin/platform-logs?request=${encodeURIComponent(request)}`}>Open timeline</a>;
}
