import { IdentityError } from "../identity-error.ts";

const reservedNames = new Set(
  "acr act amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub user_id sid email email_verified".split(
    " ",
  ),
);

/** Claims of the project's own, of at most 1000 characters, under names that are not ours. */
export function requireClaims(claims: unknown): Record<string, unknown> {
  if (claims === undefined || claims === null) return {};
  if (typeof claims !== "object" || Array.isArray(claims)) throw new IdentityError("claims-invalid");
  const reserved = Object.keys(claims).find((name) => reservedNames.has(name));
  if (reserved) throw new IdentityError("claim-reserved", { detail: reserved });
  const text = JSON.stringify(claims);
  if (text.length > 1000) throw new IdentityError("claims-too-large");
  // Written out like this are only halves of characters, which no database keeps.
  if (/\\ud[89a-f]/i.test(text)) throw new IdentityError("claims-invalid");
  return claims as Record<string, unknown>;
}
