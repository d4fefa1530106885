import type { Platform } from "../../platform/context.ts";
import { isUnkeepable } from "../../platform/db/database.ts";
import { AppError } from "../../platform/errors.ts";
import {
  MalformedBody,
  UnknownPath,
  type WireAnswer,
  type WireCall,
  type WireProtocol,
  type WireRoute,
} from "../../platform/http/wire-routes.ts";
import { deleteAccountCall } from "./delete-account.ts";
import { emulatorRoutes } from "./emulator-routes.ts";
import type { Call, Identity, Operation } from "./identity.ts";
import { lookUpAccount } from "./look-up-account.ts";
import { refreshSession } from "./refresh-session.ts";
import { readRefreshToken } from "./refresh-token.ts";
import { resetPassword } from "./reset-password.ts";
import { sendCode } from "./send-code.ts";
import {
  createAuthUri,
  openIdConfiguration,
  passwordPolicy,
  publicKeys,
  recaptchaConfig,
  revokeToken,
} from "./service-answers.ts";
import { cookieHeader, sessionCookie } from "./session-cookie.ts";
import { endSession, takeSession } from "./session-store.ts";
import { signInWithCustomToken } from "./sign-in-with-custom-token.ts";
import { signInWithEmailLink } from "./sign-in-with-email-link.ts";
import { signInWithIdp } from "./sign-in-with-idp.ts";
import { signInWithPassword } from "./sign-in-with-password.ts";
import { signUp } from "./sign-up.ts";
import { updateAccountCall } from "./update-account.ts";
import { wireCall } from "./wire-call.ts";
import { WireError, wireErrorBody } from "./wire-error.ts";

const toolkitPrefixes = ["", "/identitytoolkit.googleapis.com"];
const tokenPrefixes = ["", "/securetoken.googleapis.com", "/identitytoolkit.googleapis.com"];

const toolkit: [WireRoute["method"], string, Operation][] = [
  ["POST", "/v1/accounts:signInWithPassword", signInWithPassword],
  ["POST", "/v1/accounts:signUp", signUp],
  ["POST", "/v1/accounts:signInWithCustomToken", signInWithCustomToken],
  ["POST", "/v1/accounts:signInWithEmailLink", signInWithEmailLink],
  ["POST", "/v1/accounts:signInWithIdp", signInWithIdp],
  ["POST", "/v1/accounts:sendOobCode", sendCode],
  ["POST", "/v1/accounts:resetPassword", resetPassword],
  ["POST", "/v1/accounts:update", updateAccountCall],
  ["POST", "/v1/accounts:lookup", lookUpAccount],
  ["POST", "/v1/accounts:delete", deleteAccountCall],
  ["POST", "/v1/accounts:createAuthUri", createAuthUri],
  ["POST", "/v2/accounts:revokeToken", revokeToken],
  ["GET", "/v2/recaptchaConfig", recaptchaConfig],
  ["GET", "/v2/passwordPolicy", passwordPolicy],
];

/** Calls after which browsers sign people out when they read an error, so that trouble of ours must not look like one. */
const neverBlaming = /(?:accounts::lookup|\/v1\/token)$/;

/** The identity service as the Identity Toolkit protocol. */
export function identityWire(identity: Identity, platform: Platform): WireProtocol {
  const operation = (run: Operation, needsKey: boolean) => async (wire: WireCall) => {
    if (needsKey && !wire.query.key && !wire.headers["x-goog-api-key"]) {
      throw new WireError("The request is missing a valid API key.", { status: 403 });
    }
    const call = wireCall(identity, platform, wire);
    const body = await run(identity, call);
    if (run !== refreshSession) await endReplaced(identity, call, body);
    return withCookie(identity, wire, body);
  };
  const routes: WireRoute[] = [
    ...toolkitPrefixes.flatMap((prefix) =>
      toolkit.map(([method, path, run]) => ({ method, path: prefix + path, run: operation(run, true) })),
    ),
    ...tokenPrefixes.map((prefix) => ({
      method: "POST" as const,
      path: `${prefix}/v1/token`,
      run: operation(refreshSession, true),
    })),
    ...[
      ["/.well-known/jwks.json", publicKeys] as const,
      ["/.well-known/openid-configuration", openIdConfiguration] as const,
    ].map(([path, run]) => ({
      method: "GET" as const,
      path,
      run: async (wire: WireCall) => ({
        ...(await operation(run, false)(wire)),
        headers: { "cache-control": "public, max-age=300" },
      }),
    })),
    ...(identity.isTestMode ? emulatorRoutes((wire) => wireCall(identity, platform, wire)) : []),
  ];
  return { routes, ownFolders, allowedHeaders, answerError };
}

