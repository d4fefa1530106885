import { findAccountByEmail, providersOf } from "./account-store.ts";
import { proofOf, provenAccount } from "./call-account.ts";
import { textField } from "./call-fields.ts";
import { type Identity, type Operation, projectId } from "./identity.ts";
import { readIdentitySettings } from "./identity-settings.ts";
import { policyAnswer } from "./password-policy.ts";
import { WireError } from "./wire-error.ts";

/** How an address may sign in; under protection every address gets the same answer. */
export const createAuthUri: Operation = async (_identity, call) => {
  const identifier = textField(call.body, "identifier");
  if (!identifier) throw new WireError("MISSING_IDENTIFIER");
  if (!textField(call.body, "continueUri")) throw new WireError("MISSING_CONTINUE_URI");
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

/** The public keys of our ID tokens. */
export const publicKeys: Operation = (identity: Identity, call) => identity.keys.jwks(call.transact, call.now);
