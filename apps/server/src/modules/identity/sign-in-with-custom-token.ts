import { decodeJwt, decodeProtectedHeader } from "jose";
import { findAccount, insertAccount } from "./account-store.ts";
import { textField } from "./call-fields.ts";
import { type Operation, projectId } from "./identity.ts";
import { beginSession, requireEnabled, tokensOf } from "./open-session.ts";
import { WireError } from "./wire-error.ts";

const audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
const reserved = new Set(
  "acr amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub user_id sid email email_verified".split(
    " ",
  ),
);

type CustomToken = { uid?: unknown; claims?: unknown; aud?: unknown };

/**
 * Opens a session for a token that the project itself has made. Nobody has such a signing key outside of tests yet, so
 * that only test mode, which takes tokens without a signature, accepts any.
 */
export const signInWithCustomToken: Operation = async (identity, call) => {
  const token = textField(call.body, "token");
  if (!token) throw new WireError("MISSING_CUSTOM_TOKEN");
  const { uid, claims } = readToken(token, identity.isTestMode);
  if (!identity.isTestMode) throw new WireError("CREDENTIAL_MISMATCH");
  if (typeof uid !== "string" || uid === "") throw new WireError("MISSING_IDENTIFIER");
  if (uid.length > 128) throw new WireError("INVALID_CUSTOM_TOKEN", { detail: "uid is longer than 128 characters" });
  const extra = requireClaims(claims);
  const { session, isNewUser } = await call.transact(async (context) => {
    const known = await findAccount(context, uid);
    const account = known ?? (await insertAccount(context, { uid, is_custom: true }));
    if (!account) throw new WireError("DUPLICATE_LOCAL_ID");
    requireEnabled(account);
    return {
      isNewUser: !known,
      session: await beginSession(context, call, uid, { provider: "custom", claims: extra }),
    };
  });
  return { kind: "identitytoolkit#VerifyCustomTokenResponse", isNewUser, ...(await tokensOf(identity, call, session)) };
};

/** A JSON text, or a JWT without a signature or with one that test mode does not look at. */
function readToken(token: string, isTestMode: boolean): CustomToken {
  if (isTestMode && token.trim().startsWith("{")) {
    try {
      return JSON.parse(token) as CustomToken;
    } catch {
      throw new WireError("INVALID_CUSTOM_TOKEN", {
        detail: "((Auth test mode only accepts strict JSON or JWTs with fake custom tokens.))",
      });
    }
  }
  try {
    decodeProtectedHeader(token);
    const decoded = decodeJwt(token) as CustomToken;
    if (decoded.aud !== audience) {
      throw new WireError("INVALID_CUSTOM_TOKEN", { detail: `Invalid assertion audience; expected ${audience}` });
    }
    return decoded;
  } catch (error) {
    if (error instanceof WireError) throw error;
    throw new WireError("INVALID_CUSTOM_TOKEN", { detail: `Invalid assertion format for project ${projectId}` });
  }
}

/** Claims of the project's own, of at most 1000 characters, under names that are not ours. */
export function requireClaims(claims: unknown): Record<string, unknown> {
  if (claims === undefined || claims === null) return {};
  if (typeof claims !== "object" || Array.isArray(claims)) throw new WireError("INVALID_CLAIMS");
  const taken = Object.keys(claims).find((name) => reserved.has(name));
  if (taken) throw new WireError("FORBIDDEN_CLAIM", { detail: taken });
  if (JSON.stringify(claims).length > 1000) throw new WireError("CLAIMS_TOO_LARGE");
  return claims as Record<string, unknown>;
}
