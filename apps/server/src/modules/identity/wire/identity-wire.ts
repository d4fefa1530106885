import type { Platform } from "../../../platform/context.ts";
import { isUnkeepable } from "../../../platform/db/database.ts";
import { AppError } from "../../../platform/errors.ts";
import {
  MalformedBody,
  UnknownPath,
  type WireAnswer,
  type WireCall,
  type WireProtocol,
  type WireRoute,
} from "../../../platform/http/wire-routes.ts";
import type { Identity } from "../domain/identity.ts";
import { IdentityError, type IdentityRefusal } from "../domain/identity-error.ts";
import { projectId } from "../domain/project.ts";
import { endReplacedSession } from "../domain/sessions/end-session.ts";
import { emulatorRoutes } from "./emulator-routes.ts";
import { exchangeAssertion } from "./operations/access-token.ts";
import { createSessionCookieCall } from "./operations/create-session-cookie.ts";
import { deleteAccountCall, deleteAccountsCall } from "./operations/delete-account.ts";
import { listAccounts, queryAccounts } from "./operations/list-accounts.ts";
import { lookUpAccount } from "./operations/look-up-account.ts";
import { refreshSessionCall } from "./operations/refresh-session.ts";
import { resetPasswordCall } from "./operations/reset-password.ts";
import { sendCodeCall } from "./operations/send-code.ts";
import {
  createAuthUri,
  keyCertificates,
  openIdConfiguration,
  passwordPolicy,
  publicKeys,
  recaptchaConfig,
  revokeToken,
} from "./operations/service-answers.ts";
import { signInWithCustomToken } from "./operations/sign-in-with-custom-token.ts";
import { signInWithEmailLinkCall } from "./operations/sign-in-with-email-link.ts";
import { signInWithIdp } from "./operations/sign-in-with-idp.ts";
import { signInWithPasswordCall } from "./operations/sign-in-with-password.ts";
import { signUp } from "./operations/sign-up.ts";
import { updateAccountCall } from "./operations/update-account.ts";
import { cookieHeader, writeSessionCookie } from "./session-cookie.ts";
import { type Call, type Operation, readCall, requireAdmin } from "./wire-call.ts";
import { toWireError } from "./wire-codes.ts";
import { WireError, wireErrorBody } from "./wire-error.ts";

const toolkitPrefixes = ["", "/identitytoolkit.googleapis.com"];
const tokenPrefixes = ["", "/securetoken.googleapis.com", "/identitytoolkit.googleapis.com"];

const toolkit: [WireRoute["method"], string, Operation][] = [
  ["POST", "/v1/accounts:signInWithPassword", signInWithPasswordCall],
  ["POST", "/v1/accounts:signUp", signUp],
  ["POST", "/v1/accounts:signInWithCustomToken", signInWithCustomToken],
  ["POST", "/v1/accounts:signInWithEmailLink", signInWithEmailLinkCall],
  ["POST", "/v1/accounts:signInWithIdp", signInWithIdp],
  ["POST", "/v1/accounts:sendOobCode", sendCodeCall],
  ["POST", "/v1/accounts:resetPassword", resetPasswordCall],
  ["POST", "/v1/accounts:update", updateAccountCall],
  ["POST", "/v1/accounts:lookup", lookUpAccount],
  ["POST", "/v1/accounts:delete", deleteAccountCall],
  ["POST", "/v1/accounts:createAuthUri", createAuthUri],
  ["POST", "/v2/accounts:revokeToken", revokeToken],
  ["GET", "/v2/recaptchaConfig", recaptchaConfig],
  ["GET", "/v2/passwordPolicy", passwordPolicy],
];

/** What a service account does with accounts; the paths are those that server SDKs call. */
const projectOperations: [WireRoute["method"], string, Operation][] = [
  ["POST", "/v1/projects/{project}/accounts", asAdmin(signUp)],
  ["POST", "/v1/projects/{project}/accounts:lookup", asAdmin(lookUpAccount)],
  ["POST", "/v1/projects/{project}/accounts:query", queryAccounts],
  ["GET", "/v1/projects/{project}/accounts:batchGet", listAccounts],
  ["POST", "/v1/projects/{project}/accounts:update", asAdmin(updateAccountCall)],
  ["POST", "/v1/projects/{project}/accounts:delete", asAdmin(deleteAccountCall)],
  ["POST", "/v1/projects/{project}/accounts:batchDelete", deleteAccountsCall],
  ["POST", "/v1/projects/{project}/accounts:sendOobCode", asAdmin(sendCodeCall)],
  ["POST", `/v1/projects/${projectId}:createSessionCookie`, createSessionCookieCall],
];

