import { afterAll, beforeAll, expect, test } from "vitest";
import { bearer, callWire, createPerson, password, signIn } from "../../../../testing/people.ts";
import { readMails } from "../../../../testing/read-mails.ts";
import { createTestApp, signedInAs, type TestApp } from "../../../../testing/test-app.ts";
import { until } from "../../../../testing/until.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const refresh = (token: string) => callWire(testApp, "/v1/token", `grant_type=refresh_token&refresh_token=${token}`);
const later = (seconds: number) =>
  testApp.pool.query("update account_sessions set rotated_at = rotated_at - make_interval(secs => $1)", [seconds]);
const inBrowser = { "sec-fetch-site": "cross-site", "user-agent": "Browser 1" };
const refreshInTab = (token: string, headers: Record<string, string> = inBrowser) =>
  testApp.app.inject({
    method: "POST",
    url: "/v1/token?key=test",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    payload: `grant_type=refresh_token&refresh_token=${token}`,
  });
const readSelf = (uid: string, idToken: string) =>
  testApp.app.inject({ url: `/api/users/${uid}`, headers: bearer(idToken) });

test("a refresh token gives a new ID token and the next refresh token", async () => {
  const { refreshToken, localId } = await signIn(testApp, await createPerson(testApp));
  const { body } = await refresh(refreshToken);
  expect(body).toMatchObject({ token_type: "Bearer", expires_in: "3600", user_id: localId });
  expect(body.refresh_token).not.toBe(refreshToken);
  expect((await readSelf(localId, body.access_token)).statusCode).toBe(200);
});

test("each refresh gives another ID token, for a client keeps the next refresh token only along with one", async () => {
  const { idToken, refreshToken } = await signIn(testApp, await createPerson(testApp));
  const first = (await refresh(refreshToken)).body;
  const second = (await refresh(first.refresh_token)).body;
  expect(new Set([idToken, first.access_token, second.access_token]).size).toBe(3);
});

test("two tabs that refresh with the same token at once both stay signed in, with the same next token", async () => {
  const { refreshToken } = await signIn(testApp, await createPerson(testApp));
  const [one, two] = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
  expect([one.status, two.status]).toEqual([200, 200]);
  expect(one.body.refresh_token).toBe(two.body.refresh_token);
  expect((await refresh(one.body.refresh_token)).status).toBe(200);
});

test("a refresh whose answer was lost signs nobody out, however late it is asked for again", async () => {
  const { refreshToken } = await signIn(testApp, await createPerson(testApp));
  const lost = (await refresh(refreshToken)).body.refresh_token;
  await later(3600);
  const again = await refresh(refreshToken);
  expect([again.status, again.body.refresh_token]).toEqual([200, lost]);
  expect((await refresh(lost)).status).toBe(200);
});

test("an old refresh token that turns up later ends the whole session, for thief and owner, who is told", async () => {
  const person = await createPerson(testApp);
  const { refreshToken } = await signIn(testApp, person);
  const second = (await refresh(refreshToken)).body.refresh_token;
  const third = (await refresh(second)).body.refresh_token;
  expect((await refresh(refreshToken)).code).toBe("TOKEN_EXPIRED");
  expect((await refresh(second)).code).toBe("TOKEN_EXPIRED");
  expect((await refresh(third)).code).toBe("TOKEN_EXPIRED");
  const entries = await testApp.app.inject({
    url: `/api/admin/audit?search=users/${person.uid}`,
    headers: signedInAs("superadmin"),
  });
  expect(entries.json().items.map(({ act }: { act: string }) => act)).toContain("session.reused");
  expect((await readMails(testApp, person.email)).map(({ subject }) => subject)).toEqual([
    "AIQ: We ended one of your sessions",
  ]);
});

test.each([
  ["https", inBrowser],
  ["plain http", { origin: "http://app.example", "user-agent": "Browser 1" }],
])("a tab that wakes with an old token gets nothing for it and ends no other tab's session: %s", async (_, tab) => {
  const { refreshToken } = await signIn(testApp, await createPerson(testApp), tab);
  const second = (await refreshInTab(refreshToken, tab)).json().refresh_token;
  const third = (await refreshInTab(second, tab)).json().refresh_token;
  const woken = await refreshInTab(refreshToken, tab);
  expect([woken.statusCode, woken.headers["retry-after"], woken.headers["content-type"]]).toEqual([
    503,
    "1",
    "text/plain; charset=utf-8",
  ]);
  expect((await refreshInTab(third, tab)).statusCode).toBe(200);
  // Another browser has no tab of this session.
  const other = await refreshInTab(refreshToken, { ...tab, "user-agent": "Browser 2" });
  expect(other.json().error.message).toMatch(/^TOKEN_EXPIRED\b/);
  expect((await refreshInTab(third, tab)).json().error.message).toMatch(/^TOKEN_EXPIRED\b/);
});

test("a browser whose tabs have all lost the newest token is asked to sign in again, and nobody is told of a thief", async () => {
  const person = await createPerson(testApp);
  const { refreshToken } = await signIn(testApp, person, inBrowser);
  const second = (await refreshInTab(refreshToken)).json().refresh_token;
  const third = (await refreshInTab(second)).json().refresh_token;
  expect((await refreshInTab(refreshToken)).statusCode).toBe(503);
  expect((await refreshInTab(refreshToken)).statusCode).toBe(503);
  await testApp.pool.query(
    "update account_sessions set woken_at = woken_at - interval '61 s', rotated_at = rotated_at - interval '90 s' where uid = $1",
    [person.uid],
  );
  expect((await refreshInTab(refreshToken)).json().error.message).toMatch(/^TOKEN_EXPIRED\b/);
  expect(await readMails(testApp, person.email)).toEqual([]);
  // Another tab that still had it goes on, and the next one to wake has its minute again.
  expect((await refreshInTab(third)).statusCode).toBe(200);
  expect((await refreshInTab(refreshToken)).statusCode).toBe(503);
});

