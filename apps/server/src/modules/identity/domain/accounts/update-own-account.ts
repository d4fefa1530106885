import type { Context } from "../../../../platform/context.ts";
import { voidCodes } from "../codes/code-store.ts";
import type { CallContext, Identity } from "../identity.ts";
import { readIdentitySettings } from "../identity-settings.ts";
import { requirePassword } from "../passwords/password-policy.ts";
import { beginSession, issueTokens, type Tokens } from "../sessions/open-session.ts";
import { type Proof, proveIdToken, requireProvenAccount, requireRecentSignIn } from "../sessions/prove-account.ts";
import { endSessions, type Session } from "../sessions/session-store.ts";
import { readSignInProvider } from "../tokens/id-token.ts";
import { type Account, findProviders, type Provider, unlinkProviders, updateAccount } from "./account-store.ts";
import {
  changeAddress,
  changePassword,
  notifyRemovedProviders,
  removeAddress,
  requireOwner,
  requireUnverifiedChange,
} from "./change-credentials.ts";
import { parseEmail } from "./email-address.ts";

/** What a call can take away from an account. */
export type ClearableField = "displayName" | "photoUrl" | "password" | "email";

/** What people change of their own account; undefined leaves a field as it is, an empty text clears it. */
export type OwnAccountChanges = {
  idToken: string | undefined;
  email: string | undefined;
  password: string | undefined;
  displayName: string | undefined;
  photoUrl: string | undefined;
  clearedFields: ReadonlySet<ClearableField>;
  unlinkedProviders: readonly string[];
};

/** Changes one's own account; there are new tokens where the old ones have ended with it. */
export async function updateOwnAccount(
  identity: Identity,
  context: CallContext,
  input: OwnAccountChanges,
): Promise<{ account: Account; providers: Provider[]; tokens: Tokens | null }> {
  const proof = await proveIdToken(identity, context, input.idToken);
  const passwordHash = await hashNewPassword(identity, context, proof, input.password);
  const { account, providers, session } = await context.transact(async (tx) => {
    const before = await requireProvenAccount(tx, proof);
    const endsSessions = await changeWaysIn(identity, tx, { account: before, proof, input, passwordHash });
    const after = (await updateAccount(tx, before.uid, profileColumns(input, context.now))) ?? before;
    const renewed = endsSessions ? await beginAgain(tx, context, proof, after) : null;
    return { account: after, providers: await findProviders(tx, after.uid), session: renewed };
  });
  return { account, providers, tokens: session && (await issueTokens(identity, context, session)) };
}

async function hashNewPassword(
  identity: Identity,
  context: CallContext,
  proof: Proof,
  password: string | undefined,
): Promise<string | null> {
  if (password === undefined || password === "") return null;
  const { account, settings } = await context.transact(async (tx) => ({
    account: await requireProvenAccount(tx, proof),
    settings: await readIdentitySettings(tx),
  }));
  await requirePassword(password, settings.password, account.email);
  requireOwner(account, proof, context.now);
  return identity.passwords.hash(password);
}

type WayInChange = { account: Account; proof: Proof; input: OwnAccountChanges; passwordHash: string | null };

/** Changes what opens the account; true when all its sessions had to end for it. */
async function changeWaysIn(
  identity: Identity,
  context: Context,
  { account, proof, input, passwordHash }: WayInChange,
): Promise<boolean> {
  let endsSessions = false;
  const email = input.email === undefined ? undefined : parseEmail(input.email);
  if (email !== undefined && email !== account.email) {
    requireOwner(account, proof, context.now);
    await requireUnverifiedChange(context, account);
    await changeAddress(identity, context, { account, email, isVerified: false });
    endsSessions = true;
  }
  if (passwordHash) {
    await changePassword(context, { account, passwordHash });
    endsSessions = true;
  }
  const providers = input.unlinkedProviders;
  const closesWayIn = isClosingWayIn(input);
  if (closesWayIn || providers.length > 0) requireRecentSignIn(account, proof, context.now);
  if (closesWayIn) {
    await endSessions(context, account.uid);
    await voidCodes(context, account.uid);
    await updateAccount(context, account.uid, { valid_since: context.now });
    endsSessions = true;
  }
  if (providers.length > 0) await unlinkProviders(context, account.uid, providers);
  await notifyRemovedProviders(context, { account, providers, clearedFields: input.clearedFields });
  if (providers.includes("password"))
    await updateAccount(context, account.uid, { password_hash: null, uses_email_link: false });
  if (input.clearedFields.has("email")) await removeAddress(identity, context, account);
  return endsSessions;
}

/** Taking the password or the address away is as sensitive as changing it. */
function isClosingWayIn({ clearedFields, unlinkedProviders }: OwnAccountChanges): boolean {
  return clearedFields.has("password") || clearedFields.has("email") || unlinkedProviders.includes("password");
}

function profileColumns({ displayName, photoUrl, clearedFields }: OwnAccountChanges, now: Date) {
  return {
    last_refresh_at: now,
    ...(displayName !== undefined && { display_name: displayName || null }),
    ...(photoUrl !== undefined && { photo_url: photoUrl || null }),
    ...(clearedFields.has("displayName") && { display_name: null }),
    ...(clearedFields.has("photoUrl") && { photo_url: null }),
    ...(clearedFields.has("password") && { password_hash: null }),
  };
}

/** Whoever changed the password stays signed in, with the time of the sign-in that allowed it. */
function beginAgain(tx: Context, context: CallContext, { claims }: Proof, account: Account): Promise<Session> {
  const provider = readSignInProvider(claims) ?? "password";
  const signIn = {
    // Someone who came without an address has one and a password now.
    provider: provider === "anonymous" && !account.is_anonymous ? "password" : provider,
    authenticatedAt: new Date(claims.auth_time * 1000),
  };
  return beginSession({ tx, context, uid: account.uid, signIn });
}