/** The same operation for those alone who act for the whole project. */
function asAdmin(run: Operation): Operation {
  return async (identity, call) => {
    requireAdmin(call);
    return run(identity, call);
  };
}

/** Suites name projects of their own; test mode takes them all for ours. */
function requireProject({ isTestMode }: Identity, project: string): void {
  if (isTestMode || project === projectId) return;
  throw new WireError("PROJECT_NOT_FOUND", { status: 404, detail: `The project of this console is "${projectId}".` });
}

const googleApis = ["", "/www.googleapis.com"];
const tokenCertificates = "/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com";

/** What anyone may read to check our tokens and cookies, also where SDKs look for it at Google. */
const publicAnswers: [string, Operation][] = [
  ["/.well-known/jwks.json", publicKeys],
  ["/.well-known/openid-configuration", openIdConfiguration],
  ...googleApis.flatMap((prefix): [string, Operation][] => [
    [prefix + tokenCertificates, keyCertificates],
    [`${prefix}/identitytoolkit/v3/relyingparty/publicKeys`, keyCertificates],
    [`${prefix}/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com`, publicKeys],
  ]),
];

/** Where service accounts get an access token, at our address or where SDKs believe Google to be. */
const grantPaths = [
  "/token",
  "/oauth2.googleapis.com/token",
  ...googleApis.map((prefix) => `${prefix}/oauth2/v4/token`),
];

/** A refusal in the form of OAuth. */
function answerGrant(run: (wire: WireCall) => Promise<WireAnswer>) {
  return async (wire: WireCall): Promise<WireAnswer> => {
    try {
      return await run(wire);
    } catch (thrown) {
      const error = thrown instanceof IdentityError ? toWireError(thrown) : thrown;
      if (!(error instanceof WireError)) throw error;
      const [code, words] = error.message.split(" : ");
      return { status: error.status, body: { error: code, error_description: words ?? code } };
    }
  };
}

/** Calls after which browsers sign people out when they read an error, so that trouble of ours must not look like one. */
const neverBlaming = /(?:accounts::lookup|\/v1\/token)$/;

/** The identity service as the Identity Toolkit protocol. */
export function identityWire(identity: Identity, platform: Platform): WireProtocol {
  const operation = (run: Operation, needsKey: boolean) => async (wire: WireCall) => {
    const call = await readCall(identity, platform, wire);
    if (needsKey && !call.context.admin && !wire.query.key && !wire.headers["x-goog-api-key"]) {
      throw new WireError("The request is missing a valid API key.", { status: 403 });
    }
    const body = await run(identity, call);
    if (run !== refreshSessionCall) await endReplaced(identity, call, body);
    return withCookie(identity, wire, body);
  };
  const routes: WireRoute[] = [
    ...toolkitPrefixes.flatMap((prefix) =>
      toolkit.map(([method, path, run]) => ({ method, path: prefix + path, run: operation(run, true) })),
    ),
    ...tokenPrefixes.map((prefix) => ({
      method: "POST" as const,
      path: `${prefix}/v1/token`,
      run: operation(refreshSessionCall, true),
    })),
    ...publicAnswers.map(([path, run]) => ({
      method: "GET" as const,
      path,
      run: async (wire: WireCall) => ({
        ...(await operation(run, false)(wire)),
        headers: { "cache-control": "public, max-age=300" },
      }),
    })),
    ...toolkitPrefixes.flatMap((prefix) =>
      projectOperations.map(([method, path, run]) => ({
        method,
        path: prefix + path,
        run: async (wire: WireCall) => {
          requireProject(identity, wire.params.project ?? projectId);
          return operation(run, false)(wire);
        },
      })),
    ),
    ...grantPaths.map((path) => ({
      method: "POST" as const,
      path,
      run: answerGrant(operation(exchangeAssertion, false)),
    })),
    ...(identity.isTestMode ? emulatorRoutes((wire) => readCall(identity, platform, wire)) : []),
  ];
  return { logPart: "auth", routes, ownFolders, allowedHeaders, answerError };
}