/** Whatever else is asked below these is answered in the form of this protocol. */
const ownFolders = ["/v1", "/v2", ...toolkitPrefixes.filter(Boolean), "/securetoken.googleapis.com"];

const allowedHeaders = [
  ...["content-type", "authorization", "x-client-version", "x-firebase-client", "x-firebase-locale"],
  ...["x-firebase-gmpid", "x-firebase-appcheck", "x-goog-api-key"],
];

/** A browser that signs in anew, as before a sensitive change, leaves no second session of itself behind. */
async function endReplaced(identity: Identity, call: Call, { refreshToken }: Record<string, unknown>): Promise<void> {
  const before = call.cookieToken ? readRefreshToken(identity, call.cookieToken) : null;
  const next = typeof refreshToken === "string" ? readRefreshToken(identity, refreshToken) : null;
  if (!before || !next) return;
  await call.transact(async (context) => {
    const [old, fresh] = [await takeSession(context, before.id), await takeSession(context, next.id)];
    if (old && fresh && old.uid === fresh.uid) await endSession(context, old.uid, old.id);
  });
}

/** Our own pages get the refresh token as a cookie instead of in the answer. */
function withCookie({ config }: Identity, { headers }: WireCall, body: Record<string, unknown>): WireAnswer {
  const token = body.refreshToken ?? body.refresh_token;
  if (headers[cookieHeader] !== "cookie" || typeof token !== "string") return { status: 200, body };
  const field = "refreshToken" in body ? "refreshToken" : "refresh_token";
  return { status: 200, body: { ...body, [field]: "" }, headers: { "set-cookie": sessionCookie(config, token) } };
}

function answerError(error: unknown, path: string): WireAnswer {
  if (error instanceof WireError) {
    const { retryAfterSeconds } = error;
    return {
      ...{ status: error.status, body: wireErrorBody(error) },
      ...(retryAfterSeconds !== null && { headers: { "retry-after": String(retryAfterSeconds) } }),
    };
  }
  if (error instanceof MalformedBody) {
    const message = "Invalid JSON payload received. Expected an object that can be parsed.";
    return { status: 400, body: wireErrorBody({ message, status: 400 }) };
  }
  if (isUnkeepable(error)) {
    const message = "Invalid value: a text holds a zero byte.";
    return { status: 400, body: wireErrorBody({ message, status: 400 }) };
  }
  if (error instanceof UnknownPath) return { status: 404, body: wireErrorBody({ message: "Not Found", status: 404 }) };
  const { statusCode = 500 } = error as { statusCode?: number };
  const status = error instanceof AppError ? error.status : statusCode;
  const headers = { "retry-after": String((error instanceof AppError && error.retryAfterSeconds) || 2) };
  const type = "text/plain; charset=utf-8";
  if (neverBlaming.test(path) && status === 413) return { status, body: "The body is too large.", type };
  if (neverBlaming.test(path)) return { status: 503, body: "Try again in a moment.", type, headers };
  if (status === 429)
    return { status: 400, body: wireErrorBody(new WireError("TOO_MANY_ATTEMPTS_TRY_LATER")), headers };
  if (error instanceof AppError && status < 500)
    return { status: 400, body: wireErrorBody({ message: `OPERATION_NOT_ALLOWED : ${error.message}`, status: 400 }) };
  if (status < 500) return { status, body: wireErrorBody({ message: "Invalid request.", status }) };
  return {
    status: status === 503 ? 503 : 500,
    body: wireErrorBody({ message: "INTERNAL_ERROR", status: 500 }),
    headers,
  };
}
