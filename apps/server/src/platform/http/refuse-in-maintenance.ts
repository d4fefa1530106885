import { isPlatformRole, type Route } from "@console/contracts";
import type { Caller } from "../context.ts";
import { AppError } from "../errors.ts";
import type { LiveConfig } from "./live-config.ts";

/** While the product is worked on, people of tenants wait; platform admins go on. */
export async function refuseInMaintenance(route: Route, { actor }: Caller, live: LiveConfig): Promise<void> {
  if (route.permission === "public" || actor.kind === "visitor" || actor.kind === "system") return;
  if (actor.kind === "user" && isPlatformRole(actor.role)) return;
  const { maintenance } = await live.read();
  if (maintenance?.isInForce) throw new AppError("unavailable", maintenance.message, { retryAfterSeconds: 30 });
}
