import { expect, test, vi } from "vitest";
import type { AuthState } from "./auth-state.ts";
import {
  type Answer,
  createSessionFixture,
  nobody,
  noor,
  refused,
  startedAt,
  stored,
  tenant,
  token,
  user,
  who,
} from "./session-fixture-for-tests.ts";

vi.mock("../config.ts", () => ({ publicConfig: () => ({ apiKey: "a key" }) }));

const { answers, calls, place, page } = createSessionFixture();
const count = (path: string) => calls.filter((call) => call.path === path).length;

test("a browser where nobody signed in starts without a call", async () => {
  const { initAuth, authState } = await page();
  await initAuth();
  expect([calls, authState().isInitialized, who(authState())]).toEqual([[], true, nobody]);
});

test("a start with a stored user refreshes the token by the cookie and loads user and tenant", async () => {
  const { initAuth, authState } = await page({ ...stored, tenant: null });
  await initAuth();
  expect(calls.map(({ path }) => path)).toEqual(["POST /v1/token", "GET /api/users/u1", "GET /api/tenants/t1"]);
  expect([calls[0]?.body, calls[0]?.headers["x-session"]]).toEqual(["grant_type=refresh_token", "cookie"]);
  expect(calls[1]?.headers.authorization).toBe(`Bearer ${token("from refresh")}`);
  expect([who(authState()), authState().idTokenExpiry]).toEqual([noor, startedAt / 1000 + 3600]);
});

test("a start asks for the tenant of the last visit beside the user, and for another where that changed", async () => {
  const first = await page(stored);
  await first.initAuth();
  const same = calls.map(({ path }) => path).sort();
  expect(same).toEqual(["GET /api/tenants/t1", "GET /api/users/u1", "POST /v1/token"]);

  answers["GET /api/users/u1"] = { body: { ...user, tenantId: "t2" } };
  answers["GET /api/tenants/t2"] = { body: { ...tenant, id: "t2" } };
  await first.initAuth();
  expect(first.authState().tenant?.id).toBe("t2");
});

test.each(["TOKEN_EXPIRED", "USER_DISABLED", "USER_NOT_FOUND", "INVALID_REFRESH_TOKEN", "MISSING_REFRESH_TOKEN"])(
  "a start whose session ended with %s forgets everything",
  async (code) => {
    answers["POST /v1/token"] = refused(code);
    const { initAuth, authState } = await page(stored);
    await initAuth();
    expect([who(authState()), localStorage.getItem("auth")]).toEqual([nobody, null]);
    expect([authState().isInitialized, place.reload.mock.calls.length]).toEqual([true, 0]);
  },
);

test.each<[string, Answer]>([
  ["/v1/token", "offline"],
  ["/v1/token", { status: 503, body: "Down" }],
  ["/api/users/u1", "offline"],
])("a start without a server at %s keeps what was stored and says so", async (path, answer) => {
  answers[path.startsWith("/v1") ? `POST ${path}` : `GET ${path}`] = answer;
  const { initAuth, authState } = await page(stored);
  await initAuth();
  expect([who(authState()), authState().error]).toEqual([noor, expect.stringContaining("server")]);
});

test.each([404, 403, 500])("a start whose user document answers %i forgets everything", async (status) => {
  const kind = { 404: "not_found", 403: "forbidden", 500: "unexpected" }[status];
  answers["GET /api/users/u1"] = { status, body: { error: { kind, message: "No.", requestId: "r" } } };
  const { initAuth, authState } = await page(stored);
  await initAuth();
  expect([who(authState()), localStorage.getItem("auth")]).toEqual([nobody, null]);
});

test("a tenant that cannot be read is none, and nothing is said", async () => {
  answers["GET /api/tenants/t1"] = "offline";
  const { initAuth, authState } = await page(stored);
  await initAuth();
  expect([who(authState()), authState().error]).toEqual([{ ...noor, tenant: null }, null]);
});

test("signing in tells of itself once everything is known", async () => {
  const { initAuth, signIn, authState } = await page();
  await initAuth();
  const { subscribeAuth } = await import("./auth-state.ts");
  const seen: object[] = [];
  subscribeAuth(() => authState().isAuthenticated && seen.push(who(authState())));
  await signIn(" noor@haddad.example ", "pass word");
  expect(JSON.parse(calls[0]?.body ?? "")).toMatchObject({ email: "noor@haddad.example", password: "pass word" });
  expect([seen, authState().isLoading, authState().error]).toEqual([[noor], false, null]);
});

test("signing in without a user document fails in the words of the catalogue and leaves no session", async () => {
  answers["GET /api/users/u1"] = { status: 404, body: { error: { kind: "not_found", message: "x", requestId: "r" } } };
  const { initAuth, signIn, authState } = await page();
  await initAuth();
  await expect(signIn("noor@haddad.example", "p")).rejects.toThrow("User data not found in database.");
  expect([who(authState()), authState().idToken, authState().error, count("POST /api/session/end")]).toEqual([
    nobody,
    null,
    "User data not found in database.",
    1,
  ]);
});

