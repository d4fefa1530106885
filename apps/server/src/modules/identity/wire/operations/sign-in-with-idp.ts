import { IdentityError } from "../../domain/identity-error.ts";
import { signInWithProvider } from "../../domain/providers/sign-in-with-provider.ts";
import { idTokenField } from "../call-fields.ts";
import { describeTokens } from "../describe-account.ts";
import { type IdpIdentity, readIdpIdentity } from "../idp-identity.ts";
import type { Operation } from "../wire-call.ts";
import { wireCodes } from "../wire-codes.ts";

/** Signs in with the identity of another provider, or links it to the account of the caller. */
export const signInWithIdp: Operation = async (identity, call) => {
  const { body, context } = call;
  const idp = readIdpIdentity(identity, call);
  const result = await signInWithProvider(identity, context, {
    provider: idp,
    idToken: idTokenField(body),
    mayCreate: body.autoCreate !== false,
  });
  if ("refusal" in result) {
    // Only who asks for the credential gets the rest of the answer with the refusal.
    if (body.returnIdpCredential !== true) throw new IdentityError(result.refusal);
    return { ...describeIdpIdentity(idp), errorMessage: wireCodes[result.refusal] };
  }
  if ("verifiedProviders" in result) {
    const { verifiedProviders, email } = result;
    return { ...describeIdpIdentity(idp), needConfirmation: true, verifiedProvider: verifiedProviders, email };
  }
  const { uid, isNewUser, tokens } = result;
  return { ...describeIdpIdentity(idp), isNewUser, localId: uid, ...describeTokens(tokens) };
};

function describeIdpIdentity(idp: IdpIdentity) {
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
