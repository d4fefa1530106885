import { serviceRights } from "@console/contracts";
import {
  type Actor,
  createCallContext,
  type Platform,
  platformTenant,
  systemCaller,
} from "../../../platform/context.ts";
import type { Db } from "../../../platform/db/database.ts";
import { MalformedBody, type WireCall } from "../../../platform/http/wire-routes.ts";
import {
  type AdminContext,
  type CallContext,
  type Identity,
  isAdminContext,
  type ProjectAdmin,
} from "../domain/identity.ts";
import { findServiceAdmin } from "../domain/service-accounts/access-token.ts";
import { cookieHeader, readSessionCookie } from "./session-cookie.ts";
import { WireError } from "./wire-error.ts";

/** One call on the identity wire: what it says, and the context in which use cases run for it. */
export type Call = {
  body: Record<string, unknown>;
  query: Record<string, string>;
  /** The refresh token that the browser keeps where scripts cannot read it. */
  cookieToken: string | null;
  context: CallContext;
};

/** An operation of the wire: gives the JSON body of a 200, or throws an IdentityError or a WireError. */
export type Operation = (identity: Identity, call: Call) => Promise<Record<string, unknown>>;

/** Reads a request. */
export async function readCall(identity: Identity, platform: Platform, wire: WireCall): Promise<Call> {
  const wantsCookie = wire.headers[cookieHeader] === "cookie";
  if (wantsCookie && isForeign(wire)) throw new WireError("Cookies are for our own pages.", { status: 403 });
  if (typeof wire.body !== "object" || wire.body === null || Array.isArray(wire.body))
    throw new MalformedBody("no object");
  const anonymous = createContext(platform, wire, systemCaller("identity", platformTenant).actor);
  const admin = await findAdmin(identity, anonymous, wire.headers.authorization);
  const context = admin?.service
    ? createContext(platform, wire, { kind: "service", account: admin.service })
    : anonymous;
  return {
    body: wire.body as Record<string, unknown>,
    query: wire.query,
    cookieToken: wantsCookie ? readSessionCookie(identity.config, wire.headers.cookie) : null,
    context: { ...context, admin },
  };
}

/** Refuses whoever does not act for the whole project. */
export function requireAdmin({ context }: Call): AdminContext {
  if (isAdminContext(context)) return context;
  throw new WireError("Request is missing required authentication credential.", { status: 401 });
}

/** The context of a call for the whole project; null where a call speaks for one account, or for nobody. */
export function findAdminContext({ context, body }: Call): AdminContext | null {
  return isAdminContext(context) && body.idToken === undefined ? context : null;
}

/** The context of a call in the name of someone. */
function createContext(platform: Platform, wire: WireCall, actor: Actor): CallContext {
  const userAgent = wire.headers["user-agent"] ?? "";
  const origin = { address: wire.address, userAgent };
  const caller = { ...systemCaller("identity", platformTenant), actor };
  const context = createCallContext(platform, caller, { requestId: wire.requestId, log: wire.log, origin });
  const within = (db: Db) => ({ ...context, db });
  return {
    address: wire.address,
    userAgent,
    // Over plain http, and before 2023 in Safari, browsers tell the origin alone.
    isBrowser: wire.headers["sec-fetch-site"] !== undefined || wire.headers.origin !== undefined,
    admin: null,
    now: context.now,
    within,
    transact: (work) => platform.database.inTenant(platformTenant, (db) => work(within(db))),
  };
}

/** Who acts for the whole project: a service account by its access token, or in test mode a suite. */
async function findAdmin(
  identity: Identity,
  context: CallContext,
  authorization: string | undefined,
): Promise<ProjectAdmin | null> {
  if (authorization === undefined) return null;
  if (identity.isTestMode && authorization === "Bearer owner") return { service: null, rights: new Set(serviceRights) };
  const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? "";
  const admin = await findServiceAdmin(identity, context, token);
  if (admin) return admin;
  throw new WireError("Request had invalid authentication credentials.", { status: 401 });
}

/** Browsers say themselves whether another site has sent the call. */
function isForeign({ headers }: WireCall): boolean {
  const site = headers["sec-fetch-site"];
  return site !== undefined && site !== "same-origin" && site !== "none";
}
