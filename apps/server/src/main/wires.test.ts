import { afterAll, beforeAll, expect, test } from "vitest";
import { createIdentity } from "../modules/identity/index.ts";
import { readConfig } from "../platform/config.ts";
import type { Platform } from "../platform/context.ts";
import { installationKey } from "../platform/crypto/secret-key.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { allWires } from "./registry.ts";

/** Every path that answers in a protocol of others, without a contract; each guards itself. */
const toolkit = [
  "POST /v1/accounts:createAuthUri",
  "POST /v1/accounts:delete",
  "POST /v1/accounts:lookup",
  "POST /v1/accounts:resetPassword",
  "POST /v1/accounts:sendOobCode",
  "POST /v1/accounts:signInWithCustomToken",
  "POST /v1/accounts:signInWithEmailLink",
  "POST /v1/accounts:signInWithIdp",
  "POST /v1/accounts:signInWithPassword",
  "POST /v1/accounts:signUp",
  "POST /v1/accounts:update",
  "POST /v2/accounts:revokeToken",
  "GET /v2/passwordPolicy",
  "GET /v2/recaptchaConfig",
  "POST /v1/token",
  "POST /v1/projects/{project}/accounts",
  "GET /v1/projects/{project}/accounts:batchGet",
  "POST /v1/projects/{project}/accounts:batchDelete",
  "POST /v1/projects/{project}/accounts:delete",
  "POST /v1/projects/{project}/accounts:lookup",
  "POST /v1/projects/{project}/accounts:query",
  "POST /v1/projects/{project}/accounts:sendOobCode",
  "POST /v1/projects/{project}/accounts:update",
  "POST /v1/projects/console:createSessionCookie",
];

/** Where server SDKs look for keys at Google, and ask for access tokens. */
const atGoogle = [
  "GET /identitytoolkit/v3/relyingparty/publicKeys",
  "GET /robot/v1/metadata/x509/securetoken@system.gserviceaccount.com",
  "GET /service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
  "POST /oauth2/v4/token",
];

function listPaths(environment: Record<string, string>): string[] {
  const identity = createIdentity(readConfig(environment), installationKey("a secret key that only tests would use"));
  return allWires(identity, {} as Platform)
    .flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`))
    .sort();
}

test("the paths without a contract are a literal list", () => {
  const prefixed = toolkit.map((path) => path.replace(" ", " /identitytoolkit.googleapis.com"));
  const others = [
    "POST /securetoken.googleapis.com/v1/token",
    "GET /.well-known/jwks.json",
    "GET /.well-known/openid-configuration",
    "GET /auth/google/start",
    "GET /auth/google/callback",
    "POST /hooks/tookan/{hookId}",
    "POST /token",
    "POST /oauth2.googleapis.com/token",
    ...atGoogle,
    ...atGoogle.map((path) => path.replace(" ", " /www.googleapis.com")),
  ];
  expect(listPaths({})).toEqual([...toolkit, ...prefixed, ...others].sort());
});

test("what an emulator offers is there in test mode only", () => {
  const isEmulators = (path: string) => path.includes("/emulator/");
  expect(listPaths({}).filter(isEmulators)).toEqual([]);
  expect(listPaths({ IDENTITY_TEST_MODE: "1" }).filter(isEmulators)).toHaveLength(4);
  expect(() => readConfig({ IDENTITY_TEST_MODE: "1", NODE_ENV: "production" })).toThrow(/refused in production/);
});

const keysReason = "Public keys: who checks a token of ours reads them.";
const tokenReason = "The body is the credential: a claim that a service account has signed.";
const browserReason = "A browser begins to sign in here, and has nothing yet; the answer of Google is checked.";

/** The paths that do not refuse a call without credentials at once, and why. */
const open: Readonly<Record<string, string>> = {
  "GET /.well-known/jwks.json": keysReason,
  "GET /.well-known/openid-configuration": keysReason,
  "GET /robot/v1/metadata/x509/securetoken@system.gserviceaccount.com": keysReason,
  "GET /identitytoolkit/v3/relyingparty/publicKeys": keysReason,
  "GET /service_accounts/v1/jwk/securetoken@system.gserviceaccount.com": keysReason,
  "GET /www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com": keysReason,
  "GET /www.googleapis.com/identitytoolkit/v3/relyingparty/publicKeys": keysReason,
  "GET /www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com": keysReason,
  "POST /token": tokenReason,
  "POST /oauth2.googleapis.com/token": tokenReason,
  "POST /oauth2/v4/token": tokenReason,
  "POST /www.googleapis.com/oauth2/v4/token": tokenReason,
  "GET /auth/google/start": browserReason,
  "GET /auth/google/callback": browserReason,
};

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

test("each path without a contract refuses a call without credentials, or says why it is open", async () => {
  const unguarded: string[] = [];
  for (const { method, path } of allWires(testApp.identity, {} as Platform).flatMap(({ routes }) => routes)) {
    const url = path.replace("{project}", "console").replace(/\{[^}]+\}/g, "some");
    const { statusCode } = await testApp.app.inject({ method, url, ...(method === "POST" && { payload: {} }) });
    if (statusCode !== 401 && statusCode !== 403) unguarded.push(`${method} ${path}`);
  }
  expect(unguarded.sort()).toEqual(Object.keys(open).sort());
});
