import type { UserDocument } from "@console/contracts";
import { beforeEach, expect, test, vi } from "vitest";
import { fake } from "../fake-for-tests.ts";

const user = fake<UserDocument>({ uid: "u1", email: "a@b.co", role: "user", tenantId: null });

beforeEach(() => {
  vi.resetModules();
  localStorage.clear();
});

const load = () => import("./auth-state.ts");

test("the state has its ten fields and starts with nobody", async () => {
  const { authState } = await load();
  expect(Object.keys(authState()).sort()).toEqual([
    "error",
    "idToken",
    "idTokenExpiry",
    "isAuthenticated",
    "isInitialized",
    "isLoading",
    "laiqkanToken",
    "role",
    "tenant",
    "user",
  ]);
  expect(Object.values(authState()).some(Boolean)).toBe(false);
});

test("exactly four fields outlive the page, and no token is among them", async () => {
  const { changeAuth } = await load();
  changeAuth({ isAuthenticated: true, user, role: "user", idToken: "secret", laiqkanToken: "secret", error: "x" });
  expect(Object.keys(localStorage)).toEqual(["auth"]);
  expect(JSON.parse(localStorage.getItem("auth") ?? "")).toEqual({
    isAuthenticated: true,
    user,
    role: "user",
    tenant: null,
  });
});

test("nothing is stored for someone who is not signed in, and clearing removes it", async () => {
  const { changeAuth, clearAuth } = await load();
  changeAuth({ idToken: "secret" });
  expect(localStorage.getItem("auth")).toBeNull();
  changeAuth({ isAuthenticated: true, user });
  clearAuth();
  expect(localStorage.getItem("auth")).toBeNull();
});

test("a change that concerns no stored field writes nothing, so that other tabs stay quiet", async () => {
  const storage = new Map<string, string>();
  const setItem = vi.fn((key: string, text: string) => storage.set(key, text));
  vi.stubGlobal("localStorage", { getItem: (key: string) => storage.get(key) ?? null, setItem });
  const { changeAuth } = await load();
  changeAuth({ isAuthenticated: true, user });
  changeAuth({ idToken: "secret", isLoading: true });
  vi.unstubAllGlobals();
  expect(setItem).toHaveBeenCalledTimes(1);
});

test("listeners hear of each change until they leave", async () => {
  const { changeAuth, subscribeAuth } = await load();
  const listener = vi.fn();
  const leave = subscribeAuth(listener);
  changeAuth({ isLoading: true });
  leave();
  changeAuth({ isLoading: false });
  expect(listener).toHaveBeenCalledTimes(1);
});

test.each(["not json", "null", "{}", '{"isAuthenticated":true}', '{"isAuthenticated":false,"user":{"uid":"u1"}}'])(
  "a stored text such as %s names nobody",
  async (text) => {
    localStorage.setItem("auth", text);
    const { storedAuth } = await load();
    expect(storedAuth()).toBeNull();
  },
);