/** Every other path below these is answered in the form of this protocol. */
const ownFolders = [
  "/v1",
  "/v2",
  "/identitytoolkit.googleapis.com",
  "/securetoken.googleapis.com",
  "/www.googleapis.com",
  "/oauth2.googleapis.com",
];

const allowedHeaders = [
  "content-type",
  "authorization",
  "x-client-version",
  "x-firebase-client",
  "x-firebase-locale",
  "x-firebase-gmpid",
  "x-firebase-appcheck",
  "x-goog-api-key",
];

/** A browser that signs in anew, as before a sensitive change, leaves no second session of itself behind. */
async function endReplaced(identity: Identity, call: Call, { refreshToken }: Record<string, unknown>): Promise<void> {
  const { cookieToken, context } = call;
  if (!cookieToken || typeof refreshToken !== "string") return;
  await endReplacedSession(identity, context, { before: cookieToken, next: refreshToken });
}

/** Our own pages get the refresh token as a cookie instead of in the answer. */
function withCookie({ config }: Identity, { headers }: WireCall, body: Record<string, unknown>): WireAnswer {
  const token = body.refreshToken ?? body.refresh_token;
  if (headers[cookieHeader] !== "cookie" || typeof token !== "string") return { status: 200, body };
  const field = "refreshToken" in body ? "refreshToken" : "refresh_token";
  return { status: 200, body: { ...body, [field]: "" }, headers: { "set-cookie": writeSessionCookie(config, token) } };
}

/** What two calls at the same moment can both want, and only one can have. */
const duplicateRefusals: Readonly<Record<string, IdentityRefusal>> = {
  accounts_email_key: "email-taken",
  accounts_by_phone_number: "phone-taken",
};

function isDuplicate(error: unknown): error is Error & { constraint?: string } {
  return error instanceof Error && "code" in error && error.code === "23505";
}

function answerWireError(error: WireError): WireAnswer {
  const { status, retryAfterSeconds } = error;
  return {
    status,
    body: wireErrorBody(error),
    ...(retryAfterSeconds !== null && { headers: { "retry-after": String(retryAfterSeconds) } }),
  };
}

function answerError(error: unknown, path: string): WireAnswer {
  if (error instanceof WireError) return answerWireError(error);
  if (error instanceof IdentityError) return answerWireError(toWireError(error));
  if (error instanceof MalformedBody) {
    const message = "Invalid JSON payload received. Expected an object that can be parsed.";
    return { status: 400, body: wireErrorBody({ message, status: 400 }) };
  }
  if (isUnkeepable(error)) {
    const message = "Invalid value: a text holds a zero byte or a broken character.";
    return { status: 400, body: wireErrorBody({ message, status: 400 }) };
  }
  const refusal = isDuplicate(error) && duplicateRefusals[error.constraint ?? ""];
  if (refusal) return answerWireError(toWireError(new IdentityError(refusal)));
  if (error instanceof UnknownPath) return { status: 404, body: wireErrorBody({ message: "Not Found", status: 404 }) };
  const { statusCode = 500 } = error as { statusCode?: number };
  const status = error instanceof AppError ? error.status : statusCode;
  const headers = { "retry-after": String((error instanceof AppError && error.retryAfterSeconds) || 2) };
  const type = "text/plain; charset=utf-8";
  if (neverBlaming.test(path) && status === 413) return { status, body: "The body is too large.", type };
  if (neverBlaming.test(path)) return { status: 503, body: "Try again in a moment.", type, headers };
  if (status === 429) return { ...answerWireError(toWireError(new IdentityError("too-many-attempts"))), headers };
  if (error instanceof AppError && status < 500)
    return { status: 400, body: wireErrorBody({ message: `OPERATION_NOT_ALLOWED : ${error.message}`, status: 400 }) };
  if (status < 500) return { status, body: wireErrorBody({ message: "Invalid request.", status }) };
  return {
    status: status === 503 ? 503 : 500,
    body: wireErrorBody({ message: "INTERNAL_ERROR", status: 500 }),
    headers,
  };
}
