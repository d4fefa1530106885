import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import { publicAddress } from "../../../../platform/config.ts";
import type { Call, Identity, Operation, ProjectAdmin } from "../../domain/identity.ts";
import { findByKey, noteKeyUse } from "../../domain/service-accounts/service-account-store.ts";
import { verifyServiceToken } from "../../domain/service-accounts/verify-service-token.ts";
import { signToken } from "../../domain/tokens/id-token.ts";
import { textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";

const grant = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const lifetimeSeconds = 3600;
/** Neither is that of an ID token, so that none of the two passes for the other. */
const issuer = "console.service-accounts";
const audience = "console.identity";
/** Where SDKs believe that they ask for an access token. */
const googleAddresses = ["https://oauth2.googleapis.com/token", "https://www.googleapis.com/oauth2/v4/token"];

/** Gives an access token for an assertion that a service account has signed with its key. */
export const exchangeAssertion: Operation = async (identity, call) => {
  if (call.body.grant_type !== grant) throw new WireError("unsupported_grant_type", { detail: `Use ${grant}.` });
  const assertion = textField(call.body, "assertion") ?? "";
  const own = `${publicAddress(identity.config)}/token`;
  const token = await verifyServiceToken(call, assertion, [...googleAddresses, own]);
  if (typeof token === "string") {
    const detail =
      token === "expired" ? "The assertion is too old." : "No key of a service account has signed this assertion.";
    throw new WireError("invalid_grant", { detail });
  }
  await call.transact((context) => noteKeyUse(context, token.kid));
  const { kid, privateKey } = await identity.keys.current(call.transact, call.now);
  const iat = Math.floor(call.now.getTime() / 1000);
  const claims = { iss: issuer, aud: audience, sub: token.account, key: token.kid, iat, exp: iat + lifetimeSeconds };
  return {
    access_token: await signToken({ alg: "RS256", kid, typ: "at+jwt" }, claims, privateKey),
    expires_in: lifetimeSeconds,
    token_type: "Bearer",
  };
};

/** The service account behind an access token, or null where it is not let in, or no longer. */
export async function findServiceAdmin(
  identity: Identity,
  { transact, now }: Pick<Call, "transact" | "now">,
  token: string,
): Promise<ProjectAdmin | null> {
  const kid = await keyOf(identity, { transact, now }, token);
  const account = kid === null ? null : await transact((context) => findByKey(context, kid));
  return account && { service: account.id, rights: account.rights };
}

/** The key that the token was given for. */
async function keyOf(
  identity: Identity,
  { transact, now }: Pick<Call, "transact" | "now">,
  token: string,
): Promise<string | null> {
  try {
    const { kid, alg, typ } = decodeProtectedHeader(token);
    const key = alg === "RS256" && typ === "at+jwt" && kid ? await identity.keys.find(transact, kid) : null;
    if (!key) return null;
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["RS256"],
      issuer,
      audience,
      currentDate: now,
      requiredClaims: ["sub", "exp"],
    });
    return typeof payload.key === "string" ? payload.key : null;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return null;
    throw error;
  }
}
