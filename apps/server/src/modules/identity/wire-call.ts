import { contextOf, type Platform, platformTenant, systemCaller } from "../../platform/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { MalformedBody, type WireCall } from "../../platform/http/wire-routes.ts";
import type { Call, Identity } from "./identity.ts";
import { cookieHeader, readSessionCookie } from "./session-cookie.ts";
import { WireError } from "./wire-error.ts";

/** What an operation gets of a request. */
export function wireCall(identity: Identity, platform: Platform, wire: WireCall): Call {
  const { authorization } = wire.headers;
  const isAdmin = identity.isTestMode && authorization === "Bearer owner";
  if (authorization !== undefined && !isAdmin) {
    throw new WireError("Request had invalid authentication credentials.", { status: 401 });
  }
  const wantsCookie = wire.headers[cookieHeader] === "cookie";
  if (wantsCookie && isForeign(wire)) throw new WireError("Cookies are for our own pages.", { status: 403 });
  const context = contextOf(platform, systemCaller("identity", platformTenant), {
    ...wire,
    origin: { address: wire.address, userAgent: wire.headers["user-agent"] ?? "" },
  });
  if (typeof wire.body !== "object" || wire.body === null || Array.isArray(wire.body))
    throw new MalformedBody("no object");
  const within = (db: Db) => ({ ...context, db });
  return {
    body: wire.body as Record<string, unknown>,
    query: wire.query,
    address: wire.address,
    userAgent: wire.headers["user-agent"] ?? "",
    // Over plain http browsers tell the origin alone.
    isBrowser: wire.headers["sec-fetch-site"] !== undefined || wire.headers.origin !== undefined,
    isAdmin,
    cookieToken:
      wire.headers[cookieHeader] === "cookie" ? readSessionCookie(identity.config, wire.headers.cookie) : null,
    now: context.now,
    log: wire.log,
    within,
    transact: (work) => platform.database.inTenant(platformTenant, (db) => work(within(db))),
  };
}

/** Browsers say themselves whether another site has asked. */
function isForeign({ headers }: WireCall): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}
