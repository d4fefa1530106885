import { publicAddress } from "../../../../platform/config.ts";
import { isMailAddress } from "../../../../platform/mail/mail-address.ts";
import { findSignInMethods } from "../../domain/accounts/look-up-accounts.ts";
import { readIdentitySettings } from "../../domain/identity-settings.ts";
import type { PasswordPolicy } from "../../domain/passwords/password-policy.ts";
import { projectId } from "../../domain/project.ts";
import { requireOwnAccount } from "../../domain/sessions/prove-account.ts";
import { tokenIssuer } from "../../domain/tokens/id-token.ts";
import { idTokenField, textField } from "../call-fields.ts";
import type { Operation } from "../wire-call.ts";
import { WireError } from "../wire-error.ts";

/** How an address may sign in; where accounts are hidden every address gets the same answer. */
export const createAuthUri: Operation = async (_identity, { body, context }) => {
  const identifier = textField(body, "identifier");
  if (!identifier) throw new WireError("MISSING_IDENTIFIER");
  const continueUri = textField(body, "continueUri");
  if (!continueUri) throw new WireError("MISSING_CONTINUE_URI");
  if (!isMailAddress(identifier.trim())) throw new WireError("INVALID_IDENTIFIER");
  if (!URL.canParse(continueUri)) throw new WireError("INVALID_CONTINUE_URI");
  const methods = await findSignInMethods(context, { email: identifier.trim().toLowerCase() });
  return {
    kind: "identitytoolkit#CreateAuthUriResponse",
    sessionId: "none",
    ...(methods && describeSignInMethods(methods)),
  };
};

function describeSignInMethods({ account, providerIds }: NonNullable<Awaited<ReturnType<typeof findSignInMethods>>>) {
  const signinMethods = [...providerIds];
  if (account?.password_hash) signinMethods.push("password");
  if (account?.uses_email_link) signinMethods.push("emailLink");
  return {
    registered: account !== null,
    allProviders: signinMethods.map((method) => (method === "emailLink" ? "password" : method)),
    signinMethods,
  };
}

/** Takes back a token of another provider; we hand none out, so that there is nothing to take back. */
export const revokeToken: Operation = async (identity, { body, context }) => {
  if (!body.providerId) throw new WireError("MISSING_PROVIDER_ID");
  if (!body.tokenType) throw new WireError("MISSING_TOKEN_TYPE");
  if (!body.token) throw new WireError("MISSING_TOKEN");
  await requireOwnAccount(identity, context, { idToken: idTokenField(body) });
  return {};
};

/** Says that no reCAPTCHA is asked for, in a form that clients accept. */
export const recaptchaConfig: Operation = async () => ({
  recaptchaKey: `projects/${projectId}/keys/none`,
  recaptchaEnforcementState: [
    { provider: "EMAIL_PASSWORD_PROVIDER", enforcementState: "OFF" },
    { provider: "PHONE_PROVIDER", enforcementState: "OFF" },
  ],
});

/** What a new password must be. */
export const passwordPolicy: Operation = async (_identity, { context }) =>
  describePolicy((await context.transact(readIdentitySettings)).password);

function describePolicy(policy: PasswordPolicy) {
  return {
    customStrengthOptions: {
      minPasswordLength: policy.minLength,
      maxPasswordLength: policy.maxLength,
      ...(policy.needsLowercase && { containsLowercaseCharacter: true }),
      ...(policy.needsUppercase && { containsUppercaseCharacter: true }),
      ...(policy.needsNumeric && { containsNumericCharacter: true }),
      ...(policy.needsSymbol && { containsNonAlphanumericCharacter: true }),
    },
    allowedNonAlphanumericCharacters: [..."^$*.[]{}()?\"!@#%&/\\,><':;|_~`=+-"],
    enforcementState: policy.isEnforced ? "ENFORCE" : "OFF",
    forceUpgradeOnSignin: false,
    schemaVersion: 1,
  };
}

/** Where those who check our ID tokens find what they need, as OpenID says it. */
export const openIdConfiguration: Operation = async ({ config }) => ({
  issuer: tokenIssuer,
  jwks_uri: `${publicAddress(config)}/.well-known/jwks.json`,
  response_types_supported: ["id_token"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["RS256"],
  claims_supported: ["iss", "aud", "sub", "iat", "exp", "auth_time", "email", "email_verified", "name", "picture"],
});

/** The public keys of our ID tokens. */
export const publicKeys: Operation = (identity, { context }) => identity.keys.jwks(context.transact, context.now);

/** The same keys as certificates by their ids, which is the form that server SDKs read. */
export const keyCertificates: Operation = (identity, { context }) =>
  identity.keys.certificates(context.transact, context.now);
