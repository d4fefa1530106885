import { isSameText } from "../../platform/crypto/same-text.ts";
import type { SealedSecrets } from "../../platform/crypto/sealed-secrets.ts";

/** How long a token opens its report before it must be renewed. */
export const tokenSeconds = 600;

const purpose = "embed token";
const audience = "embed:delivery";
const header = Buffer.from(JSON.stringify({ alg: "HS256", typ: "embed+jwt" })).toString("base64url");

/** What a LAIQKAN token says: by which link and key its holder came in, and what a host has fixed for them. */
export type LaiqkanClaims = {
  aud: typeof audience;
  link: string;
  /** Null where no key was needed: the bare address, or a preview. */
  kid: string | null;
  tookan_id: string;
  jti: string;
  iat: number;
  exp: number;
  locked?: Readonly<Record<string, readonly string[]>>;
  days?: number;
};

/** Whether a token says that it is one of these; whether it is, its mark tells. */
export function isLaiqkanToken(token: string): boolean {
  return token.startsWith(`${header}.`);
}

/** Makes a token. Its key is used for nothing else, so that no other token of the product passes for one. */
export function mintLaiqkanToken(secrets: SealedSecrets, claims: Omit<LaiqkanClaims, "aud">): string {
  const body = Buffer.from(JSON.stringify({ ...claims, aud: audience })).toString("base64url");
  return `${header}.${body}.${secrets.hmac(purpose, `${header}.${body}`)}`;
}

/** What a token says, or null where it is not ours or its time is over. */
export function readLaiqkanToken(secrets: SealedSecrets, token: string, now: Date): LaiqkanClaims | null {
  const [head, body = "", mark = "", ...rest] = token.split(".");
  if (head !== header || rest.length > 0) return null;
  if (!isSameText(mark, secrets.hmac(purpose, `${head}.${body}`))) return null;
  const claims = JSON.parse(Buffer.from(body, "base64url").toString("utf8")) as LaiqkanClaims;
  return claims.aud === audience && claims.exp > now.getTime() / 1000 ? claims : null;
}
