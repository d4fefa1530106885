import { decodeJwt } from "jose";
import type { Identity } from "../domain/identity.ts";
import { IdentityError } from "../domain/identity-error.ts";
import type { ProviderIdentity } from "../domain/providers/provider-identity.ts";
import { textField } from "./call-fields.ts";
import type { Call } from "./wire-call.ts";
import { WireError } from "./wire-error.ts";

/** Who a provider says someone is, with what the toolkit hands back to the client. */
export type IdpIdentity = ProviderIdentity & {
  firstName: string | null;
  lastName: string | null;
  oauthIdToken: string | null;
  oauthAccessToken: string | null;
  raw: Record<string, unknown>;
};

/**
 * Reads the credential of a call. Outside of test mode an identity comes from a sign-in that we led ourselves, so that
 * one that a browser hands over is not taken.
 */
export function readIdpIdentity(identity: Identity, call: Call): IdpIdentity {
  if (!textField(call.body, "requestUri")) throw new WireError("MISSING_REQUEST_URI");
  const post = readParameters(call);
  const providerId = post.get("providerId");
  if (!providerId) {
    throw new WireError("INVALID_CREDENTIAL_OR_PROVIDER_ID", {
      detail: "Invalid IdP response/credential: no providerId.",
    });
  }
  if (!identity.isTestMode)
    throw new IdentityError("switched-off", { detail: `The identity provider ${providerId} is not enabled.` });
  const idToken = post.get("id_token");
  const accessToken = post.get("access_token");
  const claims = readClaims(idToken ?? accessToken);
  const rawId = claims.sub ?? claims.id;
  if (typeof rawId !== "string" || rawId === "") {
    throw new WireError("INVALID_IDP_RESPONSE", {
      detail: "Unable to verify the ID Token signature or find its subject.",
    });
  }
  const text = (name: string) => (typeof claims[name] === "string" ? (claims[name] as string) : null);
  return {
    providerId,
    rawId,
    oauthIdToken: idToken,
    oauthAccessToken: accessToken,
    raw: providerId === "google.com" ? googleProfile(claims, rawId) : claims,
    email: text("email")?.toLowerCase() ?? null,
    emailVerified: claims.email_verified === true || (providerId === "google.com" && claims.email_verified !== false),
    displayName: text("name") ?? text("displayName"),
    firstName: text("given_name"),
    lastName: text("family_name"),
    photoUrl: text("picture") ?? text("photoUrl"),
  };
}

/** What a provider has answered: in the body, or behind the address that it led back to. */
function readParameters({ body }: Call): URLSearchParams {
  const payload = textField(body, "postBody") ?? textField(body, "pendingToken");
  if (payload) return new URLSearchParams(payload);
  const requestUri = textField(body, "requestUri") ?? "";
  if (!URL.canParse(requestUri)) throw new WireError("INVALID_REQUEST_URI");
  const { searchParams, hash } = new URL(requestUri);
  for (const [name, value] of new URLSearchParams(hash.replace(/^#/, ""))) searchParams.append(name, value);
  return searchParams;
}

/** The claims as Google's own service passes them on, under the names that clients look for. */
function googleProfile(claims: Record<string, unknown>, id: string): Record<string, unknown> {
  return {
    ...claims,
    id,
    verified_email: claims.email_verified !== false,
    granted_scopes:
      "openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile",
  };
}

function readClaims(token: string | null): Record<string, unknown> {
  if (!token)
    throw new WireError("INVALID_CREDENTIAL_OR_PROVIDER_ID", { detail: "Invalid IdP response/credential: no token." });
  try {
    return token.trim().startsWith("{") ? (JSON.parse(token) as Record<string, unknown>) : decodeJwt(token);
  } catch {
    throw new WireError("INVALID_IDP_RESPONSE", { detail: "Unable to parse id_token." });
  }
}
