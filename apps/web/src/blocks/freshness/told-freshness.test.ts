import { expect, test } from "vitest";
import { isToldAlready } from "./told-freshness.ts";

const at = (ingestedAt: string, isLate = false) => ({ ingestedAt: `2026-11-18T${ingestedAt}:00Z`, isLate });

test.each([
  ["as old as the page", at("09:20"), true],
  ["read a moment later", at("09:23"), true],
  ["from a newer source", at("11:00"), false],
  ["late, where the page is not", at("09:20", true), false],
  ["of which nothing has come in", { ingestedAt: null, isLate: false }, true],
])("a part that is %s is told already: %s", (_name, freshness, isTold) => {
  expect(isToldAlready(freshness, [at("09:20")])).toBe(isTold);
});

test("where a page has said nothing, each part says it itself", () => {
  expect(isToldAlready(at("09:20"), [])).toBe(false);
});
