import { ownFormats } from "@console/figures/format";
import { expect, test } from "vitest";
import { tellValue } from "./tell-value.ts";

test.each([
  ["2026-11-03T22:05:00.000Z", "11/04/2026, 02:05"],
  ["2026-11-03", "11/03/2026"],
  ["Asia/Dubai", "Asia/Dubai"],
])("the value %s of the audit log reads %s", (text, told) => {
  expect(tellValue(text, { ...ownFormats, dateFormat: "mdy", timeZone: "Asia/Dubai" })).toBe(told);
});
