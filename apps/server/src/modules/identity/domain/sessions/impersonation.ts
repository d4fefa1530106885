import { isPlatformRole, type RouteOutput, type startViewing as startContract } from "@console/contracts";
import { z } from "zod";
import { recordAudit } from "../../../../platform/audit/record-audit.ts";
import { type Context, platformTenant, requirePerson } from "../../../../platform/context.ts";
import type { Database } from "../../../../platform/db/database.ts";
import { AppError } from "../../../../platform/errors.ts";
import { defineJob, enqueue } from "../../../../platform/jobs/define-job.ts";
import { findUser, isTenantOpen } from "../../../directory/index.ts";
import { type Account, findAccount, findProviders } from "../accounts/account-store.ts";
import { notifyOwner } from "../accounts/notify-owner.ts";
import type { Identity } from "../identity.ts";
import { mintIdToken } from "../tokens/id-token.ts";
import { endSession, insertImpersonation, takeSession } from "./session-store.ts";

const impersonationSeconds = 15 * 60;
const jobInput = z.object({ session: z.uuid() });
const endJob = { name: "sessions.end-view", attempts: 5 };

type ImpersonationInput = { uid: string; reason: string };

/** Opens a session in which a platform admin sees what a user sees; it cannot be renewed. */
export function createStartImpersonation(identity: Identity, database: Database) {
  return async (
    context: Omit<Context, "db">,
    input: ImpersonationInput,
  ): Promise<RouteOutput<typeof startContract>> => {
    const transact = <Result>(work: (tx: Context) => Promise<Result>) =>
      database.inTenant(platformTenant, (db) => work({ ...context, db, tenantId: platformTenant }));
    const endsAt = new Date(context.now.getTime() + impersonationSeconds * 1000);
    const { account, providers, session } = await transact((tx) => beginImpersonation(tx, input, endsAt));
    const tokenContext = { transact, now: context.now };
    const idToken = await mintIdToken(identity, tokenContext, {
      account,
      providers,
      session,
      lifetimeSeconds: impersonationSeconds,
    });
    return { idToken, endsAt: endsAt.toISOString() };
  };
}

async function beginImpersonation(context: Context, { uid, reason }: ImpersonationInput, endsAt: Date) {
  const impersonator = requirePerson(context);
  const { account, tenantId } = await requireImpersonable(context, uid);
  const own = context.actor.kind === "user" ? context.actor.sessionId : null;
  const claims = { act: { sub: impersonator, sid: own } };
  const session = await insertImpersonation(context, uid, claims, context.origin?.userAgent ?? "");
  await recordAudit(context, {
    act: "users.view_started",
    subject: `users/${uid}`,
    details: { title: account.email ?? uid, reason, endsAt: endsAt.toISOString() },
    ...(tenantId !== null && { tenant: tenantId }),
  });
  await tellOwner(context, account, impersonator, reason);
  await enqueue<typeof jobInput>(context, endJob, { session: session.id }, { runAt: endsAt });
  return { account, providers: await findProviders(context, uid), session };
}

/** The account that is impersonated: that of someone of a tenant who could sign in now. */
async function requireImpersonable(
  context: Context,
  uid: string,
): Promise<{ account: Account; tenantId: string | null }> {
  const [user, account] = [await findUser(context, uid), await findAccount(context, uid)];
  if (!user || !account) throw new AppError("not_found", "There is no such user.");
  if (isPlatformRole(user.role)) {
    throw new AppError("forbidden", "Platform admins cannot be impersonated.");
  }
  if (account.is_disabled) throw new AppError("conflict", "The account is locked: there is nothing to see.");
  const { tenantId } = user;
  if (tenantId !== null && !(await isTenantOpen(context, tenantId)).isOpen) {
    throw new AppError("conflict", "The tenant is not active: there is nothing to see.");
  }
  return { account, tenantId };
}

async function tellOwner(context: Context, account: Account, impersonator: string, reason: string): Promise<void> {
  const by = await findUser(context, impersonator);
  const name = by?.name ?? by?.email ?? "A platform admin";
  await notifyOwner(context, account, {
    subject: "Support viewed your account",
    what: `${name} viewed your account for support: ${reason}`,
    otherwise: [
      `For up to ${impersonationSeconds / 60} minutes they see what you see. They cannot change, export or share anything.`,
      "If you did not ask for help, tell your administrator.",
    ].join("\n"),
    action: null,
  });
}

/** Ends the impersonation that the call itself comes from. */
export async function endImpersonation(context: Context): Promise<{ ended: number }> {
  const { actor } = context;
  if (actor.kind !== "user" || actor.onBehalf === undefined || actor.sessionId === null) {
    throw new AppError("conflict", "You are not viewing anyone's account.");
  }
  return { ended: await closeImpersonation(context, actor.sessionId, "Stopped.") };
}

/** Records the end of an impersonation whose time is over, unless it was stopped before. */
export const endImpersonationJob = defineJob({
  ...endJob,
  input: jobInput,
  run: async (context, { session }) => {
    await closeImpersonation(context, session, "It expired.");
  },
});

async function closeImpersonation(context: Context, id: string, reason: string): Promise<number> {
  const session = await takeSession(context, id);
  if (!session || session.ended_at !== null) return 0;
  const tenant = (await findUser(context, session.uid))?.tenantId;
  await recordAudit(context, {
    act: "users.view_ended",
    subject: `users/${session.uid}`,
    details: { reason },
    ...(tenant && { tenant }),
  });
  return endSession(context, session.uid, id);
}
