import { type KeyObject, randomUUID, sign } from "node:crypto";
import { promisify } from "node:util";
import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from "jose";
import type { Account, Provider } from "../accounts/account-store.ts";
import type { CallContext, Identity } from "../identity.ts";
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
  /** Who impersonates the account for support, and from which session of their own. */
  act?: { sub: string; sid: string | null };
};
/** What of a session stands in its tokens. */
type TokenSession = Pick<Session, "id" | "claims" | "authenticated_at" | "provider">;
type TokenContext = Pick<CallContext, "transact" | "now">;

/** Signs an ID token for a session. */
export async function mintIdToken(
  identity: Identity,
  context: TokenContext,
  {
    account,
    providers,
    session,
    lifetimeSeconds = idTokenSeconds,
  }: { account: Account; providers: Provider[]; session: TokenSession; lifetimeSeconds?: number },
): Promise<string> {
  const { kid, privateKey } = await identity.keys.current(context.transact, context.now);
  const now = seconds(context.now);
  const claims = {
    ...(account.custom_claims as object),
    ...(session.claims as object),
    ...profileClaims(account),
    user_id: account.uid,
    auth_time: seconds(session.authenticated_at),
    sid: session.id,
    // Google's SDK keeps a new refresh token only if the ID token beside it is another than before.
    jti: randomUUID(),
    firebase: { identities: listIdentities(account, providers), sign_in_provider: session.provider },
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
  const payload = encoded.join(".");
  const signature = (await signBytes("sha256", Buffer.from(payload), key)) as Buffer;
  return `${payload}.${signature.toString("base64url")}`;
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

function listIdentities(account: Account, providers: Provider[]): Record<string, string[]> {
  const identities: Record<string, string[]> = account.email ? { email: [account.email] } : {};
  for (const { provider_id, raw_id } of providers)
    identities[provider_id] = [...(identities[provider_id] ?? []), raw_id];
  return identities;
}

/** By what someone has signed in, as an ID token says it: a password, a provider, or "custom" for a program's word. */
export function readSignInProvider({ firebase }: IdTokenClaims): string | undefined {
  return (firebase as { sign_in_provider?: string } | undefined)?.sign_in_provider;
}

/** Checks an ID token: "expired" and "invalid" say why it counts for nothing. */
export async function verifyIdToken(
  identity: Identity,
  context: TokenContext,
  token: string,
): Promise<IdTokenClaims | "invalid" | "expired"> {
  try {
    const { kid, alg } = decodeProtectedHeader(token);
    const key = alg === "RS256" && kid ? await identity.keys.find(context.transact, kid) : null;
    if (!key) return "invalid";
    const verified = verifiedTokensFor(key);
    const cached = verified.get(token);
    const now = seconds(context.now);
    if (cached) return cached.exp > now ? cached : "expired";
    const { payload } = await jwtVerify(token, key, {
      algorithms: ["RS256"],
      issuer: tokenIssuer,
      audience: projectId,
      currentDate: context.now,
      requiredClaims: ["sub", "iat", "exp", "auth_time"],
    });
    const claims = payload as IdTokenClaims;
    const isPlausible = claims.sub !== "" && claims.iat <= now + 60 && claims.auth_time <= now + 60;
    if (!isPlausible) return "invalid";
    if (verified.size >= cacheSize) verified.clear();
    verified.set(token, claims);
    return claims;
  } catch (error) {
    if (error instanceof errors.JWTExpired) return "expired";
    if (error instanceof errors.JOSEError || error instanceof TypeError) return "invalid";
    throw error;
  }
}

const cacheSize = 2000;
const verifiedTokens = new WeakMap<KeyObject, Map<string, IdTokenClaims>>();

/**
 * The tokens whose signature by a key was checked: a page sends the same one with all its calls. Whoever reads one here
 * has still to check its expiry; a key that counts no more is forgotten with all of them.
 */
function verifiedTokensFor(key: KeyObject): Map<string, IdTokenClaims> {
  const cached = verifiedTokens.get(key);
  if (cached) return cached;
  const empty = new Map<string, IdTokenClaims>();
  verifiedTokens.set(key, empty);
  return empty;
}
