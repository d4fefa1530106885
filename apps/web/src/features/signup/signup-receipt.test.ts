import { beforeEach, expect, test, vi } from "vitest";
import { countOnce, keepReceipt, readReceipt } from "./signup-receipt.ts";

beforeEach(() => sessionStorage.clear());

test("a direct visit has no receipt and counts nothing", () => {
  const count = vi.fn();
  countOnce(count);
  expect(readReceipt()).toBeNull();
  expect(count).not.toHaveBeenCalled();
});

test("loading the page again keeps the reference and counts no second time", () => {
  keepReceipt("RQ-1", "key");
  const count = vi.fn();
  countOnce(count);
  countOnce(count);
  expect(readReceipt()).toMatchObject({ reference: "RQ-1", follow: "key" });
  expect(count).toHaveBeenCalledTimes(1);
});

test("a second request is counted as its own", () => {
  const count = vi.fn();
  for (const reference of ["RQ-1", "RQ-2"]) {
    keepReceipt(reference, "key");
    countOnce(count);
  }
  expect(count).toHaveBeenCalledTimes(2);
});
