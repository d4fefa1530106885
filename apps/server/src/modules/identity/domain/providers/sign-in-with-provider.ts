import type { Context } from "../../../../platform/context.ts";
import { changeUserEmail } from "../../../directory/index.ts";
import {
  type Account,
  findAccountByEmail,
  findAccountByProvider,
  findProviders,
  insertAccount,
  linkProvider,
  unlinkProviders,
  updateAccount,
} from "../accounts/account-store.ts";
import { isAddressTaken, notifyProviderChange, requireOwner } from "../accounts/change-credentials.ts";
import { notifyAddressTaken } from "../accounts/notify-owner.ts";
import { voidCodes } from "../codes/code-store.ts";
import type { CallContext, Identity } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { readIdentitySettings } from "../identity-settings.ts";
import { beginSession, issueTokens, requireEnabled, type Tokens } from "../sessions/open-session.ts";
import { type Proof, proveIdToken, requireProvenAccount } from "../sessions/prove-account.ts";
import { endSessions, type Session } from "../sessions/session-store.ts";
import type { ProviderIdentity } from "./provider-identity.ts";

/** The identity, or its address, belongs to another account. */
type Taken = { refusal: "provider-taken" | "email-taken" };
/** The provider has not verified the address: its owner has to prove the account in another way first. */
type Unconfirmed = { email: string | null; verifiedProviders: string[] };
type Opened = { account: Account; isNewUser: boolean };

type SignIn = {
  provider: ProviderIdentity;
  /** Of the account that gets the identity; without one the identity signs in. */
  idToken: string | undefined;
  mayCreate: boolean;
};

/** Opens a session for someone whom a provider vouched for in a sign-in that we led ourselves; null when refused. */
export async function openProviderSession(
  context: CallContext,
  { provider }: { provider: ProviderIdentity },
): Promise<Session | null> {
  return context.transact(async (tx) => {
    const result = await open(tx, provider, true);
    return "account" in result ? beginProviderSession(context, tx, { ...result, provider }) : null;
  });
}

/** Opens a session for someone whom another provider vouches for. */
export async function signInWithProvider(
  identity: Identity,
  context: CallContext,
  { provider, idToken, mayCreate }: SignIn,
): Promise<Taken | Unconfirmed | { uid: string; isNewUser: boolean; tokens: Tokens }> {
  const proof = idToken === undefined ? null : await proveIdToken(identity, context, idToken);
  const result = await context.transact(async (tx) => {
    const outcome = proof ? await link(tx, proof, provider) : await open(tx, provider, mayCreate);
    if (!("account" in outcome)) return outcome;
    const session = await beginProviderSession(context, tx, { ...outcome, provider });
    return { session, isNewUser: outcome.isNewUser };
  });
  if (!("session" in result)) return result;
  const { session, isNewUser } = result;
  return { uid: session.uid, isNewUser, tokens: await issueTokens(identity, context, session) };
}

async function beginProviderSession(
  context: CallContext,
  tx: Context,
  { account, provider }: { account: Account; provider: ProviderIdentity },
): Promise<Session> {
  await updateFromProvider(tx, account, provider);
  return beginSession({ tx, context, uid: account.uid, signIn: { provider: provider.providerId } });
}

async function link(context: Context, proof: Proof, provider: ProviderIdentity): Promise<Opened | Taken> {
  const account = await requireProvenAccount(context, proof);
  requireOwner(account, proof, context.now);
  const owner = await findAccountByProvider(context, provider.providerId, provider.rawId);
  if (owner && owner.uid !== account.uid) return { refusal: "provider-taken" };
  if (provider.email && (await isAddressTaken(context, account.uid, provider.email))) return { refusal: "email-taken" };
  if (!owner) await notifyProviderChange(context, { account, provider: provider.providerId, isAdded: true });
  return { account, isNewUser: false };
}

async function open(context: Context, provider: ProviderIdentity, mayCreate: boolean): Promise<Opened | Unconfirmed> {
  const linked = await findAccountByProvider(context, provider.providerId, provider.rawId);
  if (linked) {
    requireEnabled(linked);
    return { account: linked, isNewUser: false };
  }
  const sameAddress = provider.email ? await findAccountByEmail(context, provider.email) : null;
  if (sameAddress) return takeOver(context, sameAddress, provider);
  if (!mayCreate) throw new IdentityError("account-unknown");
  const { allowsSelfSignUp } = await readIdentitySettings(context);
  if (!allowsSelfSignUp) throw new IdentityError("admins-only");
  const created = await insertAccount(context, { email: provider.email, email_verified: provider.emailVerified });
  if (!created) throw new IdentityError("email-taken");
  return { account: created, isNewUser: true };
}

/** An address that the provider has verified wins over a password that nobody ever verified it for. */
async function takeOver(context: Context, account: Account, provider: ProviderIdentity): Promise<Opened | Unconfirmed> {
  requireEnabled(account);
  if (!provider.emailVerified) {
    const providers = (await findProviders(context, account.uid)).map(({ provider_id }) => provider_id);
    const verifiedProviders = [...providers, ...(account.password_hash ? ["password"] : [])];
    return { email: account.email, verifiedProviders };
  }
  await notifyProviderChange(context, { account, provider: provider.providerId, isAdded: true });
  if (account.email_verified) return { account, isNewUser: false };
  await unlinkProviders(context, account.uid);
  await endSessions(context, account.uid);
  await voidCodes(context, account.uid);
  // Whoever made the account never proved the address: nothing that they have set stays.
  const updated = await updateAccount(context, account.uid, {
    password_hash: null,
    password_updated_at: null,
    email_verified: true,
    display_name: null,
    photo_url: null,
    phone_number: null,
    valid_since: context.now,
  });
  return { account: updated ?? account, isNewUser: false };
}

/** Links the identity to the account, and fills what the account does not say itself. */
async function updateFromProvider(context: Context, account: Account, provider: ProviderIdentity): Promise<void> {
  await linkProvider(context, {
    provider_id: provider.providerId,
    raw_id: provider.rawId,
    uid: account.uid,
    email: provider.email,
    display_name: provider.displayName,
    photo_url: provider.photoUrl,
  });
  await updateAccount(context, account.uid, {
    is_anonymous: false,
    display_name: account.display_name ?? provider.displayName,
    photo_url: account.photo_url ?? provider.photoUrl,
    ...(account.email === provider.email && provider.emailVerified && { email_verified: true }),
  });
  if (!account.email && provider.email) {
    await changeUserEmail(context, account.uid, provider.email);
    await updateAccount(context, account.uid, { email: provider.email, email_verified: provider.emailVerified });
    await notifyAddressTaken(context, account, provider.email);
  }
}
