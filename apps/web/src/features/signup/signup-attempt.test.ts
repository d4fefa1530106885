import { afterEach, expect, test, vi } from "vitest";
import { attemptFor, newKey } from "./signup-attempt.ts";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => vi.unstubAllGlobals());

test("sending the same content again keeps its key", () => {
  const first = attemptFor("content", null);
  expect(attemptFor("content", first)).toEqual(first);
});

test("content that changed after a try to send gets a new key", () => {
  const first = attemptFor("content", null);
  expect(attemptFor("other content", first).key).not.toBe(first.key);
});

test("keys are UUIDs, also where the browser cannot make one itself", () => {
  expect(newKey()).toMatch(uuid);
  const getRandomValues = crypto.getRandomValues.bind(crypto);
  vi.stubGlobal("crypto", { getRandomValues });
  expect(newKey()).toMatch(uuid);
  expect(newKey()).not.toBe(newKey());
});
