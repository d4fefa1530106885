import { beforeEach, expect, test, vi } from "vitest";

beforeEach(() => vi.resetModules());

async function open(url: string) {
  history.replaceState(null, "", url);
  const { actionCode, takeActionCode } = await import("./action-code.ts");
  takeActionCode();
  return actionCode();
}

test("the code leaves the address and is kept for the page", async () => {
  expect(await open("/reset-password?mode=resetPassword&oobCode=abc&apiKey=k&lang=en")).toEqual({
    mode: "resetPassword",
    oobCode: "abc",
  });
  expect(location.pathname + location.search).toBe("/reset-password");
});

test("a link without a code holds none", async () => {
  expect(await open("/reset-password?mode=resetPassword")).toBeNull();
});

test("other pages keep their address", async () => {
  expect(await open("/?oobCode=abc&utm_source=x")).toBeNull();
  expect(location.search).toBe("?oobCode=abc&utm_source=x");
});
