import { expect, test } from "vitest";
import { askApi, signInDemo, type Targets } from "./attack-tools.ts";
import { forgedTokens } from "./forged-tokens.ts";
import { errorCode, freshEmail, goodPassword } from "./identity-product.ts";

/** Tokens that we did not sign, for what they say or for whom they say it. */
export function checkForgery(targets: Targets): void {
  test("every forged ID token is refused by lookup and by the API, which both take the good one", async () => {
    const { strict } = targets();
    const { idToken, localId } = await signInDemo(strict, "tookan");
    const victim = await signInDemo(strict, "superadmin");
    expect((await strict.call("/v1/accounts:lookup", { idToken })).status).toBe(200);
    expect((await askApi(strict, `/api/users/${localId}`, idToken)).status).toBe(200);

    const { keys } = (await strict.ask("/.well-known/jwks.json")).body as { keys?: { kid: string; n: string }[] };
    const results: unknown[] = [];
    const expected: unknown[] = [];
    for (const key of keys ?? []) {
      for (const [name, token] of forgedTokens(idToken, key, victim.localId)) {
        const looked = await strict.call("/v1/accounts:lookup", { idToken: token });
        const updated = await strict.call("/v1/accounts:update", { idToken: token, displayName: "Taken" });
        const read = await askApi(strict, `/api/users/${victim.localId}`, token);
        results.push([name, looked.status, errorCode(looked), updated.status, read.status, read.body.email]);
        expected.push([name, 400, "INVALID_ID_TOKEN", 400, 401, undefined]);
      }
    }
    expect(results.length).toBeGreaterThan(20);
    expect(results).toEqual(expected);
  });

  test("a token of another installation is refused, although issuer and audience are the same", async () => {
    const { strict, open } = targets();
    const foreign = await signInDemo(open, "superadmin");
    const own = await signInDemo(strict, "superadmin");
    expect(errorCode(await strict.call("/v1/accounts:lookup", { idToken: foreign.idToken }))).toBe("INVALID_ID_TOKEN");
    expect((await askApi(strict, `/api/users/${own.localId}`, foreign.idToken)).status).toBe(401);
    expect(errorCode(await strict.refresh(foreign.refreshToken))).toBe("INVALID_REFRESH_TOKEN");
  });

  test("a refresh token or its parts do not open the API", async () => {
    const { strict } = targets();
    const { refreshToken, localId } = await signInDemo(strict, "tookan");
    expect((await askApi(strict, `/api/users/${localId}`, refreshToken)).status).toBe(401);
    expect((await askApi(strict, `/api/users/${localId}`, "")).status).toBe(401);
    expect((await askApi(strict, `/api/users/${localId}`, null)).status).toBe(401);
  });

  test("a changed refresh token is refused", async () => {
    const { strict } = targets();
    const { refreshToken } = await signInDemo(strict, "tookan");
    const middle = Math.floor(refreshToken.length / 2);
    for (const at of [0, middle, refreshToken.length - 2]) {
      const other = refreshToken[at] === "A" ? "B" : "A";
      const changed = `${refreshToken.slice(0, at)}${other}${refreshToken.slice(at + 1)}`;
      const answer = await strict.refresh(changed);
      expect([at, answer.status, errorCode(answer)]).toEqual([at, 400, "INVALID_REFRESH_TOKEN"]);
    }
  });

  test("without the test switches there are no unsigned tokens, no self sign-up and no test paths", async () => {
    const { strict } = targets();
    const call = async (name: string, body: object) => errorCode(await strict.call(`/v1/accounts:${name}`, body));
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const unsigned = `${part({ alg: "none", typ: "JWT" })}.${part({ uid: "someone", sub: "someone" })}.`;
    for (const token of [JSON.stringify({ uid: "someone" }), unsigned]) {
      const refused = await call("signInWithCustomToken", { token });
      expect(["INVALID_CUSTOM_TOKEN", "CREDENTIAL_MISMATCH"]).toContain(refused);
    }
    for (const idToken of [
      JSON.stringify({ sub: "x", email: "superadmin@demo.test", email_verified: true }),
      unsigned,
    ]) {
      const postBody = new URLSearchParams({ id_token: idToken, providerId: "google.com" }).toString();
      const refused = await call("signInWithIdp", {
        postBody,
        requestUri: "http://localhost",
        returnSecureToken: true,
      });
      expect(["INVALID_IDP_RESPONSE", "OPERATION_NOT_ALLOWED"]).toContain(refused);
    }
    expect(await call("signUp", { email: freshEmail(), password: goodPassword })).toBe("ADMIN_ONLY_OPERATION");
    expect(await call("signUp", { returnSecureToken: true })).toBe("ADMIN_ONLY_OPERATION");
    expect(await call("sendOobCode", { requestType: "EMAIL_SIGNIN", email: freshEmail() })).toBe(
      "OPERATION_NOT_ALLOWED",
    );

    const project = "/emulator/v1/projects/console";
    for (const [method, path] of [
      ["GET", "oobCodes"],
      ["DELETE", "accounts"],
      ["GET", "config"],
      ["PATCH", "config"],
    ] as const) {
      const answer = await strict.ask(`${project}/${path}`, { method });
      expect([method, path, answer.status]).toEqual([method, path, 404]);
    }
    expect((await signInDemo(strict, "admin")).idToken).toEqual(expect.any(String));
  });

  test("without the test switches the bearer of the emulator is nobody", async () => {
    const { strict } = targets();
    const { localId } = await signInDemo(strict, "acme");
    const owner = { authorization: "Bearer owner" };
    const looked = await strict.call("/v1/accounts:lookup", { localId: [localId] }, owner);
    expect([looked.status >= 400, looked.body.users]).toEqual([true, undefined]);
    const updated = await strict.call("/v1/accounts:update", { localId, disableUser: true }, owner);
    expect(updated.status).toBeGreaterThanOrEqual(400);
    expect((await signInDemo(strict, "acme")).localId).toBe(localId);
  });
}
