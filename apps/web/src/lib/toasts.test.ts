import type { UserDocument } from "@console/contracts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { changeAuth, clearAuth } from "./auth/auth-state.ts";
import { dismissToast, pauseToasts, resumeToasts, shownToasts, showToast, toastHistory } from "./toasts.ts";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
  vi.useRealTimers();
});

const messages = () => shownToasts().map(({ message }) => message);

test("a toast is called Notice and informs, unless it says otherwise", () => {
  showToast({ message: "Saved" });
  expect(shownToasts()[0]).toMatchObject({ title: "Notice", type: "info", count: 1 });
});

test("a toast leaves after 2500 ms and not before", () => {
  showToast({ message: "Saved" });
  vi.advanceTimersByTime(2499);
  expect(messages()).toEqual(["Saved"]);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test("a dismissed toast leaves at once and alone", () => {
  const first = showToast({ message: "First" });
  showToast({ message: "Second" });
  dismissToast(first);
  expect(messages()).toEqual(["Second"]);
});

test("equal toasts become one with a count, whose time starts again", () => {
  const first = showToast({ message: "Saved" });
  vi.advanceTimersByTime(2000);
  expect(showToast({ message: "Saved" })).toBe(first);
  vi.advanceTimersByTime(2000);
  expect(shownToasts()).toMatchObject([{ message: "Saved", count: 2 }]);
  vi.advanceTimersByTime(500);
  expect(messages()).toEqual([]);
});

test("toasts of another type do not merge", () => {
  showToast({ message: "Saved" });
  showToast({ message: "Saved", type: "success" });
  expect(shownToasts()).toHaveLength(2);
});

test("three toasts are shown at most, and the oldest leaves", () => {
  for (const message of ["1", "2", "3", "4"]) showToast({ message });
  expect(messages()).toEqual(["2", "3", "4"]);
});

test("a toast waits while it is hovered and then has the rest of its time", () => {
  showToast({ message: "Saved" });
  vi.advanceTimersByTime(1000);
  pauseToasts("hovered");
  vi.advanceTimersByTime(60_000);
  resumeToasts("hovered");
  vi.advanceTimersByTime(1499);
  expect(messages()).toEqual(["Saved"]);
  vi.advanceTimersByTime(1);
  expect(messages()).toEqual([]);
});

test("a toast waits until every reason to wait is gone", () => {
  showToast({ message: "Saved" });
  pauseToasts("hovered");
  pauseToasts("hidden");
  resumeToasts("hovered");
  vi.advanceTimersByTime(60_000);
  expect(messages()).toEqual(["Saved"]);
  resumeToasts("hidden");
  vi.advanceTimersByTime(2500);
  expect(messages()).toEqual([]);
});

test("closing the last toast under the pointer does not hold up the next one", () => {
  const id = showToast({ message: "First" });
  pauseToasts("hovered");
  dismissToast(id);
  showToast({ message: "Second" });
  vi.advanceTimersByTime(2500);
  expect(messages()).toEqual([]);
});

test("the last 50 toasts are remembered when they are gone", () => {
  for (let number = 1; number <= 51; number += 1) showToast({ message: `Message ${number}` });
  vi.advanceTimersByTime(2500);
  expect(toastHistory()).toHaveLength(50);
  expect([toastHistory()[0]?.message, toastHistory()[49]?.message]).toEqual(["Message 2", "Message 51"]);
});

test("what a tab has said is there after a reload, for the one who was signed in and nobody else", async () => {
  const user = (uid: string) => ({ uid, email: null }) as unknown as UserDocument;
  changeAuth({ isAuthenticated: true, user: user("layla") });
  showToast({ title: "Settings", message: "Not saved.", type: "error", action: "Open timeline" });
  const reload = async () => {
    vi.resetModules();
    return import("./toasts.ts");
  };
  const { toastHistory: stored } = await reload();
  expect(stored()).toMatchObject([{ title: "Settings", message: "Not saved.", type: "error", uid: "layla" }]);

  changeAuth({ user: user("omar") });
  showToast({ message: "Saved." });
  const { toastHistory: others, showToast: showNext } = await reload();
  expect(others().map(({ message }) => message)).toEqual(["Saved."]);
  const ids = [...others().map(({ id }) => id), showNext({ message: "Next" })];
  expect(new Set(ids).size).toBe(2);
  clearAuth();
});
