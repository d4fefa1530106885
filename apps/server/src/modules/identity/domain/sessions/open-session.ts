import type { Context } from "../../../../platform/context.ts";
import { type Account, findAccount, findProviders, type Provider } from "../accounts/account-store.ts";
import { notifyNewSignIn } from "../accounts/notify-owner.ts";
import { recordAccountEvents } from "../accounts/record-account-event.ts";
import type { CallContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { idTokenSeconds, mintIdToken } from "../tokens/id-token.ts";
import { writeRefreshToken } from "../tokens/refresh-token.ts";
import { insertSessions, type Session } from "./session-store.ts";
import { recordOrigins } from "./sign-in-origins.ts";

export type Tokens = { idToken: string; refreshToken: string; lifetimeSeconds: number };
type SignIn = {
  provider: string;
  claims?: Record<string, unknown>;
  authenticatedAt?: Date;
  /** The program that signed someone in. */
  program?: Program;
};

/** A service account, and the key by which it has proved to be one. */
export type Program = { account: string; key: string };

/** The same context in the name of a program. */
export function asProgram(context: Context, { account }: Program): Context {
  return { ...context, actor: { kind: "service", account } };
}

type SessionStart = { tx: Context; context: CallContext; uid: string; signIn: SignIn };

/** Begins a session of an account within the caller's transaction; `issueTokens` makes its tokens after it. */
export async function beginSession(start: SessionStart): Promise<Session> {
  const [session] = await beginSessions([start]);
  return session as Session;
}

/** The same for many that share one transaction. */
export async function beginSessions(starts: readonly SessionStart[]): Promise<Session[]> {
  const [first] = starts;
  if (!first) return [];
  await recordAccountEvents(
    starts.map(({ tx, uid, signIn }) => {
      const opener = signIn.program ? asProgram(tx, signIn.program) : tx;
      return { context: opener, uid, act: "session.opened", details: { provider: signIn.provider } };
    }),
  );
  const origins = starts.map(({ tx, uid, context: { userAgent, address } }) => ({ tx, uid, userAgent, address }));
  for (const origin of await recordOrigins(first.tx, origins)) await notifyNewSignIn(origin.tx, origin);
  return insertSessions(
    first.tx,
    starts.map(({ context, uid, signIn }) => ({
      uid,
      at: context.now,
      provider: signIn.provider,
      claims: signIn.claims ?? {},
      authenticatedAt: signIn.authenticatedAt ?? context.now,
      userAgent: context.userAgent,
      address: context.address,
      serviceKey: signIn.program?.key ?? null,
    })),
  );
}

/** The tokens of a session, outside of any transaction since signing takes a moment. */
export async function issueTokens(identity: Identity, context: CallContext, session: Session): Promise<Tokens> {
  const { account, providers } = await context.transact(async (tx) => ({
    account: await findAccount(tx, session.uid),
    providers: await findProviders(tx, session.uid),
  }));
  if (!account) throw new IdentityError("account-unknown");
  return issueTokensFor(identity, context, { account, providers, session });
}

/** The same where the account and its providers have been read already. */
export async function issueTokensFor(
  identity: Identity,
  context: CallContext,
  { account, providers, session }: { account: Account; providers: Provider[]; session: Session },
): Promise<Tokens> {
  return {
    idToken: await mintIdToken(identity, context, { account, providers, session }),
    refreshToken: writeRefreshToken(identity, session),
    lifetimeSeconds: idTokenSeconds,
  };
}

/** Refuses an account that an admin has locked; called only once the credential has proved right. */
export function requireEnabled(account: Account): void {
  if (account.is_disabled) throw new IdentityError("account-locked");
}
