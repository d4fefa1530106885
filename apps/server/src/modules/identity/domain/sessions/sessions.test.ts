import { afterAll, beforeAll, expect, test } from "vitest";
import { bearer, callWire, createPerson, password, signIn } from "../../../../testing/people.ts";
import { createTestApp, type TestApp } from "../../../../testing/test-app.ts";
import { until } from "../../../../testing/until.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
});
afterAll(() => testApp.close());

const chrome =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36";
const list = async (idToken: string) =>
  (await testApp.app.inject({ url: "/api/sessions", headers: bearer(idToken) })).json().items as {
    id: string;
    isCurrent: boolean;
    device: string;
  }[];

test("a person sees own open sessions, in words, with the present one marked", async () => {
  const person = await createPerson(testApp);
  await signIn(testApp, person, { "user-agent": "curl/8" });
  const { idToken } = await signIn(testApp, person, { "user-agent": chrome });
  await signIn(testApp, await createPerson(testApp));
  const sessions = await list(idToken);
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ isCurrent }) => isCurrent)?.device).toBe("Chrome on Windows");
  expect(sessions.find(({ isCurrent }) => !isCurrent)?.device).toBe("Unknown device");
});

test("ending a session ends its refresh token at once and its access within seconds; a stranger's is not found", async () => {
  const person = await createPerson(testApp);
  const [lost, present] = [await signIn(testApp, person), await signIn(testApp, person)];
  const target = (await list(present.idToken)).find(({ isCurrent }) => !isCurrent)?.id ?? "";
  const end = (idToken: string) =>
    testApp.app.inject({ method: "DELETE", url: `/api/sessions/${target}`, headers: bearer(idToken) });
  const stranger = await signIn(testApp, await createPerson(testApp));
  expect((await end(stranger.idToken)).statusCode).toBe(404);
  expect((await end(present.idToken)).json()).toEqual({ ended: 1 });
  const refreshed = await callWire(testApp, "/v1/token", `grant_type=refresh_token&refresh_token=${lost.refreshToken}`);
  expect(refreshed.code).toBe("TOKEN_EXPIRED");
  await until(
    async () => (await testApp.app.inject({ url: "/api/sessions", headers: bearer(lost.idToken) })).statusCode === 401,
  );
  expect((await list(present.idToken)).map(({ isCurrent }) => isCurrent)).toEqual([true]);
});

test("all other sessions can be ended together", async () => {
  const person = await createPerson(testApp);
  for (let time = 0; time < 3; time++) await signIn(testApp, person);
  const { idToken } = await signIn(testApp, person);
  const answer = await testApp.app.inject({ method: "DELETE", url: "/api/sessions", headers: bearer(idToken) });
  expect(answer.json()).toEqual({ ended: 3 });
  expect(await list(idToken)).toHaveLength(1);
});

test("signing out ends the session of the cookie and takes the cookie away; without one nothing happens", async () => {
  const { email } = await createPerson(testApp);
  const { headers } = await callWire(
    testApp,
    "/v1/accounts:signInWithPassword",
    { email, password },
    { "x-session": "cookie" },
  );
  const cookie = String(headers["set-cookie"]).split(";")[0] ?? "";
  const end = (more: object) =>
    testApp.app.inject({ method: "POST", url: "/api/session/end", payload: {}, headers: { ...more } });
  const ended = await end({ cookie });
  expect(ended.json()).toEqual({ ended: 1 });
  expect(String(ended.headers["set-cookie"])).toMatch(/^session=; .*Max-Age=0/);
  const refreshed = await callWire(testApp, "/v1/token", "grant_type=refresh_token", { cookie, "x-session": "cookie" });
  expect(refreshed.code).toBe("TOKEN_EXPIRED");
  expect((await end({})).json()).toEqual({ ended: 0 });
});

test("a browser that proves its password again replaces its own session instead of adding one", async () => {
  const { email } = await createPerson(testApp);
  const path = "/v1/accounts:signInWithPassword";
  const first = await callWire(testApp, path, { email, password }, { "x-session": "cookie" });
  const cookie = String(first.headers["set-cookie"]).split(";")[0] ?? "";
  const again = await callWire(testApp, path, { email, password }, { "x-session": "cookie", cookie });
  expect(await list(again.body.idToken)).toHaveLength(1);
  const refreshed = await callWire(testApp, "/v1/token", "grant_type=refresh_token", { cookie, "x-session": "cookie" });
  expect(refreshed.code).toBe("TOKEN_EXPIRED");
});

test("tokens from before the time from which an account's tokens count open nothing within seconds", async () => {
  const person = await createPerson(testApp);
  const { idToken } = await signIn(testApp, person);
  const status = async () => (await testApp.app.inject({ url: "/api/sessions", headers: bearer(idToken) })).statusCode;
  expect(await status()).toBe(200);
  await testApp.pool.query("update accounts set valid_since = now() + interval '1 minute' where uid = $1", [
    person.uid,
  ]);
  await until(async () => (await status()) === 401);
});
