import { expect, test } from "vitest";
import { errorCode, freshEmail, goodPassword, type IdentityProduct } from "./identity-product.ts";

const asAdmin = { authorization: "Bearer owner" };
const int64 = expect.stringMatching(/^\d+$/);
const jwt = expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/);

/** What the answers hold, and what the calls do to an account. */
export function checkWireAccounts(identity: () => IdentityProduct): void {
  const lookup = async (idToken: unknown) => identity().call("/v1/accounts:lookup", { idToken });

  test("sign-up and sign-in answer with tokens, and whole numbers of 64 bits are texts", async () => {
    const email = freshEmail();
    const created = await identity().call("/v1/accounts:signUp", { email, password: goodPassword });
    expect(created.body).toMatchObject({
      kind: "identitytoolkit#SignupNewUserResponse",
      email,
      idToken: jwt,
      expiresIn: "3600",
      refreshToken: expect.stringMatching(/./),
      localId: expect.stringMatching(/^[A-Za-z0-9]{28}$/),
    });
    const signedIn = await identity().signIn({ email, password: goodPassword });
    expect(signedIn.body).toMatchObject({
      kind: expect.any(String),
      email,
      localId: created.body.localId,
      registered: true,
      displayName: "",
      idToken: jwt,
      expiresIn: "3600",
      refreshToken: expect.stringMatching(/./),
    });
  });

  test("an answer of another provider may stand behind the address that it led back to", async () => {
    const email = freshEmail();
    const claims = encodeURIComponent(JSON.stringify({ sub: email, email, email_verified: true, given_name: "Noor" }));
    const requestUri = `http://localhost/back?providerId=google.com&id_token=${claims}`;
    const { status, body } = await identity().call("/v1/accounts:signInWithIdp", { requestUri });
    expect([status, body.email, body.firstName]).toEqual([200, email, "Noor"]);
  });

  test("an address is kept and answered in lower case", async () => {
    const email = freshEmail();
    const mixed = email.replace("person", "Person").replace("conformance", "CONFORMANCE");
    const created = await identity().call("/v1/accounts:signUp", { email: mixed, password: goodPassword });
    expect(created.body.email).toBe(email);
    const again = await identity().call("/v1/accounts:signUp", { email, password: goodPassword });
    expect([again.status, errorCode(again)]).toEqual([400, "EMAIL_EXISTS"]);
    expect((await identity().signIn({ email: mixed.toUpperCase(), password: goodPassword })).body.email).toBe(email);
    const sent = await identity().call("/v1/accounts:sendOobCode", { requestType: "PASSWORD_RESET", email: mixed });
    expect(sent.body).toMatchObject({ kind: "identitytoolkit#GetOobConfirmationCodeResponse", email });
  });

  test("lookup shows the one account of the token, with the types of Google and no real hash", async () => {
    const { email, localId, idToken } = await identity().signUp();
    const { body, text } = await lookup(idToken);
    expect(body.users).toHaveLength(1);
    expect(body.users?.[0]).toMatchObject({
      localId,
      email,
      emailVerified: false,
      passwordHash: "UkVEQUNURUQ=",
      passwordUpdatedAt: expect.any(Number),
      validSince: int64,
      createdAt: int64,
      lastLoginAt: int64,
      lastRefreshAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      providerUserInfo: [{ providerId: "password", rawId: email, federatedId: email, email }],
    });
    const user = body.users?.[0] ?? {};
    expect(String(user.createdAt)).toHaveLength(13);
    expect(String(user.validSince)).toHaveLength(10);
    expect(user.disabled ?? false).toBe(false);
    expect(text).not.toMatch(/argon2|scrypt|bcrypt|\$2[aby]\$|salt/i);
  });

  test("lookup of an account without a password shows none", async () => {
    const anonymous = await identity().call("/v1/accounts:signUp", { returnSecureToken: true });
    const { body } = await lookup(anonymous.body.idToken);
    expect(body.users).toHaveLength(1);
    const user = body.users?.[0] ?? {};
    expect([user.passwordHash, user.passwordUpdatedAt, user.email]).toEqual([undefined, undefined, undefined]);
  });

  test("an account that was disabled is told so only to whoever knows the password", async () => {
    const account = await identity().signUp();
    const { localId, email, password, idToken, refreshToken } = account;
    const disabled = await identity().call("/v1/accounts:update", { localId, disableUser: true }, asAdmin);
    expect(disabled.status).toBe(200);
    expect(errorCode(await identity().signIn({ email, password: `${password}x` }))).toBe("INVALID_LOGIN_CREDENTIALS");
    expect(errorCode(await identity().signIn({ email, password }))).toBe("USER_DISABLED");
    expect(errorCode(await lookup(idToken))).toBe("USER_DISABLED");
    expect(errorCode(await identity().refresh(refreshToken))).toBe("USER_DISABLED");
    const update = await identity().call("/v1/accounts:update", { idToken, displayName: "Noor" });
    expect(errorCode(update)).toBe("USER_DISABLED");

    await identity().configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: false } });
    const wrong = await identity().signIn({ email, password: `${password}x` });
    const right = await identity().signIn({ email, password });
    await identity().configure({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } });
    expect([errorCode(wrong), errorCode(right)]).toEqual(["INVALID_PASSWORD", "USER_DISABLED"]);

    await identity().call("/v1/accounts:update", { localId, disableUser: false }, asAdmin);
    expect((await identity().signIn({ email, password })).status).toBe(200);
  });

  test("a new password moves the account's tokens: the answer has new ones, the old ones are dead", async () => {
    const { email, idToken, refreshToken } = await identity().signUp();
    await new Promise((resolve) => setTimeout(resolve, 1100));
    const changed = await identity().call("/v1/accounts:update", {
      idToken,
      password: "Another-Harbour-42",
      returnSecureToken: true,
    });
    expect(changed.body).toMatchObject({
      email,
      idToken: jwt,
      refreshToken: expect.stringMatching(/./),
      expiresIn: "3600",
      providerUserInfo: [{ providerId: "password", email }],
    });
    expect(String(changed.body.passwordHash ?? "UkVEQUNURUQ=")).toBe("UkVEQUNURUQ=");
    expect(errorCode(await lookup(idToken))).toBe("TOKEN_EXPIRED");
    const refused = await identity().refresh(refreshToken);
    expect([refused.status, errorCode(refused)]).toEqual([400, "TOKEN_EXPIRED"]);
    expect((await lookup(changed.body.idToken)).status).toBe(200);
    expect((await identity().refresh(String(changed.body.refreshToken))).status).toBe(200);
  });

  test("the tokens of before die with a password change even within the same second", async () => {
    const { idToken, refreshToken } = await identity().signUp();
    await identity().call("/v1/accounts:update", { idToken, password: "Another-Harbour-42", returnSecureToken: true });
    expect(errorCode(await identity().refresh(refreshToken))).toBe("TOKEN_EXPIRED");
    expect(errorCode(await lookup(idToken))).toBe("TOKEN_EXPIRED");
  });

  test("a change of the profile alone leaves the tokens alive and answers with what is now there", async () => {
    const { idToken, refreshToken, localId, email } = await identity().signUp();
    const changed = await identity().call("/v1/accounts:update", { idToken, displayName: "Noor", photoUrl: null });
    expect(changed.body).toMatchObject({ localId, email, displayName: "Noor", kind: expect.any(String) });
    expect(errorCode(await lookup(idToken))).toBeUndefined();
    expect((await identity().refresh(refreshToken)).status).toBe(200);
    const removed = await identity().call("/v1/accounts:update", { idToken, deleteAttribute: ["DISPLAY_NAME"] });
    expect(removed.body.displayName ?? "").toBe("");
  });

  test("an admin who moves the start of valid sessions ends all of them", async () => {
    const { localId, idToken, refreshToken } = await identity().signUp();
    const validSince = String(Math.floor(Date.now() / 1000) + 1);
    const moved = await identity().call("/v1/accounts:update", { localId, validSince }, asAdmin);
    expect(moved.status).toBe(200);
    expect(errorCode(await lookup(idToken))).toBe("TOKEN_EXPIRED");
    expect(errorCode(await identity().refresh(refreshToken))).toBe("TOKEN_EXPIRED");
  });

  test("a reset code is inspected as often as one likes, used once, and gives no tokens", async () => {
    const account = await identity().signUp();
    const { email, refreshToken } = account;
    await identity().call("/v1/accounts:sendOobCode", { requestType: "PASSWORD_RESET", email });
    const { oobCode } = await identity().codeFor(email, "PASSWORD_RESET");
    const reset = (more: object) => identity().call("/v1/accounts:resetPassword", { oobCode, ...more });
    for (let time = 0; time < 3; time++) {
      expect((await reset({})).body).toMatchObject({ requestType: "PASSWORD_RESET", email, kind: expect.any(String) });
    }
    const used = await reset({ newPassword: "Another-Harbour-42" });
    expect(used.body).toMatchObject({ requestType: "PASSWORD_RESET", email });
    expect([used.body.idToken, used.body.refreshToken]).toEqual([undefined, undefined]);
    expect(errorCode(await reset({ newPassword: "Third-Harbour-43" }))).toBe("INVALID_OOB_CODE");
    expect(errorCode(await reset({}))).toBe("INVALID_OOB_CODE");
    expect(errorCode(await identity().refresh(refreshToken))).toBe("TOKEN_EXPIRED");
    expect((await identity().signIn({ email, password: "Another-Harbour-42" })).status).toBe(200);
  });

  test("ten who use a code at once: one succeeds", async () => {
    const { email } = await identity().signUp();
    await identity().call("/v1/accounts:sendOobCode", { requestType: "PASSWORD_RESET", email });
    const { oobCode } = await identity().codeFor(email, "PASSWORD_RESET");
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, time) =>
        identity().call("/v1/accounts:resetPassword", { oobCode, newPassword: `Harbour-number-${time}` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => errorCode(answer) === "INVALID_OOB_CODE")).toHaveLength(9);
  });

  test("inspecting a sign-in code does not tell the address", async () => {
    const email = freshEmail();
    const continueUrl = `${identity().url}/login`;
    await identity().call("/v1/accounts:sendOobCode", {
      requestType: "EMAIL_SIGNIN",
      email,
      continueUrl,
      canHandleCodeInApp: true,
    });
    const { oobCode } = await identity().codeFor(email, "EMAIL_SIGNIN");
    const { body } = await identity().call("/v1/accounts:resetPassword", { oobCode });
    expect([body.requestType, body.email]).toEqual(["EMAIL_SIGNIN", undefined]);
  });

  test("a deleted account is gone: its tokens find no user and its address is free again", async () => {
    const { email, password, idToken, refreshToken } = await identity().signUp();
    const deleted = await identity().call("/v1/accounts:delete", { idToken });
    expect([deleted.status, Object.keys(deleted.body)]).toEqual([200, ["kind"]]);
    expect(errorCode(await lookup(idToken))).toBe("USER_NOT_FOUND");
    expect(["USER_NOT_FOUND", "TOKEN_EXPIRED"]).toContain(errorCode(await identity().refresh(refreshToken)));
    expect(errorCode(await identity().signIn({ email, password }))).toBe("INVALID_LOGIN_CREDENTIALS");
    expect((await identity().call("/v1/accounts:signUp", { email, password })).status).toBe(200);
  });

  test("handing in a token of another provider answers with an empty object", async () => {
    const { idToken } = await identity().signUp();
    const answer = await identity().call("/v2/accounts:revokeToken", {
      providerId: "apple.com",
      tokenType: "ACCESS_TOKEN",
      token: "x",
      idToken,
    });
    expect([answer.status, answer.body]).toEqual([200, {}]);
  });
}
