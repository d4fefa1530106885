import type { Context } from "../../../../platform/context.ts";
import { WireError } from "../../wire/wire-error.ts";
import { type Account, findAccount, type Provider, providersOf } from "../accounts/account-store.ts";
import { noteAccounts } from "../accounts/record-account-event.ts";
import type { Call, Identity } from "../identity.ts";
import { idTokenSeconds, mintIdToken } from "../tokens/id-token.ts";
import { refreshTokenOf } from "../tokens/refresh-token.ts";
import { insertSessions, type Session } from "./session-store.ts";

export type Tokens = { idToken: string; refreshToken: string; expiresIn: string };
type SignIn = {
  provider: string;
  claims?: Record<string, unknown>;
  authenticatedAt?: Date;
  /** The program that signed somebody in. */
  program?: Program;
};

/** A service account, and the key by which it has proved to be one. */
export type Program = { account: string; key: string };

/** The same work in the name of a program. */
export function asProgram(context: Context, { account }: Program): Context {
  return { ...context, actor: { kind: "service", account } };
}

/** Begins a session of an account within the caller's transaction; its tokens are made by `tokensOf` after it. */
export async function beginSession(context: Context, call: Call, uid: string, signIn: SignIn): Promise<Session> {
  const [session] = await beginSessions([{ context, call, uid, signIn }]);
  return session as Session;
}

/** The same for many that share one transaction. */
export async function beginSessions(
  beginnings: readonly { context: Context; call: Call; uid: string; signIn: SignIn }[],
): Promise<Session[]> {
  const [first] = beginnings;
  if (!first) return [];
  await noteAccounts(
    beginnings.map(({ context, uid, signIn }) => {
      const opener = signIn.program ? asProgram(context, signIn.program) : context;
      return { context: opener, uid, act: "session.opened", details: { provider: signIn.provider } };
    }),
  );
  return insertSessions(
    first.context,
    beginnings.map(({ call, uid, signIn }) => ({
      uid,
      at: call.now,
      provider: signIn.provider,
      claims: signIn.claims ?? {},
      authenticatedAt: signIn.authenticatedAt ?? call.now,
      userAgent: call.userAgent,
      address: call.address,
      serviceKey: signIn.program?.key ?? null,
    })),
  );
}

/** The tokens of a session, outside of any transaction since signing takes a moment. */
export async function tokensOf(identity: Identity, call: Call, session: Session): Promise<Tokens> {
  const { account, providers } = await call.transact(async (context) => ({
    account: await findAccount(context, session.uid),
    providers: await providersOf(context, session.uid),
  }));
  if (!account) throw new WireError("USER_NOT_FOUND");
  return tokensFor(identity, call, { account, providers, session });
}

/** The same where the account and its providers are known already. */
export async function tokensFor(
  identity: Identity,
  call: Call,
  { account, providers, session }: { account: Account; providers: Provider[]; session: Session },
): Promise<Tokens> {
  return {
    idToken: await mintIdToken(identity, call, account, providers, session),
    refreshToken: refreshTokenOf(identity, session),
    expiresIn: String(idTokenSeconds),
  };
}

/** Refuses an account that an admin has closed; asked only once the credential has proved right. */
export function requireEnabled(account: Account): void {
  if (account.is_disabled) throw new WireError("USER_DISABLED");
}
