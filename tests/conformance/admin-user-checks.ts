import { signInWithCustomToken, signInWithEmailAndPassword } from "firebase/auth";
import { deleteApp } from "firebase-admin/app";
import { expect, test } from "vitest";
import { type AdminSetup, connectService, everyRight, refused } from "./admin-client.ts";
import { freshEmail, goodPassword } from "./identity-product.ts";

/** Users, claims, links, revocation, tokens and cookies, by Google's admin SDK. */
export function checkAdminUsers(setup: () => AdminSetup): void {
  test("users are made, found in every way, changed and deleted", async () => {
    const email = freshEmail();
    const made = await setup().admin.createUser({
      email,
      emailVerified: true,
      phoneNumber: "+97317000001",
      password: goodPassword,
      displayName: "Noor",
      photoURL: "https://pictures.test/noor.png",
      disabled: false,
    });
    expect(made).toMatchObject({ email, emailVerified: true, displayName: "Noor", phoneNumber: "+97317000001" });
    expect(made.passwordHash).toBeUndefined();
    expect(made.metadata.creationTime).toBeTruthy();
    expect((await setup().admin.getUser(made.uid)).email).toBe(email);
    expect((await setup().admin.getUserByEmail(email.toUpperCase())).uid).toBe(made.uid);
    expect((await setup().admin.getUserByPhoneNumber("+97317000001")).uid).toBe(made.uid);

    const linked = await setup().admin.updateUser(made.uid, {
      providerToLink: { providerId: "google.com", uid: `g-${made.uid}`, email, displayName: "Noor G" },
    });
    expect(linked.providerData.map(({ providerId }) => providerId)).toContain("google.com");
    expect((await setup().admin.getUserByProviderUid("google.com", `g-${made.uid}`)).uid).toBe(made.uid);
    const unlinked = await setup().admin.updateUser(made.uid, { providersToUnlink: ["google.com"] });
    expect(unlinked.providerData.map(({ providerId }) => providerId)).not.toContain("google.com");

    const moved = freshEmail();
    const changed = await setup().admin.updateUser(made.uid, {
      email: moved,
      displayName: null,
      photoURL: null,
      phoneNumber: null,
    });
    expect(changed.email).toBe(moved);
    expect([changed.displayName, changed.photoURL, changed.phoneNumber]).toEqual([undefined, undefined, undefined]);

    const { users, notFound } = await setup().admin.getUsers([{ uid: made.uid }, { email: "nobody@nowhere.test" }]);
    expect([users.map(({ uid }) => uid), notFound]).toEqual([[made.uid], [{ email: "nobody@nowhere.test" }]]);
    await setup().admin.deleteUser(made.uid);
    await expect(setup().admin.getUser(made.uid)).rejects.toEqual(refused("user-not-found"));
    await expect(setup().admin.updateUser(made.uid, { displayName: "x" })).rejects.toEqual(refused("user-not-found"));
  });

  test("a user needs neither an address nor a password, and ids, addresses and numbers are given once", async () => {
    const bare = await setup().admin.createUser({ uid: "portal:42", phoneNumber: "+97317000002" });
    expect([bare.uid, bare.email]).toEqual(["portal:42", undefined]);
    await expect(setup().admin.createUser({ uid: "portal:42" })).rejects.toEqual(refused("uid-already-exists"));
    await expect(setup().admin.createUser({ phoneNumber: "+97317000002" })).rejects.toEqual(
      refused("phone-number-already-exists"),
    );
    await expect(setup().admin.createUser({ email: "tookan@demo.test" })).rejects.toEqual(
      refused("email-already-exists"),
    );
  });

  test("all users are listed page by page, each once, and many are deleted at a time", async () => {
    const made = await Promise.all([setup().newUser(), setup().newUser(), setup().newUser()]);
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const { users, pageToken } = await setup().admin.listUsers(2, page);
      seen.push(...users.map(({ uid }) => uid));
      page = pageToken;
    } while (page);
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(expect.arrayContaining(made.map(({ uid }) => uid)));
    const outcome = await setup().admin.deleteUsers([...made.map(({ uid }) => uid), "no-such-user"]);
    expect([outcome.successCount, outcome.failureCount]).toEqual([4, 0]);
  });

  test("a query counts and sorts what fits", async () => {
    const { email, uid } = await setup().newUser({ displayName: "Query" });
    const token = await setup().service.app.options.credential?.getAccessToken();
    const query = (body: object) =>
      setup().identity.ask("/v1/projects/console/accounts:query", {
        method: "POST",
        headers: { authorization: `Bearer ${token?.access_token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    const { body } = await query({ returnUserInfo: true, expression: [{ email }] });
    expect(body).toMatchObject({ recordsCount: "1", userInfo: [{ localId: uid, email }] });
    const counted = await query({ returnUserInfo: false });
    expect(Number(counted.body.recordsCount)).toBeGreaterThan(8);
    expect(counted.body.userInfo).toBeUndefined();
    const sorted = await query({ returnUserInfo: true, sortBy: "CREATED_AT", order: "DESC", limit: 1 });
    expect(sorted.body.userInfo).toMatchObject([{ localId: uid }]);
  });

  test("claims stand in the next ID token, which verifyIdToken checks with our certificates", async () => {
    const { uid, email } = await setup().newUser();
    await setup().admin.setCustomUserClaims(uid, { plan: "gold", level: 3 });
    expect((await setup().admin.getUser(uid)).customClaims).toEqual({ plan: "gold", level: 3 });
    const { user } = await signInWithEmailAndPassword(setup().browserAuth(), email ?? "", goodPassword);
    const decoded = await setup().admin.verifyIdToken(await user.getIdToken(), true);
    expect(decoded).toMatchObject({ uid, email, plan: "gold", level: 3, aud: "console" });
    const [head, body, signature] = (await user.getIdToken()).split(".");
    const forged = `${head}.${Buffer.from(JSON.stringify({ ...decoded, sub: "other" })).toString("base64url")}.${signature}`;
    expect(body).toBeTruthy();
    await expect(setup().admin.verifyIdToken(forged)).rejects.toEqual(refused("argument-error"));
    await expect(setup().admin.setCustomUserClaims(uid, { act: { sub: "x" } })).rejects.toEqual(
      refused("reserved-claim"),
    );
    await setup().admin.setCustomUserClaims(uid, null);
    expect((await setup().admin.getUser(uid)).customClaims ?? {}).toEqual({});
  });

  test("revoking ends refresh tokens at once, and verifyIdToken tells it when asked", async () => {
    const { uid, email } = await setup().newUser();
    const auth = setup().browserAuth();
    const { user } = await signInWithEmailAndPassword(auth, email ?? "", goodPassword);
    const token = await user.getIdToken();
    const { auth_time } = await setup().admin.verifyIdToken(token);
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(auth_time);
    await setup().admin.revokeRefreshTokens(uid);
    await expect(setup().admin.verifyIdToken(token, true)).rejects.toEqual(refused("id-token-revoked"));
    await expect(user.getIdToken(true)).rejects.toMatchObject({ code: "auth/user-token-expired" });
  });

  test("a locked user cannot sign in, and is told from one who can", async () => {
    const { uid, email } = await setup().newUser();
    const { user } = await signInWithEmailAndPassword(setup().browserAuth(), email ?? "", goodPassword);
    await setup().admin.updateUser(uid, { disabled: true });
    await expect(setup().admin.verifyIdToken(await user.getIdToken(), true)).rejects.toEqual(refused("user-disabled"));
    await expect(signInWithEmailAndPassword(setup().browserAuth(), email ?? "", goodPassword)).rejects.toMatchObject({
      code: "auth/user-disabled",
    });
    await setup().admin.updateUser(uid, { disabled: false });
    expect((await signInWithEmailAndPassword(setup().browserAuth(), email ?? "", goodPassword)).user.uid).toBe(uid);
  });

  test("links for a password, an address and its change are handed over and work once", async () => {
    const { email = "" } = await setup().newUser();
    const readCode = (link: string) => {
      const url = new URL(link);
      expect(url.pathname).toBe("/reset-password");
      return url.searchParams.get("oobCode");
    };
    const reset = readCode(await setup().admin.generatePasswordResetLink(email));
    const newPassword = "Another-Harbour-42";
    expect((await setup().identity.call("/v1/accounts:resetPassword", { oobCode: reset, newPassword })).status).toBe(
      200,
    );
    expect(
      (await setup().identity.call("/v1/accounts:resetPassword", { oobCode: reset, newPassword })).body.error?.message,
    ).toMatch(/^INVALID_OOB_CODE/);
    expect((await signInWithEmailAndPassword(setup().browserAuth(), email, newPassword)).user.email).toBe(email);

    const unverified = await setup().newUser({ emailVerified: false });
    const verify = readCode(await setup().admin.generateEmailVerificationLink(unverified.email ?? ""));
    expect((await setup().identity.call("/v1/accounts:update", { oobCode: verify })).status).toBe(200);
    expect((await setup().admin.getUser(unverified.uid)).emailVerified).toBe(true);

    const next = freshEmail();
    const change = readCode(await setup().admin.generateVerifyAndChangeEmailLink(email, next));
    expect((await setup().identity.call("/v1/accounts:update", { oobCode: change })).status).toBe(200);
    expect((await setup().admin.getUserByEmail(next)).email).toBe(next);
    await expect(setup().admin.generatePasswordResetLink("nobody@nowhere.test")).rejects.toEqual(
      refused("email-not-found"),
    );
  });

  test("custom tokens sign in whom they name, with their claims, and only while the key is in force", async () => {
    const token = await setup().admin.createCustomToken("portal-user-7", { tier: "silver" });
    const { user } = await signInWithCustomToken(setup().browserAuth(), token);
    expect(await setup().admin.verifyIdToken(await user.getIdToken())).toMatchObject({
      uid: "portal-user-7",
      tier: "silver",
    });

    const other = await connectService(setup().identity, setup().superadmin, everyRight);
    const late = await other.auth.createCustomToken("portal-user-7");
    await setup().superadmin.post("/api/admin/service-accounts/acts/revoke", { ids: [other.id] });
    await expect(signInWithCustomToken(setup().browserAuth(), late)).rejects.toMatchObject({
      code: "auth/custom-token-mismatch",
    });
    await deleteApp(other.app);
  });

  test("session cookies are made of ID tokens and checked, but open no route of the console", async () => {
    const { uid, email } = await setup().newUser();
    const { user } = await signInWithEmailAndPassword(setup().browserAuth(), email ?? "", goodPassword);
    const cookie = await setup().admin.createSessionCookie(await user.getIdToken(), { expiresIn: 3_600_000 });
    expect(await setup().admin.verifySessionCookie(cookie, true)).toMatchObject({ uid, email });
    await expect(setup().admin.verifyIdToken(cookie)).rejects.toEqual(refused("argument-error"));
    const answer = await setup().identity.ask("/api/sessions", { headers: { authorization: `Bearer ${cookie}` } });
    expect(answer.status).toBe(401);
    await expect(setup().admin.createSessionCookie("x.y.z", { expiresIn: 3_600_000 })).rejects.toEqual(
      refused("invalid-id-token"),
    );
  });
}
