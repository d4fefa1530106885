import { decodeJwt, decodeProtectedHeader } from "jose";
import type { CallContext } from "../../domain/identity.ts";
import { projectId } from "../../domain/project.ts";
import { findSigner, type Signer, signInByProgram } from "../../domain/service-accounts/sign-in-by-program.ts";
import { textField } from "../call-fields.ts";
import { describeTokens } from "../describe-account.ts";
import type { Operation } from "../wire-call.ts";
import { WireError } from "../wire-error.ts";

const audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";

type CustomToken = { uid?: unknown; claims?: unknown; aud?: unknown; tenant_id?: unknown };

/** Signs in with a token that a service account has signed; test mode also takes those that nobody has signed. */
export const signInWithCustomToken: Operation = async (identity, { body, context }) => {
  const token = textField(body, "token");
  if (!token) throw new WireError("MISSING_CUSTOM_TOKEN");
  const { signer, customToken } = identity.isTestMode
    ? { signer: null, customToken: readCustomToken(token) }
    : await readSignedToken(context, token);
  const uid = requireUid(customToken);
  const { claims } = customToken;
  const { isNewUser, tokens } = await signInByProgram(identity, context, { uid, claims, signer });
  return { kind: "identitytoolkit#VerifyCustomTokenResponse", isNewUser, ...describeTokens(tokens) };
};

function requireUid({ uid, tenant_id }: CustomToken): string {
  if (tenant_id) throw new WireError("UNSUPPORTED_TENANT_OPERATION");
  if (typeof uid !== "string" || uid === "" || /\p{Surrogate}/u.test(uid)) throw new WireError("MISSING_IDENTIFIER");
  if (uid.length > 128) throw new WireError("INVALID_CUSTOM_TOKEN", { detail: "uid is longer than 128 characters" });
  return uid;
}

async function readSignedToken(
  context: CallContext,
  token: string,
): Promise<{ signer: Signer; customToken: CustomToken }> {
  const signed = await findSigner(context, { token, audience });
  if (signed === "expired") throw new WireError("INVALID_CUSTOM_TOKEN", { detail: "The token is too old." });
  if (signed === "invalid") {
    // What is no such token at all is refused as that.
    readCustomToken(token);
    throw new WireError("CREDENTIAL_MISMATCH", { detail: "No key of a service account has signed this token." });
  }
  return { signer: signed.signer, customToken: signed.payload };
}

/** A JSON text, or a JWT without a signature or with one that test mode does not look at. */
function readCustomToken(token: string): CustomToken {
  if (token.trim().startsWith("{")) {
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
