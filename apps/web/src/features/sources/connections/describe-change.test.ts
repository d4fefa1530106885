import { expect, test } from "vitest";
import { describeChange } from "./describe-change.ts";

test("only what differs is told, with what it was before", () => {
  const details = {
    settings: { before: { url: "https://a", pageSize: 500 }, after: { url: "https://b", pageSize: 500 } },
    intervalMinutes: { before: 5, after: null },
    secret: "replaced",
  };
  expect(describeChange(details)).toEqual([
    { name: "url", before: "https://a", after: "https://b" },
    { name: "Schedule", before: "every 5 minutes", after: "only by hand" },
    { name: "Secret", before: null, after: "replaced" },
  ]);
});

test("a mapping is told down to single values, also those that are new", () => {
  const before = { fields: { branch: { from: "Store" } } };
  const after = { fields: { branch: { from: "Store", values: { N: "North" } } } };
  expect(describeChange({ mapping: { before, after } })).toEqual([
    { name: "fields branch values N", before: "nothing", after: "North" },
  ]);
});

test("the same once more is called so", () => {
  expect(describeChange({ settings: { before: { a: 1 }, after: { a: 1 } } })).toEqual([
    { name: "Settings", before: null, after: "saved without a change" },
  ]);
});

test("what was said about a check is told in words, also that nobody has it and that nothing ends it", () => {
  const owner = { before: null, after: "u1" };
  expect(describeChange({ check: "Negative stock", reason: "Known.", until: null, owner })).toEqual([
    { name: "Check", before: null, after: "Negative stock" },
    { name: "Reason", before: null, after: "Known." },
    { name: "Until", before: null, after: "someone unmutes it" },
    { name: "Owner", before: "nobody", after: "u1" },
  ]);
});