test("a throttled sign-in says how long to wait", async () => {
  answers["POST /v1/accounts:signInWithPassword"] = {
    ...refused("TOO_MANY_ATTEMPTS_TRY_LATER : Access to this account has been temporarily disabled."),
    headers: { "retry-after": "30" },
  };
  const { signIn } = await page();
  await expect(signIn("a@b.co", "p")).rejects.toMatchObject({
    code: "TOO_MANY_ATTEMPTS_TRY_LATER",
    retryAfterSeconds: 30,
  });
});

test("a token is used until a minute before its end, then renewed once for all who ask", async () => {
  const { initAuth, signIn, idToken } = await page();
  await initAuth();
  await signIn("a@b.co", "p");
  vi.setSystemTime(startedAt + 3539_000);
  expect(await idToken()).toBe(token("from sign-in"));
  vi.setSystemTime(startedAt + 3540_000);
  expect(await Promise.all([idToken(), idToken()])).toEqual([token("from refresh"), token("from refresh")]);
  expect(count("POST /v1/token")).toBe(1);
});

test("nobody who is signed in has no token", async () => {
  const { initAuth, idToken } = await page();
  await initAuth();
  await expect(idToken()).rejects.toThrow("User not authenticated");
});

test("a tenant of laiqkan uses its own token when there is one", async () => {
  const { initAuth, signIn, idToken, changeAuth } = await page();
  await initAuth();
  answers["GET /api/tenants/t1"] = { body: { ...tenant, source: "laiqkan" } };
  await signIn("a@b.co", "p");
  expect(await idToken()).toBe(token("from sign-in"));
  changeAuth({ laiqkanToken: "their token" });
  expect(await idToken()).toBe("their token");
});

test("a session that ends while the page is open starts a new document, without anything of the person", async () => {
  const { initAuth, signIn, idToken, authState } = await page();
  await initAuth();
  await signIn("a@b.co", "p");
  answers["POST /v1/token"] = refused("TOKEN_EXPIRED");
  vi.setSystemTime(startedAt + 3600_000);
  await expect(idToken()).rejects.toThrow();
  expect([who(authState()), localStorage.getItem("auth"), place.reload.mock.calls.length]).toEqual([nobody, null, 1]);
});

test("a refresh that does not reach the server keeps the session", async () => {
  const { initAuth, signIn, idToken, authState } = await page();
  await initAuth();
  await signIn("a@b.co", "p");
  answers["POST /v1/token"] = { status: 503, body: "Down" };
  vi.setSystemTime(startedAt + 3600_000);
  await expect(idToken()).rejects.toMatchObject({ code: "UNAVAILABLE" });
  expect([who(authState()), place.reload.mock.calls.length]).toEqual([noor, 0]);
});

test.each<Answer>([{ body: { ended: 1 } }, "offline"])(
  "signing out clears all and starts anew at / (%j)",
  async (end) => {
    answers["POST /api/session/end"] = end;
    const { initAuth, signOut, authState, changeAuth } = await page(stored);
    await initAuth();
    changeAuth({ laiqkanToken: "their token" });
    sessionStorage.setItem("signup-draft", "Noor's own words");
    const leaving = signOut();
    // Before any answer: nobody waits for the server to be forgotten here.
    expect([localStorage.getItem("auth"), sessionStorage.length]).toEqual([null, 0]);
    await leaving;
    const { idToken, laiqkanToken } = authState();
    expect([who(authState()), idToken, laiqkanToken, localStorage.getItem("auth")]).toEqual([nobody, null, null, null]);
    expect([place.assign.mock.calls, count("POST /api/session/end")]).toEqual([[["/"]], 1]);
  },
);

test("a new password needs the current one first, and its token is taken over", async () => {
  const { initAuth, changePassword, authState } = await page(stored);
  await initAuth();
  await changePassword("old", "new");
  const [proof, change] = calls.slice(-2).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  expect(proof).toMatchObject({ email: user.email, password: "old" });
  expect(change).toMatchObject({ idToken: token("from sign-in"), password: "new" });
  expect(authState().idToken).toBe(token("from update"));
});

test("a wrong current password changes nothing", async () => {
  answers["POST /v1/accounts:signInWithPassword"] = refused("INVALID_LOGIN_CREDENTIALS : Not right.");
  const { initAuth, changePassword } = await page(stored);
  await initAuth();
  await expect(changePassword("wrong", "new")).rejects.toThrow("Not right.");
  expect(count("POST /v1/accounts:update")).toBe(0);
});

test("without a signed-in user with an email no password is changed", async () => {
  const { initAuth, changePassword, changeAuth } = await page();
  await initAuth();
  await expect(changePassword("a", "b")).rejects.toThrow("User not authenticated");
  changeAuth({ isAuthenticated: true, user: { ...user, email: null } as AuthState["user"] });
  await expect(changePassword("a", "b")).rejects.toThrow("User not authenticated");
});

test("a profile is changed only for a loaded user, and the state follows", async () => {
  const { initAuth, updateProfile } = await page();
  await initAuth();
  await expect(updateProfile({ name: "Noor" })).rejects.toThrow("No user loaded");
  vi.resetModules();
  const next = await page(stored);
  await next.initAuth();
  await next.updateProfile({ name: "Noor" });
  expect(next.authState().user?.name).toBe("Noor");
  expect(JSON.parse(localStorage.getItem("auth") ?? "").user.name).toBe("Noor");
});
