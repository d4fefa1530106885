import { serviceRights } from "@console/contracts";
import { type Actor, contextOf, type Platform, platformTenant, systemCaller } from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/database.ts";
import { MalformedBody, type WireCall } from "../../../platform/http/wire-routes.ts";
import type { Call, Identity, ProjectAdmin } from "../domain/identity.ts";
import { findServiceAdmin } from "./operations/access-token.ts";
import { cookieHeader, readSessionCookie } from "./session-cookie.ts";
import { WireError } from "./wire-error.ts";

/** What an operation gets of a request. */
export async function wireCall(identity: Identity, platform: Platform, wire: WireCall): Promise<Call> {
  const wantsCookie = wire.headers[cookieHeader] === "cookie";
  if (wantsCookie && isForeign(wire)) throw new WireError("Cookies are for our own pages.", { status: 403 });
  if (typeof wire.body !== "object" || wire.body === null || Array.isArray(wire.body))
    throw new MalformedBody("no object");
  const call = callOf(identity, platform, wire, systemCaller("identity", platformTenant).actor);
  const admin = await findAdmin(identity, call, wire.headers.authorization);
  if (!admin?.service) return { ...call, admin };
  return { ...callOf(identity, platform, wire, { kind: "service", account: admin.service }), admin };
}

/** The call in the name of somebody. */
function callOf(identity: Identity, platform: Platform, wire: WireCall, actor: Actor): Omit<Call, "admin"> {
  const userAgent = wire.headers["user-agent"] ?? "";
  const origin = { address: wire.address, userAgent };
  const caller = { ...systemCaller("identity", platformTenant), actor };
  const context = contextOf(platform, caller, { requestId: wire.requestId, log: wire.log, origin });
  const within = (db: Db) => ({ ...context, db });
  return {
    body: wire.body as Record<string, unknown>,
    query: wire.query,
    address: wire.address,
    userAgent,
    // Over plain http, and before 2023 in Safari, browsers tell the origin alone.
    isBrowser: wire.headers["sec-fetch-site"] !== undefined || wire.headers.origin !== undefined,
    cookieToken:
      wire.headers[cookieHeader] === "cookie" ? readSessionCookie(identity.config, wire.headers.cookie) : null,
    now: context.now,
    log: wire.log,
    within,
    transact: (work) => platform.database.inTenant(platformTenant, (db) => work(within(db))),
  };
}

/** Who acts for the whole project: a service account by its access token, or in test mode a suite. */
async function findAdmin(
  identity: Identity,
  call: Pick<Call, "transact" | "now">,
  authorization: string | undefined,
): Promise<ProjectAdmin | null> {
  if (authorization === undefined) return null;
  if (identity.isTestMode && authorization === "Bearer owner") return { service: null, rights: new Set(serviceRights) };
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  const admin = await findServiceAdmin(identity, call, token);
  if (admin) return admin;
  throw new WireError("Request had invalid authentication credentials.", { status: 401 });
}

/** Browsers say themselves whether another site has asked. */
function isForeign({ headers }: WireCall): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}
