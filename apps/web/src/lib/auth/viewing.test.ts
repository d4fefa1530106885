import { afterEach, beforeEach, expect, test, vi } from "vitest";

vi.mock("../config.ts", () => ({ publicConfig: () => ({ apiKey: "a key" }) }));

const startedAt = Date.parse("2026-11-14T09:00:00Z");
const admin = { isAuthenticated: true, user: { uid: "a1", role: "admin" }, role: "admin", tenant: null };
const user = { uid: "u1", email: "noor@haddad.example", role: "user", tenantId: null };
const go = vi.fn();
let calls: { path: string; authorization: string | undefined }[];
let status: number;

const encode = (part: object) => btoa(JSON.stringify(part)).replace(/=+$/, "");
const idToken = `${encode({ alg: "RS256" })}.${encode({ sub: "u1", exp: startedAt / 1000 + 900 })}.signature`;
const endsAt = new Date(startedAt + 900_000).toISOString();
const viewing = { idToken, endsAt, reason: "Cannot find it", uid: "u1", name: "Noor", from: "/admin/users?row=u1" };

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ now: startedAt, toFake: ["Date"] });
  localStorage.setItem("auth", JSON.stringify(admin));
  sessionStorage.clear();
  calls = [];
  status = 200;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    const path = `${init.method ?? "GET"} ${url.split("?")[0]}`;
    calls.push({ path, authorization: (init.headers as Record<string, string>).authorization });
    const bodies: Record<string, unknown> = {
      "GET /api/users/u1": user,
      "POST /api/admin/users/u1/view": { idToken, endsAt },
      "POST /api/session/view/end": { ended: 1 },
      "POST /v1/token": { access_token: idToken },
    };
    const isOver = status === 401;
    const body = isOver ? { error: { kind: "unauthenticated", message: "Over.", requestId: "r" } } : bodies[path];
    return new Response(JSON.stringify(body), { status });
  });
  vi.spyOn(location, "assign").mockImplementation(go);
});
afterEach(() => {
  vi.restoreAllMocks();
  go.mockReset();
  vi.useRealTimers();
  localStorage.clear();
});

async function openPage() {
  const { initAuth, signOut } = await import("./session.ts");
  await initAuth();
  return {
    signOut,
    state: (await import("./auth-state.ts")).authState,
    ...(await import("./viewing.ts")),
    ...(await import("../api.ts")),
  };
}

test("a look is kept for the tab alone, and the page starts anew with it", async () => {
  const { startViewing } = await openPage();
  await startViewing({ uid: "u1", name: "Noor" }, "Cannot find it");
  expect(JSON.parse(sessionStorage.getItem("viewing") ?? "{}")).toMatchObject({ idToken, reason: "Cannot find it" });
  expect(JSON.stringify(localStorage)).not.toContain(idToken);
  expect(go).toHaveBeenCalledWith("/");
});

test("while it goes on every call is the user's, and the admin's own session is left alone", async () => {
  sessionStorage.setItem("viewing", JSON.stringify(viewing));
  const { state, activeViewing } = await openPage();
  expect([state().user?.uid, state().role, activeViewing()?.name]).toEqual(["u1", "user", "Noor"]);
  expect(calls).toEqual([{ path: "GET /api/users/u1", authorization: `Bearer ${idToken}` }]);
  expect(JSON.parse(localStorage.getItem("auth") ?? "{}")).toEqual(admin);
});

test("stop ends it on the server and leads back to where it began; signing out does the same", async () => {
  sessionStorage.setItem("viewing", JSON.stringify(viewing));
  const { signOut } = await openPage();
  await signOut();
  expect(calls.map(({ path }) => path)).toEqual(["GET /api/users/u1", "POST /api/session/view/end"]);
  expect(sessionStorage.getItem("viewing")).toBeNull();
  expect(go).toHaveBeenCalledWith("/admin/users?row=u1");
});

test("a token that counts no more leads back, and is never exchanged for the admin's", async () => {
  sessionStorage.setItem("viewing", JSON.stringify(viewing));
  const { callApi } = await openPage();
  status = 401;
  await expect(callApi("getUser", { uid: "u1" })).rejects.toThrow();
  expect(calls.map(({ path }) => path)).not.toContain("POST /v1/token");
  expect(go).toHaveBeenCalledWith("/admin/users?row=u1");
});

test("one whose time is over is forgotten when the page is opened", async () => {
  sessionStorage.setItem("viewing", JSON.stringify({ ...viewing, endsAt: new Date(startedAt - 1).toISOString() }));
  const { activeViewing } = await openPage();
  expect(activeViewing()).toBeNull();
  expect(sessionStorage.getItem("viewing")).toBeNull();
});
