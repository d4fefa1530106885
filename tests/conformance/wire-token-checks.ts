import { createRemoteJWKSet, decodeProtectedHeader, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { errorCode, type IdentityProduct } from "./identity-product.ts";

const issuer = "https://securetoken.google.com/console";

/** ID tokens as any backend verifies them, and refresh tokens. */
export function checkWireTokens(identity: () => IdentityProduct): void {
  const verify = (token: unknown) =>
    jwtVerify(String(token), createRemoteJWKSet(new URL(`${identity().url}/.well-known/jwks.json`)), {
      issuer,
      audience: "console",
      algorithms: ["RS256"],
    });

  test("an ID token verifies against the published keys and has the claims of Google", async () => {
    const { idToken, localId, email } = await identity().signUp();
    const { payload, protectedHeader } = await verify(idToken);
    expect(protectedHeader).toMatchObject({ alg: "RS256", typ: "JWT", kid: expect.stringMatching(/./) });
    expect(payload).toMatchObject({
      sub: localId,
      user_id: localId,
      email,
      email_verified: false,
      auth_time: expect.any(Number),
      firebase: { identities: { email: [email] }, sign_in_provider: "password" },
    });
    expect(Number(payload.exp) - Number(payload.iat)).toBe(3600);
    expect(Math.abs(Number(payload.iat) - Date.now() / 1000)).toBeLessThan(5);
  });

  test("the published keys hold nothing private", async () => {
    const answer = await identity().ask("/.well-known/jwks.json");
    const keys = answer.body.keys as Record<string, unknown>[];
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: "RSA", alg: "RS256", use: "sig", kid: expect.any(String), e: "AQAB" });
      for (const secret of ["d", "p", "q", "dp", "dq", "qi"]) expect(key[secret]).toBeUndefined();
      expect(Buffer.from(String(key.n), "base64url").length).toBeGreaterThanOrEqual(256);
    }
  });

  test("a refresh answers in Google's form, with both names for the same ID token", async () => {
    const { refreshToken, localId } = await identity().signUp();
    const { body } = await identity().refresh(refreshToken);
    expect(body).toMatchObject({
      expires_in: "3600",
      token_type: "Bearer",
      user_id: localId,
      project_id: expect.stringMatching(/^\d+$/),
      refresh_token: expect.stringMatching(/./),
    });
    expect(body.id_token).toBe(body.access_token);
    expect((await verify(body.access_token)).payload.sub).toBe(localId);
  });

  test("a refresh keeps the time of sign-in and re-reads what may have changed", async () => {
    const { idToken, refreshToken } = await identity().signUp();
    const before = (await verify(idToken)).payload;
    await identity().call("/v1/accounts:update", { idToken, displayName: "Noor Haddad" });
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const after = (await verify((await identity().refresh(refreshToken)).body.access_token)).payload;
    expect(after.auth_time).toBe(before.auth_time);
    expect(Number(after.iat)).toBeGreaterThan(Number(before.iat));
    expect(after.name).toBe("Noor Haddad");
  });

  test("two tabs that refresh at once with the same token both go on", async () => {
    const { refreshToken } = await identity().signUp();
    const answers = await Promise.all([identity().refresh(refreshToken), identity().refresh(refreshToken)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    for (const { body } of answers) expect((await identity().refresh(String(body.refresh_token))).status).toBe(200);
  });

  test("an ID token is no refresh token, and a refresh token is no ID token", async () => {
    const { idToken, refreshToken } = await identity().signUp();
    expect(errorCode(await identity().refresh(idToken))).toBe("INVALID_REFRESH_TOKEN");
    const looked = await identity().call("/v1/accounts:lookup", { idToken: refreshToken });
    expect(errorCode(looked)).toBe("INVALID_ID_TOKEN");
  });

  test("what an admin writes onto an account stands in its tokens after a refresh, but no reserved name", async () => {
    const { localId, refreshToken } = await identity().signUp();
    const asAdmin = { authorization: "Bearer owner" };
    const set = async (customAttributes: string) =>
      errorCode(await identity().call("/v1/accounts:update", { localId, customAttributes }, asAdmin));
    expect(await set('{"plan":"gold"}')).toBeUndefined();
    expect(await set('{"sub":"someone else"}')).toBe("FORBIDDEN_CLAIM");
    expect(await set(JSON.stringify({ plan: "x".repeat(1000) }))).toBe("CLAIMS_TOO_LARGE");
    expect(await set("nonsense")).toBe("INVALID_CLAIMS");
    const { payload } = await verify((await identity().refresh(refreshToken)).body.access_token);
    expect([payload.plan, payload.sub]).toEqual(["gold", localId]);
  });

  test("keys are named in the token and published under the same name", async () => {
    const { idToken } = await identity().signUp();
    const { keys } = (await identity().ask("/.well-known/jwks.json")).body as unknown as { keys: { kid: string }[] };
    expect(keys.map(({ kid }) => kid)).toContain(decodeProtectedHeader(idToken).kid);
  });
}
