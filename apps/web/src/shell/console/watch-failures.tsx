import { isPlatformRole } from "@console/contracts/roles";
import type { AnyRouter } from "@tanstack/react-router";
import { authState } from "../../lib/auth/auth-state.ts";
import { tellLogs } from "../../lib/report-error.ts";
import { provideRequestLink } from "../../lib/request-link.ts";

/** Leads platform admins from a failed request to its timeline, and has what pages cannot bear told to the logs. */
export function watchFailures(router: AnyRouter): void {
  router.options.defaultOnCatch = (error: unknown) => void tellLogs(error);
  provideRequestLink((request) => {
    const path = `/admin/platform-logs?request=${encodeURIComponent(request)}`;
    return isPlatformRole(authState().role) && <a href={path}>Open timeline</a>;
  });
}
