import type { Account } from "../../domain/accounts/account-store.ts";
import { noteRefusal } from "../../domain/accounts/record-account-event.ts";
import type { Call, Identity, Operation } from "../../domain/identity.ts";
import { readIdentitySettings } from "../../domain/identity-settings.ts";
import { requireEnabled, tokensFor } from "../../domain/sessions/open-session.ts";
import { attemptKey, noteFailure, refuseWait, type Subject, signInSubjects } from "../../domain/sign-in/attempts.ts";
import type { SignInView } from "../../domain/sign-in/sign-in-store.ts";
import { emailField, textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";

/** Opens a session for an address and a password; what is wrong of the two is not told. */
export const signInWithPassword: Operation = async (identity, call) => {
  if (textField(call.body, "email") === undefined) throw new WireError("MISSING_EMAIL");
  const email = emailField(call.body) ?? "";
  const password = textField(call.body, "password");
  if (!password) throw new WireError("MISSING_PASSWORD");
  return identity.attempts(`${email}|${call.address}`, () => attempt(identity, call, email, password));
};

async function attempt(identity: Identity, call: Call, email: string, password: string) {
  const candidates = identity.isTestMode ? [] : signInSubjects(email, call.address);
  const view = await identity.readForSignIn({ call, email, subjects: candidates });
  const subjects = guarded(candidates, view);
  refuseWait(
    subjects.map((subject) => view.attempts.get(attemptKey(subject)) ?? null),
    call.now,
  );

  const { account } = view;
  const isRight = await identity.passwords.verify(account?.password_hash ?? null, password);
  if (!isRight || !account) return refuse(call, email, account, subjects);
  if (account.is_disabled) await call.transact((context) => noteRefusal(context, email, "The account is locked."));
  requireEnabled(account);
  return open(identity, call, account, view);
}

/** Strangers who guess cannot keep the owner out: an address from which one has signed in is not held for the account. */
function guarded(subjects: Subject[], { knowsAddress }: SignInView): Subject[] {
  return knowsAddress ? subjects.filter(({ kind }) => kind !== "account") : subjects;
}

async function refuse(call: Call, email: string, account: Account | null, subjects: Subject[]): Promise<never> {
  const { hidesAccounts } = await call.transact(async (context) => {
    await noteRefusal(context, email, "The address or the password is wrong.");
    if (subjects.length > 0) await noteFailure(context, subjects);
    return readIdentitySettings(context);
  });
  if (hidesAccounts) throw new WireError("INVALID_LOGIN_CREDENTIALS");
  if (!account) throw new WireError("EMAIL_NOT_FOUND");
  throw new WireError("INVALID_PASSWORD");
}

async function open(identity: Identity, call: Call, account: Account, view: SignInView) {
  const { providers } = view;
  const session = await identity.openForSignIn({ call, account, view });
  return {
    kind: "identitytoolkit#VerifyPasswordResponse",
    localId: account.uid,
    email: account.email,
    displayName: account.display_name ?? "",
    ...(account.photo_url && { profilePicture: account.photo_url }),
    ...(await tokensFor(identity, call, { account, providers, session })),
    registered: true,
  };
}
