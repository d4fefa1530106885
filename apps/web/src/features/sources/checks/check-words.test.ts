import type { SourceCheck } from "@console/contracts";
import { ownFormats } from "@console/figures/format";
import { expect, test } from "vitest";
import { changeWords, foundWords, passedWords, sortChecks } from "./check-words.ts";

const check: SourceCheck = {
  id: "negative_stock",
  name: "Negative stock",
  words: "",
  severity: "error",
  noun: { one: "item", many: "items" },
  found: 12,
  foundBefore: 9,
  looked: 3400,
  checkedAt: "2026-11-15T08:00:00Z",
  mute: null,
  owner: null,
};

test("what was found is told with its unit, of how many, and how it has changed", () => {
  expect(foundWords(check, ownFormats)).toBe("12 items");
  expect(foundWords({ ...check, found: 1 }, ownFormats)).toBe("1 item");
  expect(changeWords(check, ownFormats)).toBe("of 3,400, 3 more than before");
  expect(changeWords({ ...check, foundBefore: 20 }, ownFormats)).toBe("of 3,400, 8 fewer than before");
  expect(changeWords({ ...check, foundBefore: 12 }, ownFormats)).toBe("of 3,400, as before");
  expect(changeWords({ ...check, foundBefore: null }, ownFormats)).toBe("of 3,400");
});

test("a check that looked at nothing is not told as one that found nothing", () => {
  expect(passedWords(check, ownFormats)).toBe("3,400 items checked");
  expect(passedWords({ ...check, looked: 0 }, ownFormats)).toBe("No items to check yet");
  expect(passedWords({ ...check, looked: null }, ownFormats)).toBe("Not checked yet");
});

test("a muted check is neither failed nor passed", () => {
  const mute = { by: "u1", at: "2026-11-15T08:00:00Z", until: null, reason: "Known." };
  const [passed, muted] = [
    { ...check, found: 0 },
    { ...check, mute },
  ];
  expect(sortChecks([check, passed, muted])).toEqual({ failed: [check], muted: [muted], passed: [passed] });
});
