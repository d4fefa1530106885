import type { Permission } from "@console/contracts";
import { isPlatformRole, permissionsForImpersonation, permissionsForRole } from "@console/contracts";
import { type FormatChoices, ownFormats } from "@console/figures/format";
import {
  type Caller,
  type Context,
  createCallContext,
  type Platform,
  platformTenant,
  systemCaller,
} from "../../platform/context.ts";
import { AppError } from "../../platform/errors.ts";
import { bearerToken } from "../../platform/http/bearer-token.ts";
import type { Authenticate } from "../../platform/http/register-routes.ts";
import type { Logger } from "../../platform/telemetry/logger.ts";
import { TenantCache } from "../../platform/tenant-cache.ts";
import { findUser, isTenantOpen, toFormats } from "../directory/index.ts";
import { findAccount } from "./domain/accounts/account-store.ts";
import type { Identity } from "./domain/identity.ts";
import { isSessionEnded } from "./domain/sessions/session-store.ts";
import { type IdTokenClaims, readSignInProvider, verifyIdToken } from "./domain/tokens/id-token.ts";

/** How long a role, a closed account or an ended session may go unnoticed. */
const maxAgeMs = 2000;
const maxEntries = 10_000;
/** Accounts and sessions are rows of the platform: whose tenant someone is of is a part of what is read. */
const owner = { tenantId: platformTenant };

type AccountStatus = {
  validSince: number;
  isOpen: boolean;
  role: string | null;
  tenantId: string | null;
  formats: FormatChoices;
  /** What people of a tenant that is not served are told. */
  closed: string | null;
};

/** How an account and its person stand by now. */
async function readAccount(
  { database }: Platform,
  context: Omit<Context, "db">,
  uid: string,
  sessionId: string,
): Promise<AccountStatus> {
  const rows = await database.inTenant(platformTenant, async (db) => {
    const user = await findUser({ ...context, db }, uid);
    return {
      user,
      account: await findAccount({ ...context, db }, uid),
      isEnded: sessionId !== "" && (await isSessionEnded({ ...context, db }, sessionId)),
      closed: await explainClosedTenant({ db }, user?.tenantId ?? null),
    };
  });
  return {
    validSince: Math.floor((rows.account?.valid_since.getTime() ?? context.now.getTime()) / 1000),
    isOpen: rows.account !== null && !rows.account.is_disabled && !rows.isEnded,
    role: rows.user?.role ?? null,
    tenantId: rows.user?.tenantId ?? null,
    formats: rows.user ? toFormats(rows.user) : ownFormats,
    closed: rows.closed,
  };
}

/** Who a person is by now, for work that they have asked for and do not wait for; null when they may not sign in. */
export function createFindCaller(platform: Platform, log: Logger): (uid: string) => Promise<Caller | null> {
  return async (uid) => {
    const context = createCallContext(platform, systemCaller("identity", platformTenant), {
      requestId: "find-caller",
      log,
    });
    const status = await readAccount(platform, context, uid, "");
    const isShut = status.closed !== null && !isPlatformRole(status.role);
    return status.isOpen && !isShut ? createCaller(uid, null, status) : null;
  };
}

/** Tells who sent a request from its ID token: the token is checked here, the status is looked up every few seconds. */
export function createAuthenticate(identity: Identity, platform: Platform): Authenticate {
  const statuses = new TenantCache<AccountStatus>({ maxEntries, maxAgeMs });

  async function readStatus(uid: string, sessionId: string, log: Logger): Promise<AccountStatus> {
    const key = `${uid} ${sessionId}`;
    const cached = statuses.get(owner, key);
    if (cached) return cached;
    const context = createCallContext(platform, systemCaller("identity", platformTenant), {
      requestId: "authenticate",
      log,
    });
    const status = await readAccount(platform, context, uid, sessionId);
    statuses.set(owner, key, status);
    return status;
  }

  return async (request) => {
    const token = bearerToken(request);
    if (!token) return null;
    const now = platform.clock();
    const log = request.log as Logger;
    const context = createCallContext(platform, systemCaller("identity", platformTenant), {
      requestId: request.id,
      log,
    });
    const claims = await verifyIdToken(
      identity,
      { now, transact: (work) => platform.database.inTenant(platformTenant, (db) => work({ ...context, db })) },
      token,
    );
    if (typeof claims === "string") throw refused();
    const status = await readStatus(claims.sub, claims.sid ?? "", log);
    if (!status.isOpen || claims.iat < status.validSince) throw refused();
    if (isByProgram(claims) && isPlatformRole(status.role)) throw refused();
    if (status.closed !== null && !isPlatformRole(status.role)) throw new AppError("suspended", status.closed);
    if (!claims.act) return createCaller(claims.sub, claims.sid ?? null, status);
    const impersonator = await readStatus(claims.act.sub, claims.act.sid ?? "", log);
    if (!mayImpersonate(impersonator, status, claims.iat)) throw refused();
    return asImpersonation(createCaller(claims.sub, claims.sid ?? null, status), claims.act.sub);
  };
}

async function explainClosedTenant(scope: Pick<Context, "db">, tenantId: string | null): Promise<string | null> {
  if (tenantId === null) return null;
  const { isOpen, reason } = await isTenantOpen(scope, tenantId);
  if (isOpen) return null;
  return `The access of your organisation is suspended.${reason ? ` ${reason}` : ""} Ask your administrator.`;
}

/** Whether a program has signed someone in, which counts for nobody who runs the platform. */
function isByProgram(claims: IdTokenClaims): boolean {
  return readSignInProvider(claims) === "custom";
}

const refused = () => new AppError("unauthenticated", "Your sign-in has ended. Sign in again.");

/** Platform people work on the platform's rows; a person without a document owns an account and nothing more. */
function createCaller(uid: string, sessionId: string | null, { role, tenantId, formats }: AccountStatus): Caller {
  const permissions: ReadonlySet<Permission> = permissionsForRole(role);
  const home = isPlatformRole(role) ? platformTenant : (tenantId ?? `none:${uid}`);
  return { actor: { kind: "user", uid, role: role ?? "", sessionId }, tenantId: home, permissions, formats };
}

/** Impersonation ends with the sign-in and the role of the impersonator, and when the other comes to run the platform. */
function mayImpersonate(impersonator: AccountStatus, target: AccountStatus, since: number): boolean {
  const isIn = impersonator.isOpen && since >= impersonator.validSince;
  return isIn && permissionsForRole(impersonator.role).has("users.impersonate") && !isPlatformRole(target.role);
}

function asImpersonation({ actor, ...caller }: Caller, impersonatorUid: string): Caller {
  if (actor.kind !== "user") throw refused();
  const permissions = permissionsForImpersonation(actor.role);
  return { ...caller, actor: { ...actor, onBehalf: impersonatorUid }, permissions, isPlatformAccess: true };
}
