import type { Route } from "@console/contracts";
import type { FastifyRequest } from "fastify";
import { recordAudit } from "../audit/record-audit.ts";
import type { Caller, Context } from "../context.ts";
import { AppError } from "../errors.ts";
import { onePerProduct, TenantCache } from "../tenant-cache.ts";

/** Whether there is a tenant of this id. */
export type HasTenant = (id: string) => Promise<boolean>;

/** Platform admins have access to a tenant, to read or to work in it, where a route is open to that. */
export async function withPlatformAccess(
  route: Route,
  caller: Caller,
  request: FastifyRequest,
  hasTenant: HasTenant,
): Promise<Caller> {
  if (route.actsIn) {
    const { [route.actsIn]: id = "" } = request.params as Record<string, string>;
    return actingIn(id, caller, hasTenant);
  }
  const tenantId = request.headers["x-tenant"];
  if (tenantId === undefined) return caller;
  if (typeof tenantId !== "string" || !caller.permissions.has("platform.read") || !route.isOpenToPlatform) {
    throw new AppError("forbidden", "Only platform admins can view other tenants, and only their reports.");
  }
  if (tenantId === "") {
    throw new AppError("invalid_input", "The header x-tenant is empty: name a tenant or leave it out.");
  }
  if (!(await hasTenant(tenantId))) throw noSuchTenant();
  return { ...caller, tenantId, isPlatformAccess: true };
}

/** Where the path names a tenant, the call works in it; another tenant than one's own is not there at all. */
export async function actingIn(tenantId: string, caller: Caller, hasTenant: HasTenant): Promise<Caller> {
  if (!caller.permissions.has("platform.read")) {
    if (tenantId !== caller.tenantId) throw noSuchTenant();
    return caller;
  }
  if (!(await hasTenant(tenantId))) throw noSuchTenant();
  return { ...caller, tenantId };
}

const noSuchTenant = () => new AppError("not_found", "There is no such tenant.");

const maxAgeMs = 10 * 60_000;
/** The accesses that were written to the audit log lately. */
const recordedAccesses = onePerProduct(() => new TenantCache<true>({ maxEntries: 10_000, maxAgeMs }));

/** A page makes many calls: the access is written to the audit log once, and again when it goes on. */
export async function recordPlatformAccess(context: Context, { path }: Route, input: object): Promise<void> {
  if (context.actor.kind !== "user") return;
  const recorded = recordedAccesses(context);
  const subject = toWholeThing(path, input);
  const key = `${context.actor.uid} ${subject}`;
  if (recorded.get(context, key)) return;
  recorded.set(context, key, true);
  await recordAudit(context, { act: "tenant.viewed", subject });
}

/** The path up to the first thing that it names: what follows are parts of that. */
function toWholeThing(path: string, input: object): string {
  const [, start = path, name] = /^(.*?)\{(\w+)\}/.exec(path) ?? [];
  const id = name === undefined ? undefined : Object.entries(input).find(([key]) => key === name)?.[1];
  return id === undefined ? path : `${start}${String(id)}`;
}
