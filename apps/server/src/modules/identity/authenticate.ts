import type { Permission } from "@console/contracts";
import { isPlatformRole, permissionsOf, permissionsOfViewer } from "@console/contracts";
import {
  type Caller,
  type Context,
  contextOf,
  type Platform,
  platformTenant,
  systemCaller,
} from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { bearerToken } from "../../platform/http/bearer-token.ts";
import type { Authenticate } from "../../platform/http/register-routes.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import { findUser, isTenantOpen } from "../directory/index.ts";
import { findAccount } from "./domain/accounts/account-store.ts";
import type { Identity } from "./domain/identity.ts";
import { isSessionEnded } from "./domain/sessions/session-store.ts";
import { type IdTokenClaims, verifyIdToken } from "./domain/tokens/id-token.ts";

/** How long a role, a closed account or an ended session may go unnoticed. */
const cacheMs = 2000;
const cacheSize = 10_000;

type Standing = {
  until: number;
  validSince: number;
  isOpen: boolean;
  role: string | null;
  tenantId: string | null;
  /** What people of a tenant that is not served are told. */
  closed: string | null;
};

/** Tells who sent a request from its ID token: the token is checked here, the standing is looked up every few seconds. */
export function createAuthenticate(identity: Identity, platform: Platform): Authenticate {
  const standings = new Map<string, Standing>();

  async function standingOf(uid: string, sessionId: string, now: Date, log: Logger): Promise<Standing> {
    const key = `${uid} ${sessionId}`;
    const cached = standings.get(key);
    if (cached && cached.until > performance.now()) return cached;
    const context = contextOf(platform, systemCaller("identity", platformTenant), { requestId: "authenticate", log });
    const found = await platform.database.inTenant(platformTenant, async (db) => {
      const user = await findUser({ ...context, db }, uid);
      return {
        user,
        account: await findAccount({ ...context, db }, uid),
        isEnded: sessionId !== "" && (await isSessionEnded({ ...context, db }, sessionId)),
        closed: await closedWords({ db }, user?.tenantId ?? null),
      };
    });
    const standing: Standing = {
      until: performance.now() + cacheMs,
      validSince: Math.floor((found.account?.valid_since.getTime() ?? now.getTime()) / 1000),
      isOpen: found.account !== null && !found.account.is_disabled && !found.isEnded,
      role: found.user?.role ?? null,
      tenantId: found.user?.tenantId ?? null,
      closed: found.closed,
    };
    if (standings.size >= cacheSize) standings.clear();
    standings.set(key, standing);
    return standing;
  }

  return async (request) => {
    const token = bearerToken(request);
    if (!token) return null;
    const now = platform.clock();
    const log = request.log as Logger;
    const context = contextOf(platform, systemCaller("identity", platformTenant), { requestId: request.id, log });
    const claims = await verifyIdToken(
      identity,
      { now, transact: (work) => platform.database.inTenant(platformTenant, (db) => work({ ...context, db })) },
      token,
    );
    if (typeof claims === "string") throw refused();
    const standing = await standingOf(claims.sub, claims.sid ?? "", now, log);
    if (!standing.isOpen || claims.iat < standing.validSince) throw refused();
    if (isByProgram(claims) && isPlatformRole(standing.role)) throw refused();
    if (standing.closed !== null && !isPlatformRole(standing.role)) throw new AppError("suspended", standing.closed);
    if (!claims.act) return callerOf(claims.sub, claims.sid ?? null, standing);
    const viewer = await standingOf(claims.act.sub, claims.act.sid ?? "", now, log);
    if (!mayView(viewer, standing, claims.iat)) throw refused();
    return viewerOf(callerOf(claims.sub, claims.sid ?? null, standing), claims.act.sub);
  };
}

async function closedWords(scope: Pick<Context, "db">, tenantId: string | null): Promise<string | null> {
  if (tenantId === null) return null;
  const { isOpen, reason } = await isTenantOpen(scope, tenantId);
  if (isOpen) return null;
  return `The access of your organisation is suspended.${reason ? ` ${reason}` : ""} Ask your administrator.`;
}

/** Whether a program has signed somebody in, which counts for nobody who runs the platform. */
function isByProgram({ firebase }: IdTokenClaims): boolean {
  return (firebase as { sign_in_provider?: string } | undefined)?.sign_in_provider === "custom";
}

const refused = () => new AppError("unauthenticated", "Your sign-in has ended. Sign in again.");

/** Platform people work on the platform's rows; a person without a document owns an account and nothing more. */
function callerOf(uid: string, sessionId: string | null, { role, tenantId }: Standing): Caller {
  const permissions: ReadonlySet<Permission> = permissionsOf(role);
  const home = isPlatformRole(role) ? platformTenant : (tenantId ?? `none:${uid}`);
  return { actor: { kind: "user", uid, role: role ?? "", sessionId }, tenantId: home, permissions };
}

/** The look ends with the sign-in and the role of whoever looks, and when the other comes to run the platform. */
function mayView(viewer: Standing, seen: Standing, since: number): boolean {
  const isIn = viewer.isOpen && since >= viewer.validSince;
  return isIn && permissionsOf(viewer.role).has("users.impersonate") && !isPlatformRole(seen.role);
}

function viewerOf({ actor, ...caller }: Caller, viewer: string): Caller {
  if (actor.kind !== "user") throw refused();
  const permissions = permissionsOfViewer(actor.role);
  return { ...caller, actor: { ...actor, onBehalf: viewer }, permissions, isVisiting: true };
}
