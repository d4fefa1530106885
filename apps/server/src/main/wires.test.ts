import { expect, test } from "vitest";
import { createIdentity, identityWire, openIdWire } from "../modules/identity/index.ts";
import { readConfig } from "../platform/config.ts";
import type { Platform } from "../platform/context.ts";
import { installationKey } from "../platform/crypto/secret-key.ts";

/** Every path that answers in a protocol of others, without a contract; each is open to all and guards itself. */
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

function pathsOf(environment: Record<string, string>): string[] {
  const identity = createIdentity(readConfig(environment), installationKey("a secret key that only tests would use"));
  const wires = [identityWire(identity, {} as Platform), openIdWire(identity, {} as Platform)];
  return wires.flatMap(({ routes }) => routes.map(({ method, path }) => `${method} ${path}`)).sort();
}

test("the paths without a contract are a literal list", () => {
  const prefixed = toolkit.map((path) => path.replace(" ", " /identitytoolkit.googleapis.com"));
  const others = [
    "POST /securetoken.googleapis.com/v1/token",
    "GET /.well-known/jwks.json",
    "GET /.well-known/openid-configuration",
    "GET /auth/google/start",
    "GET /auth/google/callback",
    "POST /token",
    "POST /oauth2.googleapis.com/token",
    ...atGoogle,
    ...atGoogle.map((path) => path.replace(" ", " /www.googleapis.com")),
  ];
  expect(pathsOf({})).toEqual([...toolkit, ...prefixed, ...others].sort());
});

test("what an emulator offers is there in test mode only", () => {
  const isEmulators = (path: string) => path.includes("/emulator/");
  expect(pathsOf({}).filter(isEmulators)).toEqual([]);
  expect(pathsOf({ IDENTITY_TEST_MODE: "1" }).filter(isEmulators)).toHaveLength(4);
  expect(() => readConfig({ IDENTITY_TEST_MODE: "1", NODE_ENV: "production" })).toThrow(/refused in production/);
});
