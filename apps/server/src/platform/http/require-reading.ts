import type { Route } from "@console/contracts";
import type { Caller } from "../context.ts";
import { AppError } from "../errors.ts";

/** Whoever impersonates somebody for support reads, and does nothing else: no change, no export, no link. */
export function requireReading(route: Route, { actor, permissions }: Caller): void {
  if (actor.kind !== "user" || actor.onBehalf === undefined || route.permission === "public") return;
  if (isReading(route) && permissions.has(route.permission)) return;
  throw new AppError(
    "forbidden",
    "You look at this account for support: nothing can be changed, exported or shared. Stop to go back to your own.",
  );
}

/** Figures are asked for with a body, which changes nothing either. */
function isReading({ method, isFile, isForViewers, permission, leavesNoNote }: Route): boolean {
  if (isForViewers || (method === "GET" && !isFile)) return true;
  return permission === "metrics.read" && leavesNoNote === true;
}
