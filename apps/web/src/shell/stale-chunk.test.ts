import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

/** Starts as a fresh document would. */
async function openDocument() {
  vi.resetModules();
  return await import("./stale-chunk.ts");
}

test("a part that did not load is told from a failure of our own", async () => {
  const { watchStaleChunks, isStaleChunk } = await openDocument();
  watchStaleChunks();
  const payload = new TypeError("Failed to fetch dynamically imported module: /assets/terms.js");
  window.dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload }));
  expect([isStaleChunk(payload), isStaleChunk(new TypeError("x is undefined"))]).toEqual([true, false]);
});

test("the page loads itself anew once, and not again right after", async () => {
  expect((await openDocument()).claimReload()).toBe(true);
  expect((await openDocument()).claimReload()).toBe(false);
});

test("a later deploy may reload the page again", async () => {
  expect((await openDocument()).claimReload()).toBe(true);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
  expect((await openDocument()).claimReload()).toBe(true);
});

test("nothing is reloaded without a connection", async () => {
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  expect((await openDocument()).claimReload()).toBe(false);
});
