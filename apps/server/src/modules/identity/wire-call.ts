import { contextOf, type Platform, platformTenant, systemCaller } from "../../platform/context.ts";
import { MalformedBody, type WireCall } from "../../platform/http/wire-routes.ts";
import type { Call, Identity } from "./identity.ts";
import { cookieHeader, readSessionCookie } from "./session-cookie.ts";

/** What an operation gets of a request. */
export function wireCall(identity: Identity, platform: Platform, wire: WireCall): Call {
  const context = contextOf(platform, systemCaller("identity", platformTenant), wire);
  if (typeof wire.body !== "object" || wire.body === null || Array.isArray(wire.body))
    throw new MalformedBody("no object");
  return {
    body: wire.body as Record<string, unknown>,
    query: wire.query,
    address: wire.address,
    userAgent: wire.headers["user-agent"] ?? "",
    isAdmin: identity.isTestMode && wire.headers.authorization === "Bearer owner",
    cookieToken:
      wire.headers[cookieHeader] === "cookie" ? readSessionCookie(identity.config, wire.headers.cookie) : null,
    now: context.now,
    log: wire.log,
    transact: (work) => platform.database.inTenant(platformTenant, (db) => work({ ...context, db })),
  };
}
