import { expect, test, vi } from "vitest";
import { createSessionFixture, nobody, noor, refused, stored, tenant, who } from "./session-fixture-for-tests.ts";

vi.mock("../config.ts", () => ({ publicConfig: () => ({ apiKey: "a key" }) }));

const { answers, calls, place, page } = createSessionFixture();
const theirs = { tenant: { ...tenant, id: "theirs", source: "laiqkan" }, laiqkanToken: "their token" };

test.each(["/laiqkan/42", "/laiqkan/42/", "/embedded/tookan-report"])(
  "on %s nobody's session is restored, and what is stored of it stays",
  async (path) => {
    history.replaceState(null, "", path);
    const { initAuth, authState, changeAuth, idToken } = await page(stored);
    await initAuth();
    expect([calls, authState().isInitialized, who(authState())]).toEqual([[], true, nobody]);
    changeAuth(theirs);
    expect([await idToken(), localStorage.getItem("auth")]).toEqual(["their token", JSON.stringify(stored)]);
    window.dispatchEvent(new StorageEvent("storage", { key: "auth" }));
    expect(who(authState())).toEqual({ ...nobody, tenant: "theirs" });
  },
);

test("leaving an embedded report drops its tenant and token, and brings back who is signed in", async () => {
  history.replaceState(null, "", "/laiqkan/42");
  const { initAuth, leaveFramedPage, authState, changeAuth } = await page(stored);
  await initAuth();
  changeAuth(theirs);
  const seen: unknown[] = [];
  const { subscribeAuth } = await import("./auth-state.ts");
  subscribeAuth(() => seen.push(authState().tenant?.id ?? null));
  await leaveFramedPage();
  expect([who(authState()), authState().laiqkanToken, authState().isInitialized]).toEqual([noor, null, true]);
  expect([seen[0], seen.includes("theirs")]).toEqual([null, false]);
  expect(calls.map(({ path }) => path)).toEqual(["POST /v1/token", "GET /api/users/u1", "GET /api/tenants/t1"]);
});

test("leaving an embedded report in a browser where nobody signed in asks nothing", async () => {
  history.replaceState(null, "", "/laiqkan/42");
  const { initAuth, leaveFramedPage, authState, changeAuth } = await page();
  await initAuth();
  changeAuth(theirs);
  await leaveFramedPage();
  expect([who(authState()), authState().laiqkanToken, calls, localStorage.length]).toEqual([nobody, null, [], 0]);
});

test("leaving an embedded report with a session that has ended forgets it, without a new document", async () => {
  answers["POST /v1/token"] = refused("TOKEN_EXPIRED");
  history.replaceState(null, "", "/laiqkan/42");
  const { initAuth, leaveFramedPage, authState } = await page(stored);
  await initAuth();
  await leaveFramedPage();
  expect([who(authState()), localStorage.getItem("auth"), place.reload.mock.calls.length]).toEqual([nobody, null, 0]);
});

test("a refused token of an embedded report is renewed by its own page, never by a sign-in", async () => {
  history.replaceState(null, "", "/laiqkan/42");
  answers["GET /api/embed/standing"] = { status: 401, body: { error: { kind: "x", message: "No.", requestId: "r" } } };
  const { initAuth, changeAuth, provideTokenRenewal } = await page(stored);
  await initAuth();
  changeAuth(theirs);
  provideTokenRenewal(async (refusedToken) => `newer than ${refusedToken}`);
  const { callApi } = await import("../api.ts");
  await expect(callApi("getEmbedStanding", {})).rejects.toThrow("No.");
  expect(calls.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ["GET /api/embed/standing", "Bearer their token"],
    ["GET /api/embed/standing", "Bearer newer than their token"],
  ]);
});
