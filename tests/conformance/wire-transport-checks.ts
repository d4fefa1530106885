import { expect, test } from "vitest";
import { errorCode, type IdentityProduct } from "./identity-product.ts";

const json = { "content-type": "application/json" };
const lookup = "/v1/accounts:lookup";
const accountPrefix = "/identitytoolkit.googleapis.com";
const tokenPrefix = "/securetoken.googleapis.com";
const sdkHeaders = [
  ..."content-type x-client-version x-firebase-client x-firebase-locale".split(" "),
  ..."x-firebase-gmpid x-firebase-appcheck".split(" "),
];

/** Keys, methods, paths, prefixes, other origins and the forms of a body. */
export function checkWireTransport(identity: () => IdentityProduct): void {
  test("a call without a key is refused with 403, before anything else is looked at", async () => {
    for (const target of [lookup, "/v1/token", `${accountPrefix}${lookup}`]) {
      const answer = await identity().ask(target, { method: "POST", headers: json, body: "{}" });
      expect([target, answer.status]).toEqual([target, 403]);
      expect(answer.body.error).toMatchObject({
        code: 403,
        status: "PERMISSION_DENIED",
        message: "The request is missing a valid API key.",
      });
    }
  });

  test("a body that is not JSON is refused with 400 and says so", async () => {
    for (const body of ["{", "nonsense", '{"email":}']) {
      const answer = await identity().ask(`${lookup}?key=${identity().apiKey}`, {
        method: "POST",
        headers: json,
        body,
      });
      expect(answer.status).toBe(400);
      expect(answer.body.error?.message).toMatch(/^Invalid JSON payload received\./);
    }
  });

  test("a body over the limit is refused with 413, and in no words that sign anyone out", async () => {
    const { apiKey } = identity();
    const filling = "x".repeat(1_200_000);
    for (const target of [lookup, "/v1/token", `${accountPrefix}${lookup}`, `${tokenPrefix}/v1/token`]) {
      const answer = await identity().ask(`${target}?key=${apiKey}`, {
        method: "POST",
        headers: json,
        body: JSON.stringify({ idToken: filling, refresh_token: filling }),
      });
      expect([target, answer.status]).toEqual([target, 413]);
      expect(answer.body.error?.message).toBeUndefined();
    }
  });

  test("JSON that is not an object, or whose fields have other types, is refused without an error of ours", async () => {
    for (const body of ["[]", '"text"', "7", "null", "true"]) {
      const answer = await identity().ask(`${lookup}?key=${identity().apiKey}`, {
        method: "POST",
        headers: json,
        body,
      });
      expect([body, answer.status]).toEqual([body, 400]);
    }
    for (const value of [7, true, {}, [], ["a@conformance.test"]]) {
      const answer = await identity().call("/v1/accounts:signInWithPassword", { email: value, password: value });
      expect([value, answer.status]).toEqual([value, 400]);
      expect((await identity().call(lookup, { idToken: value })).status).toBe(400);
    }
  });

  test("a key may come as a header", async () => {
    const headers = { ...json, "x-goog-api-key": identity().apiKey };
    const answer = await identity().ask(lookup, { method: "POST", headers, body: "{}" });
    expect([answer.status, errorCode(answer)]).toEqual([400, "MISSING_ID_TOKEN"]);
  });

  test("an unknown path of the service is refused in the service's own form", async () => {
    for (const target of [
      "/v1/accounts:nothing",
      "/v2/nothing",
      `${accountPrefix}/v1/nothing`,
      `${tokenPrefix}/v1/x`,
    ]) {
      const answer = await identity().call(target, {});
      expect([target, answer.status, answer.body.error]).toEqual([
        target,
        404,
        expect.objectContaining({ code: 404, status: "NOT_FOUND", message: "Not Found" }),
      ]);
    }
  });

  test("OpenID discovery names the issuer of the tokens and where their keys are", async () => {
    const { status, body } = await identity().ask("/.well-known/openid-configuration");
    expect(status).toBe(200);
    expect(body).toMatchObject({
      issuer: "https://securetoken.google.com/console",
      jwks_uri: `${identity().url}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ["RS256"],
    });
  });

  test("a path that does not exist answers 404", async () => {
    const { apiKey } = identity();
    for (const target of ["/v1/accounts:nothing", "/v1/nothing", "/v2/nothing", "/v3/accounts:lookup"]) {
      for (const prefix of ["", accountPrefix]) {
        const answer = await identity().call(`${prefix}${target}`, {});
        expect([prefix, target, answer.status]).toEqual([prefix, target, 404]);
      }
    }
    expect((await identity().ask(`/v2/nothing?key=${apiKey}`)).status).toBe(404);
  });

  test("a method that a path does not have is refused", async () => {
    const { apiKey } = identity();
    for (const [method, target] of [
      ["GET", lookup],
      ["PUT", lookup],
      ["DELETE", "/v1/accounts:delete"],
      ["GET", "/v1/token"],
      ["POST", "/v2/passwordPolicy"],
      ["POST", "/v2/recaptchaConfig"],
    ] as const) {
      const answer = await identity().ask(`${target}?key=${apiKey}`, { method });
      expect([404, 405]).toContain(answer.status);
    }
  });

  test("a browser on another origin may send what the SDK sends, and never with cookies", async () => {
    const origin = "https://elsewhere.example";
    for (const target of [lookup, "/v1/token", "/v2/passwordPolicy", `${accountPrefix}${lookup}`]) {
      const answer = await identity().ask(`${target}?key=${identity().apiKey}`, {
        method: "OPTIONS",
        headers: {
          origin,
          "access-control-request-method": target.startsWith("/v2/") ? "GET" : "POST",
          "access-control-request-headers": sdkHeaders.join(","),
        },
      });
      expect([200, 204]).toContain(answer.status);
      expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      const allowed = (answer.headers.get("access-control-allow-headers") ?? "").toLowerCase().split(/\s*,\s*/);
      expect(allowed).toEqual(expect.arrayContaining(sdkHeaders));
      const methods = (answer.headers.get("access-control-allow-methods") ?? "").split(/\s*,\s*/);
      expect(methods).toEqual(expect.arrayContaining([target.startsWith("/v2/") ? "GET" : "POST"]));
      expect(Number(answer.headers.get("access-control-max-age"))).toBeGreaterThan(0);
    }
    const answer = await identity().call(lookup, {}, { origin });
    expect(answer.headers.get("access-control-allow-origin")).toBe(origin);
    expect(answer.headers.get("vary")?.toLowerCase()).toContain("origin");
  });

  test("another origin may not read the API of the console itself", async () => {
    const answer = await identity().ask("/api/config", { headers: { origin: "https://elsewhere.example" } });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("all account paths answer at the root and behind Google's host name, with the same answer", async () => {
    const { email, password, idToken } = await identity().signUp();
    for (const prefix of ["", accountPrefix]) {
      const signedIn = await identity().call(`${prefix}/v1/accounts:signInWithPassword`, { email, password });
      expect([prefix, signedIn.status, signedIn.body.email]).toEqual([prefix, 200, email]);
      expect((await identity().call(`${prefix}${lookup}`, { idToken })).status).toBe(200);
      const policy = await identity().ask(`${prefix}/v2/passwordPolicy?key=${identity().apiKey}`);
      expect([prefix, policy.status, policy.body.schemaVersion]).toEqual([prefix, 200, 1]);
    }
  });

  test("a refresh is taken as a form, as JSON and in either spelling, at the root and behind Google's host name", async () => {
    const { refreshToken } = await identity().signUp();
    const { apiKey } = identity();
    let current = refreshToken;
    const spellings = [
      () => ({ grant_type: "refresh_token", refresh_token: current }),
      () => ({ grantType: "refresh_token", refreshToken: current }),
    ];
    for (const prefix of ["", tokenPrefix]) {
      for (const spell of spellings) {
        for (const form of ["form", "JSON"]) {
          const answer = await identity().ask(`${prefix}/v1/token?key=${apiKey}`, {
            method: "POST",
            ...(form === "form"
              ? { body: new URLSearchParams(spell()) }
              : { headers: json, body: JSON.stringify(spell()) }),
          });
          const tried = [prefix, form, ...Object.keys(spell())];
          expect([...tried, answer.status]).toEqual([...tried, 200]);
          current = String(answer.body.refresh_token);
        }
      }
    }
  });

  test("fields that nobody knows are ignored", async () => {
    const { email, password } = await identity().signUp();
    const answer = await identity().call("/v1/accounts:signInWithPassword", {
      email,
      password,
      returnSecureToken: true,
      clientType: "CLIENT_TYPE_WEB",
      captchaResponse: "NO_RECAPTCHA",
      captchaResp: "x",
      recaptchaVersion: "RECAPTCHA_ENTERPRISE",
      somethingNew: { deep: [1] },
    });
    expect(answer.status).toBe(200);
  });

  test("answers are never kept by caches, and are JSON", async () => {
    const { email, password } = await identity().signUp();
    for (const answer of [await identity().signIn({ email, password }), await identity().call(lookup, {})]) {
      expect(answer.headers.get("cache-control")).toContain("no-store");
      expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
    }
  });

  test("challenges are off, with a key all the same, and the password policy has what the SDK needs", async () => {
    const { apiKey } = identity();
    const challenges = await identity().ask(
      `/v2/recaptchaConfig?key=${apiKey}&clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE`,
    );
    expect(challenges.body).toMatchObject({
      recaptchaKey: expect.stringMatching(/^projects\/[^/]+\/keys\/[^/]+$/),
      recaptchaEnforcementState: [
        { provider: "EMAIL_PASSWORD_PROVIDER", enforcementState: "OFF" },
        { provider: "PHONE_PROVIDER", enforcementState: "OFF" },
      ],
    });
    const policy = await identity().ask(`/v2/passwordPolicy?key=${apiKey}`);
    expect(policy.body).toMatchObject({
      customStrengthOptions: { minPasswordLength: expect.any(Number) },
      schemaVersion: 1,
      enforcementState: expect.stringMatching(/^(ENFORCE|OFF)$/),
      forceUpgradeOnSignin: false,
      allowedNonAlphanumericCharacters: expect.arrayContaining(["^", "$", "-"]),
    });
    expect(errorCode(challenges)).toBeUndefined();
  });
}
