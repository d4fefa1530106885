import { generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { signInWithCustomToken } from "firebase/auth";
import { deleteApp } from "firebase-admin/app";
import { getAuth } from "firebase-admin/auth";
import { expect, test } from "vitest";
import { connect } from "../../docs/examples/firebase-admin/connect.mjs";
import { type AdminSetup, connectService, everyRight, openDesk, refused } from "./admin-client.ts";
import { freshEmail, goodPassword } from "./identity-product.ts";

/** What service accounts are let do and what not, and by which keys. */
export function checkAdminRights(setup: () => AdminSetup): void {
  test("a service account does what it was given the right to, and nothing else", async () => {
    const reader = await connectService(setup().identity, setup().superadmin, ["read"]);
    const { uid, email = "" } = await setup().newUser();
    expect((await reader.auth.getUser(uid)).email).toBe(email);
    const tries = [
      () => reader.auth.createUser({ email: freshEmail() }),
      () => reader.auth.updateUser(uid, { displayName: "x" }),
      () => reader.auth.setCustomUserClaims(uid, { a: 1 }),
      () => reader.auth.revokeRefreshTokens(uid),
      () => reader.auth.deleteUser(uid),
      () => reader.auth.generatePasswordResetLink(email),
    ];
    for (const attempt of tries) await expect(attempt()).rejects.toEqual(refused("insufficient-permission"));
    const custom = await reader.auth.createCustomToken(uid);
    await expect(signInWithCustomToken(setup().browserAuth(), custom)).rejects.toMatchObject({
      code: "auth/insufficient-permission",
    });
    const none = await connectService(setup().identity, setup().superadmin, []);
    await expect(none.auth.listUsers(1)).rejects.toEqual(refused("insufficient-permission"));
    await Promise.all([deleteApp(reader.app), deleteApp(none.app)]);
  });

  test("people on the list of users keep their own passwords and addresses, and platform admins are out of reach", async () => {
    const person = await setup().findUid("tookan@demo.test");
    const boss = await setup().findUid("superadmin@demo.test");
    await setup().admin.setCustomUserClaims(person, { note: "vip" });
    expect((await setup().admin.getUser(person)).customClaims).toEqual({ note: "vip" });
    const tries = [
      () => setup().admin.updateUser(person, { password: goodPassword }),
      () => setup().admin.updateUser(person, { email: freshEmail() }),
      () => setup().admin.updateUser(person, { emailVerified: false }),
      () => setup().admin.updateUser(person, { providerToLink: { providerId: "google.com", uid: "mine" } }),
      () => setup().admin.generatePasswordResetLink("tookan@demo.test"),
      () => setup().admin.updateUser(boss, { disabled: true }),
      () => setup().admin.setCustomUserClaims(boss, { note: "x" }),
      () => setup().admin.revokeRefreshTokens(boss),
      () => setup().admin.deleteUser(boss),
      () => setup().admin.generatePasswordResetLink("superadmin@demo.test"),
    ];
    for (const attempt of tries) await expect(attempt()).rejects.toEqual(refused("insufficient-permission"));
    const token = await setup().admin.createCustomToken(boss);
    await expect(signInWithCustomToken(setup().browserAuth(), token)).rejects.toMatchObject({
      code: "auth/insufficient-permission",
    });
  });

  test("no program gets a link for someone on the list, by whichever fields it asks", async () => {
    const none = await connectService(setup().identity, setup().superadmin, []);
    const { user } = await signInWithCustomToken(
      setup().browserAuth(),
      await setup().admin.createCustomToken(await setup().findUid("genesis@demo.test")),
    );
    const idToken = await user.getIdToken();
    for (const { app } of [none, setup().service]) {
      const token = await app.options.credential?.getAccessToken();
      const headers = { authorization: `Bearer ${token?.access_token}` };
      for (const body of [
        { requestType: "PASSWORD_RESET", email: "superadmin@demo.test", idToken: "x", returnOobLink: true },
        { requestType: "PASSWORD_RESET", email: "superadmin@demo.test", returnOobLink: true },
        { requestType: "VERIFY_EMAIL", idToken, returnOobLink: true },
        { requestType: "VERIFY_AND_CHANGE_EMAIL", email: "superadmin@demo.test", newEmail: freshEmail() },
        { requestType: "VERIFY_AND_CHANGE_EMAIL", email: "tookan@demo.test", newEmail: freshEmail() },
      ]) {
        const answer = await setup().identity.call("/v1/projects/console/accounts:sendOobCode", body, headers);
        expect([body, answer.body.error?.message]).toEqual([body, expect.stringMatching(/^INSUFFICIENT_PERMISSION/)]);
      }
    }
    await deleteApp(none.app);
  });

  test("the sessions that a program opened end when it is revoked", async () => {
    const other = await connectService(setup().identity, setup().superadmin, ["sessions"]);
    const person = await setup().findUid("warehouse@demo.test");
    const { user } = await signInWithCustomToken(setup().browserAuth(), await other.auth.createCustomToken(person));
    const idToken = await user.getIdToken();
    const own = () => setup().identity.ask(`/api/users/${person}`, { headers: { authorization: `Bearer ${idToken}` } });
    expect((await own()).status).toBe(200);
    await setup().superadmin.post("/api/admin/service-accounts/acts/revoke", { ids: [other.id] });
    await expect.poll(async () => (await own()).status, { timeout: 10_000 }).toBe(401);
    await expect(user.getIdToken(true)).rejects.toMatchObject({ code: "auth/user-token-expired" });
    await deleteApp(other.app);
  });

  test("someone who has only been invited is not signed in by a program", async () => {
    const fields = { email: freshEmail(), role: "user", tenantId: "demo-tookan" };
    const { id } = await setup().superadmin.post("/api/admin/users", { fields });
    const token = await setup().admin.createCustomToken(String(id));
    await expect(signInWithCustomToken(setup().browserAuth(), token)).rejects.toMatchObject({
      code: "auth/insufficient-permission",
    });
  });

  test("whatever a program sends, the answer is no error of ours", async () => {
    const token = await setup().service.app.options.credential?.getAccessToken();
    const headers = { authorization: `Bearer ${token?.access_token}` };
    const { uid: localId } = await setup().newUser();
    const long = "x".repeat(40_000);
    const calls: [string, object][] = [
      ["/accounts", { phoneNumber: `+1${long}` }],
      ["/accounts", { localId: "\ud800" }],
      ["/accounts", { displayName: long }],
      ["/accounts:update", { localId, photoUrl: long }],
      ["/accounts:update", { localId, linkProviderUserInfo: { providerId: "google.com", rawId: long } }],
      ["/accounts:update", { localId, customAttributes: '{"a":"\\ud800"}' }],
      ["/accounts:update", { localId, validSince: 9e15 }],
      ["/accounts:query", { expression: [null] }],
      ["/accounts:query", { offset: -1 }],
      ["/accounts:lookup", { federatedUserId: [null] }],
      ["/accounts:lookup", { federatedUserId: [{ providerId: { toString: 1 } }] }],
      ["/accounts:batchDelete", { localIds: [null] }],
      [":createSessionCookie", { idToken: 7, validDuration: "x" }],
    ];
    for (const [path, body] of calls) {
      const { status, text } = await setup().identity.call(`/v1/projects/console${path}`, body, headers);
      expect([path, body, status, text]).toEqual([path, body, 400, expect.any(String)]);
    }
    const twice = "/v1/projects/console/accounts:batchGet?nextPageToken=a&nextPageToken=b";
    expect((await setup().identity.ask(twice, { headers })).status).toBe(400);
  });

  test("someone who was removed is brought back on the list of users alone", async () => {
    const person = await setup().findUid("docman@demo.test");
    await setup().superadmin.post("/api/admin/users/acts/remove", { ids: [person] });
    await expect(setup().admin.updateUser(person, { disabled: false })).rejects.toThrow(/This user was removed/);
    await setup().superadmin.post("/api/admin/users/acts/restore", { ids: [person] });
    expect((await setup().admin.getUser(person)).disabled).toBe(false);
  });

  test("whoever a program signs in sees the console, but cannot change the password by it", async () => {
    const person = await setup().findUid("genesis@demo.test");
    const { user } = await signInWithCustomToken(setup().browserAuth(), await setup().admin.createCustomToken(person));
    const idToken = await user.getIdToken();
    const own = await setup().identity.ask(`/api/users/${person}`, { headers: { authorization: `Bearer ${idToken}` } });
    expect(own.status).toBe(200);
    const change = await setup().identity.call("/v1/accounts:update", { idToken, password: goodPassword });
    expect(change.body.error?.message).toMatch(/^CREDENTIAL_TOO_OLD_LOGIN_AGAIN/);
  });

  test("what a service account does is in the audit log under its name", async () => {
    const { uid } = await setup().newUser();
    await setup().admin.updateUser(uid, { displayName: "Noted" });
    const { items } = (await setup().superadmin.get(`/api/admin/audit?search=${uid}`)) as {
      items: { act: string; personTitle: string; actorRole: string }[];
    };
    const noted = items.map(({ act, personTitle, actorRole }) => [act, personTitle, actorRole]);
    expect(noted).toEqual(
      expect.arrayContaining([
        ["account.created", setup().service.id, "service"],
        ["account.changed", setup().service.id, "service"],
      ]),
    );
  });

  test("a key that was replaced works until its hours are over, a paused account is refused at once", async () => {
    const other = await connectService(setup().identity, setup().superadmin, everyRight);
    await setup().superadmin.post(`/api/admin/service-accounts/${other.id}/keys`, { overlapHours: 1 });
    expect((await other.auth.listUsers(1)).users).toHaveLength(1);
    await setup().superadmin.post("/api/admin/service-accounts/acts/pause", { ids: [other.id] });
    await expect(other.auth.listUsers(1)).rejects.toBeTruthy();
    await setup().superadmin.post("/api/admin/service-accounts/acts/resume", { ids: [other.id] });
    expect((await other.auth.listUsers(1)).users).toHaveLength(1);
    await setup().superadmin.post(`/api/admin/service-accounts/${other.id}/keys`, { overlapHours: 0 });
    await expect(other.auth.listUsers(1)).rejects.toBeTruthy();
    await deleteApp(other.app);
  });

  test("only a superadmin makes service accounts", async () => {
    const desk = await openDesk(setup().identity, "admin@demo.test");
    await expect(desk.get("/api/admin/service-accounts")).rejects.toThrow(/403/);
    await expect(desk.post(`/api/admin/service-accounts/${setup().service.id}/keys`, {})).rejects.toThrow(/403/);
  });

  test("an assertion that no key of ours has signed gets no access token", async () => {
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const key = JSON.parse(readFileSync(setup().service.keyFile, "utf8"));
    const forged = `${setup().service.keyFile}.forged`;
    writeFileSync(forged, JSON.stringify({ ...key, private_key: privateKey.export({ type: "pkcs8", format: "pem" }) }));
    const app = connect(setup().identity.url, forged, "forged");
    await expect(getAuth(app).listUsers(1)).rejects.toThrow(/No key of a service account has signed this assertion/);
    const answer = await setup().identity.ask("/token", {
      method: "POST",
      body: new URLSearchParams({ grant_type: "password", assertion: "x" }),
    });
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ error: "unsupported_grant_type" })]);
    await deleteApp(app);
  });
}
