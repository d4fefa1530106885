import type { Context } from "../../platform/context.ts";
import { type Account, findAccountByEmail } from "./account-store.ts";
import { forgetFailures, noteFailure, requireNoWait, type Subject, signInSubjects } from "./attempts.ts";
import { emailField, textField } from "./call-fields.ts";
import type { Call, Identity, Operation } from "./identity.ts";
import { readIdentitySettings } from "./identity-settings.ts";
import { beginSession, requireEnabled, tokensOf } from "./open-session.ts";
import { hasSignedInFrom } from "./session-store.ts";
import { WireError } from "./wire-error.ts";

/** Opens a session for an address and a password; what is wrong of the two is not told. */
export const signInWithPassword: Operation = async (identity, call) => {
  if (textField(call.body, "email") === undefined) throw new WireError("MISSING_EMAIL");
  const email = emailField(call.body) ?? "";
  const password = textField(call.body, "password");
  if (!password) throw new WireError("MISSING_PASSWORD");

  const { account, settings, subjects } = await call.transact(async (context) => {
    const found = await findAccountByEmail(context, email);
    const guarded = identity.isTestMode ? [] : await subjectsFor(context, email, call.address, found);
    if (guarded.length > 0) await requireNoWait(context, guarded);
    return { account: found, settings: await readIdentitySettings(context), subjects: guarded };
  });
  const isRight = await identity.passwords.verify(account?.password_hash ?? null, password);
  if (!isRight || !account) {
    if (subjects.length > 0) await call.transact((context) => noteFailure(context, subjects));
    throw new WireError(settings.hidesAccounts ? "INVALID_LOGIN_CREDENTIALS" : failureOf(account));
  }
  requireEnabled(account);
  return { ...(await open(identity, call, account, subjects)), registered: true };
};

/** Strangers who guess cannot keep the owner out: an address from which one has signed in is not held for the account. */
async function subjectsFor(
  context: Context,
  email: string,
  address: string,
  account: Account | null,
): Promise<Subject[]> {
  const subjects = signInSubjects(email, address);
  const isKnown = account !== null && (await hasSignedInFrom(context, account.uid, address));
  return isKnown ? subjects.filter(({ kind }) => kind !== "account") : subjects;
}

function failureOf(account: Account | null): string {
  if (!account) return "EMAIL_NOT_FOUND";
  return account.is_disabled ? "USER_DISABLED" : "INVALID_PASSWORD";
}

async function open(identity: Identity, call: Call, account: Account, subjects: Subject[]) {
  const session = await call.transact(async (context) => {
    if (subjects.length > 0)
      await forgetFailures(
        context,
        subjects.filter(({ kind }) => kind === "pair"),
      );
    return beginSession(context, call, account.uid, { provider: "password" });
  });
  return {
    kind: "identitytoolkit#VerifyPasswordResponse",
    localId: account.uid,
    email: account.email,
    displayName: account.display_name ?? "",
    ...(account.photo_url && { profilePicture: account.photo_url }),
    ...(await tokensOf(identity, call, session)),
  };
}
