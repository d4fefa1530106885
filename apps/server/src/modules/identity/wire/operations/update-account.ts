import type { Context } from "../../../../platform/context.ts";
import { type Account, unlinkProviders, updateAccount } from "../../domain/accounts/account-store.ts";
import {
  changeAddress,
  changePassword,
  requireOwner,
  requireUnverifiedChange,
  tellOfProvider,
} from "../../domain/accounts/change-credentials.ts";
import { voidCodes } from "../../domain/codes/code-store.ts";
import type { Call, Identity, Operation } from "../../domain/identity.ts";
import { readIdentitySettings } from "../../domain/identity-settings.ts";
import { requirePassword } from "../../domain/passwords/password-policy.ts";
import { beginSession } from "../../domain/sessions/open-session.ts";
import { type Proof, proofOf, provenAccount, requireRecentSignIn } from "../../domain/sessions/prove-account.ts";
import { endSessions, type Session } from "../../domain/sessions/session-store.ts";
import { emailField, listField, profileField, textField } from "../call-fields.ts";
import { describeUpdate } from "../describe-update.ts";
import { WireError } from "../wire-error.ts";
import { applyCode } from "./apply-code.ts";
import { updateAsAdmin } from "./update-as-admin.ts";

/** Changes the account that asks, or applies a code from a mail. */
export const updateAccountCall: Operation = async (identity, call) => {
  if (call.body.oobCode !== undefined) return applyCode(identity, call);
  if (call.admin && call.body.localId !== undefined) return updateAsAdmin(identity, call, call.admin);
  if (call.body.idToken === undefined) {
    throw new WireError("INVALID_REQ_TYPE", { detail: "Unsupported request parameters." });
  }
  if (call.body.customAttributes !== undefined) throw new WireError("INSUFFICIENT_PERMISSION");
  if (call.body.disableUser !== undefined) throw new WireError("OPERATION_NOT_ALLOWED");
  const proof = await proofOf(identity, call);
  const hash = await newPasswordHash(identity, call, proof);
  const { account, session } = await call.transact(async (context) => {
    const before = await provenAccount(context, proof);
    const isRevoking = await change(context, identity, call, proof, before, hash);
    const after = (await updateAccount(context, before.uid, profileChanges(call))) ?? before;
    return { account: after, session: isRevoking ? await beginAgain(context, call, proof, after) : null };
  });
  return describeUpdate(identity, call, account, session);
};

async function newPasswordHash(identity: Identity, call: Call, proof: Proof): Promise<string | null> {
  const password = textField(call.body, "password");
  if (password === undefined || password === "") return null;
  const { account, settings } = await call.transact(async (context) => ({
    account: await provenAccount(context, proof),
    settings: await readIdentitySettings(context),
  }));
  await requirePassword(password, settings.password, account.email);
  requireOwner(account, proof, call.now);
  return identity.passwords.hash(password);
}

/** Changes what opens the account; true when all its sessions had to end for it. */
async function change(
  context: Context,
  identity: Identity,
  call: Call,
  proof: Proof,
  account: Account,
  hash: string | null,
) {
  let isRevoking = false;
  const email = emailField(call.body);
  if (email !== undefined && email !== account.email) {
    requireOwner(account, proof, call.now);
    await requireUnverifiedChange(context, account);
    await changeAddress(context, identity, account, { email, isVerified: false });
    isRevoking = true;
  }
  if (hash) {
    await changePassword(context, identity, account, hash);
    isRevoking = true;
  }
  const providers = listField(call.body, "deleteProvider");
  if (closesAWayIn(call) || providers.length > 0) requireRecentSignIn(account, proof, call.now);
  if (closesAWayIn(call)) {
    await endSessions(context, account.uid);
    await voidCodes(context, account.uid);
    await updateAccount(context, account.uid, { valid_since: context.now });
    isRevoking = true;
  }
  if (providers.length > 0) await unlinkProviders(context, account.uid, providers);
  for (const provider of providers) {
    if (provider !== "password") await tellOfProvider(context, identity, account, provider, false);
  }
  if (providers.includes("password"))
    await updateAccount(context, account.uid, { password_hash: null, uses_email_link: false });
  return isRevoking;
}

/** Taking the password or the address away is as sensitive as changing it. */
function closesAWayIn({ body }: Call): boolean {
  const attributes = listField(body, "deleteAttribute");
  const ways = ["PASSWORD", "EMAIL"];
  return attributes.some((name) => ways.includes(name)) || listField(body, "deleteProvider").includes("password");
}

/** Null and absent leave a field as it is; an empty text clears it. */
function profileChanges({ body, now }: Call) {
  const cleared = new Set(listField(body, "deleteAttribute"));
  const displayName = profileField(body, "displayName");
  const photoUrl = profileField(body, "photoUrl");
  return {
    last_refresh_at: now,
    ...(displayName !== undefined && { display_name: displayName || null }),
    ...(photoUrl !== undefined && { photo_url: photoUrl || null }),
    ...(cleared.has("DISPLAY_NAME") && { display_name: null }),
    ...(cleared.has("PHOTO_URL") && { photo_url: null }),
    ...(cleared.has("PASSWORD") && { password_hash: null }),
    ...(cleared.has("EMAIL") && { email: null, email_verified: false }),
  };
}

/** Whoever changed the password stays signed in, with the time of the sign-in that allowed it. */
function beginAgain(context: Context, call: Call, { claims }: Proof, account: Account): Promise<Session> {
  const firebase = claims.firebase as { sign_in_provider?: string } | undefined;
  const provider = firebase?.sign_in_provider ?? "password";
  return beginSession(context, call, account.uid, {
    // Somebody who came without an address has one and a password now.
    provider: provider === "anonymous" && !account.is_anonymous ? "password" : provider,
    authenticatedAt: new Date(claims.auth_time * 1000),
  });
}
