import { publicAddress } from "../../../../platform/config.ts";
import { isMailAddress } from "../../../../platform/mail/mail-address.ts";
import { findAccountByEmail, providersOf } from "../../domain/accounts/account-store.ts";
import type { Identity, Operation } from "../../domain/identity.ts";
import { readIdentitySettings } from "../../domain/identity-settings.ts";
import { policyAnswer } from "../../domain/passwords/password-policy.ts";
import { projectId } from "../../domain/project.ts";
import { proofOf, provenAccount } from "../../domain/sessions/prove-account.ts";
import { tokenIssuer } from "../../domain/tokens/id-token.ts";
import { textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";

/** How an address may sign in; under protection every address gets the same answer. */
export const createAuthUri: Operation = async (_identity, call) => {
  const identifier = textField(call.body, "identifier");
  if (!identifier) throw new WireError("MISSING_IDENTIFIER");
  const continueUri = textField(call.body, "continueUri");
  if (!continueUri) throw new WireError("MISSING_CONTINUE_URI");
  if (!isMailAddress(identifier.trim())) throw new WireError("INVALID_IDENTIFIER");
  if (!URL.canParse(continueUri)) throw new WireError("INVALID_CONTINUE_URI");
  const found = await call.transact(async (context) => {
    const { hidesAccounts } = await readIdentitySettings(context);
    if (hidesAccounts) return null;
    const account = await findAccountByEmail(context, identifier.trim().toLowerCase());
    if (!account) return { registered: false, allProviders: [], signinMethods: [] };
    const providers = (await providersOf(context, account.uid)).map(({ provider_id }) => provider_id);
    const methods = [
      ...providers,
      ...(account.password_hash ? ["password"] : []),
      ...(account.uses_email_link ? ["emailLink"] : []),
    ];
    return {
      registered: true,
      allProviders: methods.map((method) => (method === "emailLink" ? "password" : method)),
      signinMethods: methods,
    };
  });
  return { kind: "identitytoolkit#CreateAuthUriResponse", sessionId: "none", ...found };
};

/** Takes back a token of another provider; we hand none out, so that there is nothing to take back. */
export const revokeToken: Operation = async (identity, call) => {
  for (const [field, code] of [
    ["providerId", "PROVIDER_ID"],
    ["tokenType", "TOKEN_TYPE"],
    ["token", "TOKEN"],
  ] as const) {
    if (!call.body[field]) throw new WireError(`MISSING_${code}`);
  }
  const proof = await proofOf(identity, call);
  await call.transact((context) => provenAccount(context, proof));
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
export const passwordPolicy: Operation = async (_identity, call) =>
  policyAnswer((await call.transact(readIdentitySettings)).password);

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
export const publicKeys: Operation = (identity: Identity, call) => identity.keys.jwks(call.transact, call.now);

/** The same keys as certificates by their ids, which is the form that server SDKs read. */
export const keyCertificates: Operation = (identity, call) => identity.keys.certificates(call.transact, call.now);
