import { isPlatformRole } from "@console/contracts/permissions";
import { authState } from "./auth/auth-state.ts";

/** The tenant whose reports somebody who runs the platform is looking at; its id stands in the address. */
export function visitedTenant(): string | null {
  if (!isPlatformRole(authState().role)) return null;
  return new URLSearchParams(window.location.search).get("tenant");
}
