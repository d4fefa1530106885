import { isPlatformRole } from "@console/contracts/permissions";
import { useAuth } from "../../lib/auth/use-auth.ts";

/** Leads those who may read the logs to all that a request caused. */
export function TimelineLink({ request }: { request: string }) {
  const { role } = useAuth();
  return isPlatformRole(role) && <a href={`/admin/platform-logs?request=${request}`}>Open timeline</a>;
}
