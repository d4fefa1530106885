import { isPlatformRole } from "@console/contracts/roles";
import { authState } from "./auth/auth-state.ts";

const dashboardPath = /^\/tenant\/([^/]+)\/dashboard\/?$/;

/** The tenant whose reports or dashboard a platform admin is looking at; its id stands in the address. */
export function accessedTenant(): string | null {
  if (!isPlatformRole(authState().role)) return null;
  const { pathname, search } = window.location;
  const inPath = dashboardPath.exec(pathname)?.[1];
  return inPath ? decodeURIComponent(inPath) : new URLSearchParams(search).get("tenant");
}

/** The query of a link that stays with the tenant that is looked at. */
export function withAccessedTenant<Search extends object>(search: Search): Search & { tenant?: string } {
  const accessed = accessedTenant();
  return accessed ? { ...search, tenant: accessed } : search;
}
