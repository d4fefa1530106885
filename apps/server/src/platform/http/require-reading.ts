import type { Route } from "@console/contracts";
import type { Caller } from "../context.ts";
import { AppError } from "../errors.ts";

/** Whoever impersonates someone for support reads, and does nothing else: no change, no export, no link. */
export function requireReading(route: Route, { actor, permissions }: Caller): void {
  if (actor.kind !== "user" || actor.onBehalf === undefined || route.permission === "public") return;
  if (isReading(route) && permissions.has(route.permission)) return;
  throw new AppError(
    "forbidden",
    "You are viewing this account for support: you cannot change, export or share anything. Stop viewing to return to your own.",
  );
}

/** Figures are asked for with a body, which changes nothing either. */
function isReading({ method, isFile, isForViewers, permission, leavesNoNote }: Route): boolean {
  if (isForViewers || (method === "GET" && !isFile)) return true;
  return (permission === "metrics.read" || permission === "assistant.ask") && leavesNoNote === true;
}
