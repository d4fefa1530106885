import { decodeJwt } from "jose";
import { textField } from "./call-fields.ts";
import type { Call, Identity } from "./identity.ts";
import { WireError } from "./wire-error.ts";

/** Who another provider says somebody is. */
export type IdpIdentity = {
  providerId: string;
  rawId: string;
  email: string | null;
  emailVerified: boolean;
  displayName: string | null;
  photoUrl: string | null;
  oauthIdToken: string | null;
  oauthAccessToken: string | null;
  raw: Record<string, unknown>;
};

/**
 * Reads the credential of a call. Outside of test mode an identity comes from a sign-in that we led ourselves, so that
 * one that a browser hands over is not taken.
 */
export function idpIdentityOf(identity: Identity, call: Call): IdpIdentity {
  if (!textField(call.body, "requestUri")) throw new WireError("MISSING_REQUEST_URI");
  const post = new URLSearchParams(textField(call.body, "postBody") ?? textField(call.body, "pendingToken") ?? "");
  const providerId = post.get("providerId");
  if (!providerId) {
    throw new WireError("INVALID_CREDENTIAL_OR_PROVIDER_ID", {
      detail: "Invalid IdP response/credential: no providerId.",
    });
  }
  if (!identity.isTestMode)
    throw new WireError("OPERATION_NOT_ALLOWED", { detail: `The identity provider ${providerId} is not enabled.` });
  const idToken = post.get("id_token");
  const accessToken = post.get("access_token");
  const claims = claimsOf(idToken ?? accessToken);
  const rawId = claims.sub ?? claims.id;
  if (typeof rawId !== "string" || rawId === "") {
    throw new WireError("INVALID_IDP_RESPONSE", {
      detail: "Unable to verify the ID Token signature or find its subject.",
    });
  }
  const text = (name: string) => (typeof claims[name] === "string" ? (claims[name] as string) : null);
  return {
    ...{ providerId, rawId, oauthIdToken: idToken, oauthAccessToken: accessToken, raw: claims },
    email: text("email")?.toLowerCase() ?? null,
    emailVerified: claims.email_verified === true || (providerId === "google.com" && claims.email_verified !== false),
    displayName: text("name") ?? text("displayName"),
    photoUrl: text("picture") ?? text("photoUrl"),
  };
}

function claimsOf(token: string | null): Record<string, unknown> {
  if (!token)
    throw new WireError("INVALID_CREDENTIAL_OR_PROVIDER_ID", { detail: "Invalid IdP response/credential: no token." });
  try {
    return token.trim().startsWith("{") ? (JSON.parse(token) as Record<string, unknown>) : decodeJwt(token);
  } catch {
    throw new WireError("INVALID_IDP_RESPONSE", { detail: "Unable to parse id_token." });
  }
}
