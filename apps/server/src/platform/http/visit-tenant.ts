import type { Route } from "@console/contracts";
import type { FastifyRequest } from "fastify";
import { recordAudit } from "../audit/record-audit.ts";
import type { Caller, Context } from "../context.ts";
import { AppError } from "../errors.ts";

/** Whether there is a tenant of this id. */
export type HasTenant = (id: string) => Promise<boolean>;

/** Those who run the platform may look into a tenant, or work in it, where a route is open to that. */
export async function visiting(
  route: Route,
  caller: Caller,
  request: FastifyRequest,
  hasTenant: HasTenant,
): Promise<Caller> {
  if (route.actsIn) {
    const { [route.actsIn]: id = "" } = request.params as Record<string, string>;
    return actingIn(id, caller, hasTenant);
  }
  const wanted = request.headers["x-tenant"];
  if (wanted === undefined) return caller;
  if (typeof wanted !== "string" || !caller.permissions.has("platform.read") || !route.isOpenToPlatform) {
    throw new AppError(
      "forbidden",
      "Only those who run the platform look into other tenants, and only at their reports.",
    );
  }
  if (wanted === "") {
    throw new AppError("invalid_input", "The header x-tenant is empty: name a tenant or leave it out.");
  }
  if (!(await hasTenant(wanted))) throw noSuchTenant();
  return { ...caller, tenantId: wanted, isVisiting: true };
}

/** Where the path names a tenant, the call works in it; another tenant than one's own is not there at all. */
export async function actingIn(wanted: string, caller: Caller, hasTenant: HasTenant): Promise<Caller> {
  if (!caller.permissions.has("platform.read")) {
    if (wanted !== caller.tenantId) throw noSuchTenant();
    return caller;
  }
  if (!(await hasTenant(wanted))) throw noSuchTenant();
  return { ...caller, tenantId: wanted };
}

const noSuchTenant = () => new AppError("not_found", "There is no such tenant.");

const visitMs = 10 * 60_000;
const visits = new Map<string, number>();

/** One look at a page makes many calls: it is noted once, and again when it goes on. */
export async function noteVisit(context: Context, { path }: Route): Promise<void> {
  if (context.actor.kind !== "user") return;
  const visit = `${context.actor.uid} ${context.tenantId} ${path}`;
  const at = context.now.getTime();
  if (at - (visits.get(visit) ?? Number.NEGATIVE_INFINITY) < visitMs) return;
  if (visits.size > 10_000) visits.clear();
  visits.set(visit, at);
  await recordAudit(context, { act: "tenant.viewed", subject: path });
}
