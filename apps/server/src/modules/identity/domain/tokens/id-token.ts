import { type KeyObject, randomUUID, sign } from "node:crypto";
import { promisify } from "node:util";
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import type { Account, Provider } from "../accounts/account-store.ts";
import type { Call, Identity } from "../identity.ts";
import { projectId } from "../project.ts";
import type { Session } from "../sessions/session-store.ts";

export const idTokenSeconds = 3600;
/** Who our ID tokens say has made them. */
export const tokenIssuer = `https://securetoken.google.com/${projectId}`;
const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);

export type IdTokenClaims = JWTPayload & {
  sub: string;
  iat: number;
  exp: number;
  auth_time: number;
  sid?: string;
  /** Who looks at the account for support, and from which session of their own. */
  act?: { sub: string; sid: string | null };
};
type Asker = Pick<Call, "transact" | "now">;

/** Signs an ID token for a session. */
export async function mintIdToken(
  identity: Identity,
  asker: Asker,
  account: Account,
  providers: Provider[],
  session: Session,
  lifetimeSeconds = idTokenSeconds,
): Promise<string> {
  const { kid, privateKey } = await identity.keys.current(asker.transact, asker.now);
  const now = seconds(asker.now);
  const claims = {
    ...(account.custom_claims as object),
    ...(session.claims as object),
    ...profileClaims(account),
    user_id: account.uid,
    auth_time: seconds(session.authenticated_at),
    sid: session.id,
    // Google's SDK keeps a new refresh token only if the ID token beside it is another than before.
    jti: randomUUID(),
    firebase: { identities: identitiesOf(account, providers), sign_in_provider: session.provider },
    iss: tokenIssuer,
    aud: projectId,
    sub: account.uid,
    iat: now,
    exp: now + lifetimeSeconds,
  };
  return signToken({ alg: "RS256", kid, typ: "JWT" }, claims, privateKey);
}

const signBytes = promisify(sign);

/** The bytes are signed by a thread of their own; the web's cryptography takes half as long again for the same. */
export async function signToken(header: object, claims: object, key: KeyObject): Promise<string> {
  const encoded = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  const said = encoded.join(".");
  const signature = (await signBytes("sha256", Buffer.from(said), key)) as Buffer;
  return `${said}.${signature.toString("base64url")}`;
}

function profileClaims(account: Account) {
  return {
    ...(account.display_name && { name: account.display_name }),
    ...(account.photo_url && { picture: account.photo_url }),
    ...(account.email && { email: account.email, email_verified: account.email_verified }),
    ...(account.phone_number && { phone_number: account.phone_number }),
    ...(account.is_anonymous && { provider_id: "anonymous" }),
  };
}

function identitiesOf(account: Account, providers: Provider[]): Record<string, string[]> {
  const identities: Record<string, string[]> = account.email ? { email: [account.email] } : {};
  for (const { provider_id, raw_id } of providers)
    identities[provider_id] = [...(identities[provider_id] ?? []), raw_id];
  return identities;
}

/** Checks an ID token: "expired" and "invalid" say why it counts for nothing. */
export async function verifyIdToken(
  identity: Identity,
  asker: Asker,
  token: string,
): Promise<IdTokenClaims | "invalid" | "expired"> {
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    const key = alg === "RS256" && kid ? await identity.keys.find(asker.transact, kid) : null;
    if (!key) return "invalid";
    const proven = provenBy(key);
    const known = proven.get(token);
    const now = seconds(asker.now);
    if (known) return known.exp > now ? known : "expired";
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["RS256"],
      issuer: tokenIssuer,
      audience: projectId,
      currentDate: asker.now,
      requiredClaims: ["sub", "iat", "exp", "auth_time"],
    });
    const claims = payload as IdTokenClaims;
    const isPlausible = claims.sub !== "" && claims.iat <= now + 60 && claims.auth_time <= now + 60;
    if (!isPlausible) return "invalid";
    if (proven.size >= mostProven) proven.clear();
    proven.set(token, claims);
    return claims;
  } catch (error) {
    if (error instanceof errors.JWTExpired) return "expired";
    if (error instanceof errors.JOSEError || error instanceof TypeError) return "invalid";
    throw error;
  }
}

const mostProven = 2000;
const provenTokens = new WeakMap<KeyObject, Map<string, IdTokenClaims>>();

/**
 * The tokens whose signature by a key was checked: a page sends the same one with all its calls. Whoever finds one here
 * has still to look at its end; a key that counts no more is forgotten with all of them.
 */
function provenBy(key: KeyObject): Map<string, IdTokenClaims> {
  const known = provenTokens.get(key);
  if (known) return known;
  const none = new Map<string, IdTokenClaims>();
  provenTokens.set(key, none);
  return none;
}
