import type { Account } from "../accounts/account-store.ts";
import { recordRefusedSignIn } from "../accounts/record-account-event.ts";
import type { CallContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { readIdentitySettings } from "../identity-settings.ts";
import { issueTokensFor, requireEnabled, type Tokens } from "../sessions/open-session.ts";
import { type AttemptSubject, attemptKey, recordFailure, refuseWait, signInSubjects } from "./attempts.ts";
import type { SignInState } from "./sign-in-store.ts";

type Credentials = { email: string; password: string };
type SignedIn = { account: Account; tokens: Tokens };

/** Opens a session for an address and a password; which of the two is wrong is not told. */
export async function signInWithPassword(
  identity: Identity,
  context: CallContext,
  input: Credentials,
): Promise<SignedIn> {
  return identity.limitAttempts(`${input.email}|${context.address}`, () => attempt(identity, context, input));
}

async function attempt(identity: Identity, context: CallContext, { email, password }: Credentials): Promise<SignedIn> {
  const candidates = identity.isTestMode ? [] : signInSubjects(email, context.address);
  const state = await identity.readSignInState({ context, email, subjects: candidates });
  const subjects = selectThrottled(candidates, state);
  refuseWait(
    subjects.map((subject) => state.attempts.get(attemptKey(subject)) ?? null),
    context.now,
  );

  const { account, providers } = state;
  const isRight = await identity.passwords.verify(account?.password_hash ?? null, password);
  if (!isRight || !account) return refuse(context, email, account, subjects);
  if (account.is_disabled) await context.transact((tx) => recordRefusedSignIn(tx, email, "The account is locked."));
  requireEnabled(account);
  const session = await identity.openSignInSession({ context, account, state });
  return { account, tokens: await issueTokensFor(identity, context, { account, providers, session }) };
}

/** Strangers who guess cannot keep the owner out: an address from which one has signed in is not held for the account. */
function selectThrottled(subjects: AttemptSubject[], { knowsAddress }: SignInState): AttemptSubject[] {
  return knowsAddress ? subjects.filter(({ kind }) => kind !== "account") : subjects;
}

async function refuse(
  context: CallContext,
  email: string,
  account: Account | null,
  subjects: AttemptSubject[],
): Promise<never> {
  const { hidesAccounts } = await context.transact(async (tx) => {
    await recordRefusedSignIn(tx, email, "The address or the password is wrong.");
    if (subjects.length > 0) await recordFailure(tx, subjects);
    return readIdentitySettings(tx);
  });
  if (hidesAccounts) throw new IdentityError("credentials-wrong");
  throw new IdentityError(account ? "password-wrong" : "email-unknown");
}
