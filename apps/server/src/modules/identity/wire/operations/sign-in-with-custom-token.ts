import { decodeJwt, decodeProtectedHeader } from "jose";
import { findUser } from "../../../directory/index.ts";
import { findAccount, insertAccount } from "../../domain/accounts/account-store.ts";
import { noteAccount } from "../../domain/accounts/record-account-event.ts";
import type { Call, Operation, ProjectAdmin } from "../../domain/identity.ts";
import { projectId } from "../../domain/project.ts";
import { requireRight, requireSignable } from "../../domain/service-accounts/guard-accounts.ts";
import { findByKey } from "../../domain/service-accounts/service-account-store.ts";
import { verifyServiceToken } from "../../domain/service-accounts/verify-service-token.ts";
import { asProgram, beginSession, type Program, requireEnabled, tokensOf } from "../../domain/sessions/open-session.ts";
import { textField } from "../call-fields.ts";
import { WireError } from "../wire-error.ts";

const audience = "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit";
const reserved = new Set(
  "acr act amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub user_id sid email email_verified".split(
    " ",
  ),
);

type CustomToken = { uid?: unknown; claims?: unknown; aud?: unknown; tenant_id?: unknown };

/** Opens a session for a token that a service account has signed; test mode also takes those that nobody has signed. */
export const signInWithCustomToken: Operation = async (identity, call) => {
  const token = textField(call.body, "token");
  if (!token) throw new WireError("MISSING_CUSTOM_TOKEN");
  const unsigned = identity.isTestMode ? readToken(token) : null;
  const { admin, program, custom } = unsigned
    ? { admin: null, program: null, custom: unsigned }
    : await proveToken(call, token);
  const { uid, claims, tenant_id } = custom;
  if (tenant_id) throw new WireError("UNSUPPORTED_TENANT_OPERATION");
  if (typeof uid !== "string" || uid === "" || /\p{Surrogate}/u.test(uid)) throw new WireError("MISSING_IDENTIFIER");
  if (uid.length > 128) throw new WireError("INVALID_CUSTOM_TOKEN", { detail: "uid is longer than 128 characters" });
  const extra = requireClaims(claims);
  const { session, isNewUser } = await call.transact(async (context) => {
    if (admin) await requireSignable(context, admin, uid);
    const known = await findAccount(context, uid);
    // Somebody on the list whose account is gone must not get another's.
    if (!known && (await findUser(context, uid))) throw new WireError("USER_NOT_FOUND");
    const account = known ?? (await insertAccount(context, { uid, is_custom: true }));
    if (!account) throw new WireError("DUPLICATE_LOCAL_ID");
    requireEnabled(account);
    const signIn = { provider: "custom", claims: extra, ...(program && { program }) };
    if (!known && program) await noteAccount(asProgram(context, program), uid, "account.created");
    return { isNewUser: !known, session: await beginSession(context, call, uid, signIn) };
  });
  return { kind: "identitytoolkit#VerifyCustomTokenResponse", isNewUser, ...(await tokensOf(identity, call, session)) };
};

/** What a service account with the right to it has signed. */
async function proveToken(
  call: Call,
  token: string,
): Promise<{ admin: ProjectAdmin; program: Program; custom: CustomToken }> {
  const proven = await verifyServiceToken(call, token, [audience]);
  if (proven === "expired") throw new WireError("INVALID_CUSTOM_TOKEN", { detail: "The token is too old." });
  if (proven === "invalid") {
    readToken(token);
    throw new WireError("CREDENTIAL_MISMATCH", { detail: "No key of a service account has signed this token." });
  }
  const account = await call.transact((context) => findByKey(context, proven.kid));
  if (!account) throw new WireError("CREDENTIAL_MISMATCH");
  const admin = { service: account.id, rights: account.rights };
  requireRight(admin, "sessions");
  return { admin, program: { account: account.id, key: proven.kid }, custom: proven.payload };
}

/** A JSON text, or a JWT without a signature or with one that test mode does not look at. */
function readToken(token: string): CustomToken {
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

/** Claims of the project's own, of at most 1000 characters, under names that are not ours. */
export function requireClaims(claims: unknown): Record<string, unknown> {
  if (claims === undefined || claims === null) return {};
  if (typeof claims !== "object" || Array.isArray(claims)) throw new WireError("INVALID_CLAIMS");
  const taken = Object.keys(claims).find((name) => reserved.has(name));
  if (taken) throw new WireError("FORBIDDEN_CLAIM", { detail: taken });
  const text = JSON.stringify(claims);
  if (text.length > 1000) throw new WireError("CLAIMS_TOO_LARGE");
  // Written out like this are only halves of characters, which no database keeps.
  if (/\\ud[89a-f]/i.test(text)) throw new WireError("INVALID_CLAIMS");
  return claims as Record<string, unknown>;
}
