import { decodeProtectedHeader, errors, jwtVerify } from "jose";
import type { CallContext, Identity, ProjectAdmin } from "../identity.ts";
import { IdentityError } from "../identity-error.ts";
import { signToken } from "../tokens/id-token.ts";
import { findServiceAccountByKey, recordKeyUse } from "./service-account-store.ts";
import { verifyServiceToken } from "./verify-service-token.ts";

const lifetimeSeconds = 3600;
/** Neither is that of an ID token, so that none of the two passes for the other. */
const issuer = "console.service-accounts";
const audience = "console.identity";

/** Makes an access token for an assertion that a service account has signed with its key. */
export async function issueAccessToken(
  identity: Identity,
  context: CallContext,
  { assertion, audiences }: { assertion: string; audiences: readonly string[] },
): Promise<{ accessToken: string; lifetimeSeconds: number }> {
  const token = await verifyServiceToken(context, assertion, audiences);
  if (token === "expired") throw new IdentityError("assertion-expired");
  if (token === "invalid") throw new IdentityError("assertion-invalid");
  await context.transact((tx) => recordKeyUse(tx, token.kid));
  const { kid, privateKey } = await identity.keys.current(context.transact, context.now);
  const iat = Math.floor(context.now.getTime() / 1000);
  const claims = { iss: issuer, aud: audience, sub: token.account, key: token.kid, iat, exp: iat + lifetimeSeconds };
  return { accessToken: await signToken({ alg: "RS256", kid, typ: "at+jwt" }, claims, privateKey), lifetimeSeconds };
}

/** The service account behind an access token, or null where it is not let in, or no longer. */
export async function findServiceAdmin(
  identity: Identity,
  { transact, now }: Pick<CallContext, "transact" | "now">,
  token: string,
): Promise<ProjectAdmin | null> {
  const kid = await readKeyId(identity, { transact, now }, token);
  const account = kid === null ? null : await transact((tx) => findServiceAccountByKey(tx, kid));
  return account && { service: account.id, rights: account.rights };
}

/** The id of the key that the token was made for. */
async function readKeyId(
  identity: Identity,
  { transact, now }: Pick<CallContext, "transact" | "now">,
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