test("a made-up or damaged refresh token is refused", async () => {
  const { refreshToken } = await signIn(testApp, await createPerson(testApp));
  const damaged = `${refreshToken.slice(0, -1)}${refreshToken.endsWith("A") ? "B" : "A"}`;
  expect((await refresh(damaged)).code).toBe("INVALID_REFRESH_TOKEN");
  expect((await refresh(refreshToken.replace(".0.", ".1."))).code).toBe("INVALID_REFRESH_TOKEN");
});

test("a changed password ends every other session at once, and whoever changed it goes on with new tokens", async () => {
  const person = await createPerson(testApp);
  const [thief, owner] = [await signIn(testApp, person), await signIn(testApp, person)];
  const changed = await callWire(testApp, "/v1/accounts:update", {
    idToken: owner.idToken,
    password: "another long password",
    returnSecureToken: true,
  });
  expect(changed.status).toBe(200);
  expect((await refresh(thief.refreshToken)).code).toBe("TOKEN_EXPIRED");
  expect((await refresh(owner.refreshToken)).code).toBe("TOKEN_EXPIRED");
  expect((await refresh(changed.body.refreshToken)).status).toBe(200);
  const old = await callWire(testApp, "/v1/accounts:lookup", { idToken: thief.idToken });
  expect(old.code).toBe("TOKEN_EXPIRED");
});

test("a closed account loses its sessions: refresh at once, the API within seconds", async () => {
  const person = await createPerson(testApp);
  const { idToken, refreshToken } = await signIn(testApp, person);
  expect((await readSelf(person.uid, idToken)).statusCode).toBe(200);
  await testApp.pool.query("update accounts set is_disabled = true where uid = $1", [person.uid]);
  expect((await refresh(refreshToken)).code).toBe("USER_DISABLED");
  await until(async () => (await readSelf(person.uid, idToken)).statusCode === 401);
});

test.each([
  ["last_used_at", 31],
  ["authenticated_at", 91],
])("a session ends by itself: %s %d days ago", async (column, days) => {
  const person = await createPerson(testApp);
  const { refreshToken } = await signIn(testApp, person);
  const age = `update account_sessions set ${column} = now() - make_interval(days => $1) where uid = $2`;
  await testApp.pool.query(age, [days, person.uid]);
  expect((await refresh(refreshToken)).code).toBe("TOKEN_EXPIRED");
});

test("a new password that is easy to guess is refused with the reason, however long", async () => {
  const { idToken } = await signIn(testApp, await createPerson(testApp));
  const update = (newPassword: string) => callWire(testApp, "/v1/accounts:update", { idToken, password: newPassword });
  expect((await update("short")).code).toBe("WEAK_PASSWORD");
  expect((await update("elevenchars")).body.error.message).toMatch(/at least 12 characters/);
  expect((await update("1qaz2wsx3edc")).body.error.message).toMatch(/a common one/);
});

test("a sign-in that is too old cannot change the password", async () => {
  const person = await createPerson(testApp);
  const { refreshToken } = await signIn(testApp, person);
  await testApp.pool.query(
    "update account_sessions set authenticated_at = now() - interval '10 minutes' where uid = $1",
    [person.uid],
  );
  const { body } = await refresh(refreshToken);
  const changed = await callWire(testApp, "/v1/accounts:update", {
    idToken: body.access_token,
    password: "another long password",
  });
  expect(changed.code).toBe("CREDENTIAL_TOO_OLD_LOGIN_AGAIN");
});

test("our own pages refresh with the cookie alone, and only with their header", async () => {
  const { email } = await createPerson(testApp);
  const signedIn = await callWire(
    testApp,
    "/v1/accounts:signInWithPassword",
    { email, password },
    { "x-session": "cookie" },
  );
  const cookie = String(signedIn.headers["set-cookie"]).split(";")[0] ?? "";
  const mine = await callWire(testApp, "/v1/token", "grant_type=refresh_token", { cookie, "x-session": "cookie" });
  expect([mine.status, mine.body.refresh_token]).toEqual([200, ""]);
  expect(String(mine.headers["set-cookie"])).toMatch(/^session=/);
  const foreign = await callWire(testApp, "/v1/token", "grant_type=refresh_token", { cookie });
  expect(foreign.code).toBe("MISSING_REFRESH_TOKEN");
});

test("trouble of ours on lookup or token is never told in a way that signs people out", async () => {
  const { idToken, refreshToken } = await signIn(testApp, await createPerson(testApp));
  await callWire(testApp, "/v1/accounts:lookup", { idToken });
  const { inTenant } = testApp.database;
  testApp.database.inTenant = () => Promise.reject(new Error("gone"));
  const answers = await Promise.all(
    [
      { url: "/v1/token?key=k", payload: { grant_type: "refresh_token", refresh_token: refreshToken } },
      { url: "/v1/accounts:lookup?key=k", payload: { idToken } },
    ].map((request) => testApp.app.inject({ method: "POST", ...request })),
  );
  testApp.database.inTenant = inTenant;
  for (const { statusCode, headers } of answers) {
    expect([statusCode, headers["content-type"]]).toEqual([503, "text/plain; charset=utf-8"]);
  }
});
