import type { UserDocument } from "@console/contracts";
import { beforeEach, expect, test, vi } from "vitest";
import { fake } from "../fake-for-tests.ts";
import { authState, changeAuth, clearAuth } from "./auth-state.ts";
import { followOtherTabs } from "./follow-other-tabs.ts";

const user = fake<UserDocument>({ uid: "u1", email: "a@b.co", role: "user", tenantId: null });
const stored = { isAuthenticated: true, user, role: "user", tenant: null };
const assign = vi.spyOn(location, "assign").mockImplementation(() => {});
const reload = vi.spyOn(location, "reload").mockImplementation(() => {});

followOtherTabs();

beforeEach(() => {
  clearAuth();
  assign.mockClear();
  reload.mockClear();
});

/** What another tab does reaches this one only through the storage. */
function elsewhere(change: () => void) {
  change();
  window.dispatchEvent(new StorageEvent("storage", { key: "auth" }));
}

test("a sign-in elsewhere signs this tab in", () => {
  elsewhere(() => localStorage.setItem("auth", JSON.stringify(stored)));
  expect([authState().isAuthenticated, authState().user, reload.mock.calls.length]).toEqual([true, user, 0]);
});

test("a sign-out elsewhere clears this tab and starts it anew at /", () => {
  changeAuth(stored);
  elsewhere(() => localStorage.removeItem("auth"));
  expect([authState().isAuthenticated, authState().user, assign.mock.calls]).toEqual([false, null, [["/"]]]);
});

test("another person elsewhere makes a new document here", () => {
  changeAuth(stored);
  elsewhere(() => localStorage.setItem("auth", JSON.stringify({ ...stored, user: { uid: "u2" } })));
  expect(reload).toHaveBeenCalledTimes(1);
});

test("a changed profile elsewhere is shown here", () => {
  changeAuth(stored);
  elsewhere(() => localStorage.setItem("auth", JSON.stringify({ ...stored, user: { uid: "u1", name: "Noor" } })));
  expect([authState().user?.name, reload.mock.calls.length]).toEqual(["Noor", 0]);
});

test("an old page that the browser brings back notices that its person has left", () => {
  changeAuth(stored);
  localStorage.removeItem("auth");
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  expect(assign).toHaveBeenCalledWith("/");
});
