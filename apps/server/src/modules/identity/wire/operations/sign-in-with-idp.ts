import type { Context } from "../../../../platform/context.ts";
import { sendMail } from "../../../../platform/mail/send-mail.ts";
import { changeUserEmail } from "../../../directory/index.ts";
import {
  type Account,
  findAccountByEmail,
  findAccountByProvider,
  insertAccount,
  linkProvider,
  providersOf,
  unlinkProviders,
  updateAccount,
} from "../../domain/accounts/account-store.ts";
import { isAddressTaken, requireOwner, tellOfProvider } from "../../domain/accounts/change-credentials.ts";
import { addressTakenMail } from "../../domain/codes/code-mail.ts";
import { voidCodes } from "../../domain/codes/code-store.ts";
import type { Call, Identity, Operation } from "../../domain/identity.ts";
import { readIdentitySettings } from "../../domain/identity-settings.ts";
import { beginSession, requireEnabled, tokensOf } from "../../domain/sessions/open-session.ts";
import { type Proof, proofOf, provenAccount } from "../../domain/sessions/prove-account.ts";
import { endSessions, type Session } from "../../domain/sessions/session-store.ts";
import { type IdpIdentity, idpIdentityOf } from "../idp-identity.ts";
import { WireError } from "../wire-error.ts";

type Outcome =
  | { account: Account; isNewUser: boolean }
  | { needConfirmation: true; verifiedProvider: string[]; email: string | null }
  | { errorMessage: string };

/** Opens a session for somebody whom a provider vouched for in a sign-in that we led ourselves; null when refused. */
export async function openForIdp(identity: Identity, call: Call, idp: IdpIdentity): Promise<Session | null> {
  return call.transact(async (context) => {
    const result = await open(context, identity, idp, true);
    if (!("account" in result)) return null;
    await remember(context, identity, result.account, idp);
    return beginSession(context, call, result.account.uid, { provider: idp.providerId });
  });
}

/** Opens a session for somebody whom another provider vouches for. */
export const signInWithIdp: Operation = async (identity, call) => {
  const idp = idpIdentityOf(identity, call);
  const proof = call.body.idToken === undefined ? null : await proofOf(identity, call);
  const { outcome, session } = await call.transact(async (context) => {
    const result = proof
      ? await link(context, identity, proof, idp)
      : await open(context, identity, idp, call.body.autoCreate !== false);
    if ("errorMessage" in result && call.body.returnIdpCredential !== true) throw new WireError(result.errorMessage);
    if (!("account" in result)) return { outcome: result, session: null };
    await remember(context, identity, result.account, idp);
    return {
      outcome: result,
      session: await beginSession(context, call, result.account.uid, { provider: idp.providerId }),
    };
  });
  const { account: _account, ...told } = { account: null, ...outcome };
  return {
    ...answer(idp),
    ...told,
    ...(session && { localId: session.uid, ...(await tokensOf(identity, call, session)) }),
  };
};

async function link(context: Context, identity: Identity, proof: Proof, idp: IdpIdentity): Promise<Outcome> {
  const account = await provenAccount(context, proof);
  requireOwner(account, proof, context.now);
  const owner = await findAccountByProvider(context, idp.providerId, idp.rawId);
  if (owner && owner.uid !== account.uid) return { errorMessage: "FEDERATED_USER_ID_ALREADY_LINKED" };
  if (idp.email && (await isAddressTaken(context, account.uid, idp.email))) return { errorMessage: "EMAIL_EXISTS" };
  if (!owner) await tellOfProvider(context, identity, account, idp.providerId, true);
  return { account, isNewUser: false };
}

async function open(context: Context, identity: Identity, idp: IdpIdentity, mayCreate: boolean): Promise<Outcome> {
  const linked = await findAccountByProvider(context, idp.providerId, idp.rawId);
  if (linked) {
    requireEnabled(linked);
    return { account: linked, isNewUser: false };
  }
  const sameAddress = idp.email ? await findAccountByEmail(context, idp.email) : null;
  if (sameAddress) return takeOver(context, identity, sameAddress, idp);
  if (!mayCreate) throw new WireError("USER_NOT_FOUND");
  const { allowsSelfSignUp } = await readIdentitySettings(context);
  if (!allowsSelfSignUp) throw new WireError("ADMIN_ONLY_OPERATION");
  const created = await insertAccount(context, { email: idp.email, email_verified: idp.emailVerified });
  if (!created) throw new WireError("EMAIL_EXISTS");
  return { account: created, isNewUser: true };
}

/** An address that the provider has verified wins over a password that nobody ever verified it for. */
async function takeOver(context: Context, identity: Identity, account: Account, idp: IdpIdentity): Promise<Outcome> {
  requireEnabled(account);
  if (!idp.emailVerified) {
    const providers = (await providersOf(context, account.uid)).map(({ provider_id }) => provider_id);
    const verifiedProvider = [...providers, ...(account.password_hash ? ["password"] : [])];
    return { needConfirmation: true, verifiedProvider, email: account.email };
  }
  await tellOfProvider(context, identity, account, idp.providerId, true);
  if (account.email_verified) return { account, isNewUser: false };
  await unlinkProviders(context, account.uid);
  await endSessions(context, account.uid);
  await voidCodes(context, account.uid);
  // Whoever made the account never proved the address: nothing that they have set stays.
  const taken = await updateAccount(context, account.uid, {
    password_hash: null,
    password_updated_at: null,
    email_verified: true,
    display_name: null,
    photo_url: null,
    phone_number: null,
    valid_since: context.now,
  });
  return { account: taken ?? account, isNewUser: false };
}

async function remember(context: Context, identity: Identity, account: Account, idp: IdpIdentity): Promise<void> {
  await linkProvider(context, {
    provider_id: idp.providerId,
    raw_id: idp.rawId,
    uid: account.uid,
    email: idp.email,
    display_name: idp.displayName,
    photo_url: idp.photoUrl,
  });
  await updateAccount(context, account.uid, {
    is_anonymous: false,
    display_name: account.display_name ?? idp.displayName,
    photo_url: account.photo_url ?? idp.photoUrl,
    ...(account.email === idp.email && idp.emailVerified && { email_verified: true }),
  });
  if (!account.email && idp.email) {
    await changeUserEmail(context, account.uid, idp.email);
    await updateAccount(context, account.uid, { email: idp.email, email_verified: idp.emailVerified });
    await sendMail(context, addressTakenMail(identity, idp.email));
  }
}

function answer(idp: IdpIdentity) {
  return {
    kind: "identitytoolkit#VerifyAssertionResponse",
    providerId: idp.providerId,
    context: "",
    rawUserInfo: JSON.stringify(idp.raw),
    federatedId:
      idp.providerId === "google.com" ? `https://accounts.google.com/${idp.rawId}` : `${idp.providerId}/${idp.rawId}`,
    ...(idp.email && { email: idp.email, emailVerified: idp.emailVerified }),
    ...(idp.displayName && { displayName: idp.displayName, fullName: idp.displayName }),
    ...(idp.firstName && { firstName: idp.firstName }),
    ...(idp.lastName && { lastName: idp.lastName }),
    ...(idp.photoUrl && { photoUrl: idp.photoUrl }),
    ...(idp.oauthIdToken && { oauthIdToken: idp.oauthIdToken }),
    ...(idp.oauthAccessToken && { oauthAccessToken: idp.oauthAccessToken }),
  };
}
