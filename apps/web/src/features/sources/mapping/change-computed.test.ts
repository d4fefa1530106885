import type { SourceMapping } from "@console/contracts";
import { expect, test } from "vitest";
import { findReferences, putComputed, removeComputed, toReference } from "./change-computed.ts";

const mapping: SourceMapping = {
  fact: "sale_lines",
  fields: { gross_minor: { from: "Amount" }, branch: { from: "Shop" }, currency: { constant: "GBP" } },
  computed: [{ name: "Amount", expression: "[A] * [B]" }],
};

test("a computed column is added after the others, and a renamed one still fills its fields", () => {
  const more = putComputed(mapping, 1, { name: "Key", expression: "[A]" });
  expect(more.computed?.map(({ name }) => name)).toEqual(["Amount", "Key"]);
  expect(more.fields).toEqual(mapping.fields);
  const renamed = putComputed(mapping, 0, { name: "Total", expression: "[A]" });
  expect(renamed.computed).toEqual([{ name: "Total", expression: "[A]" }]);
  expect(renamed.fields).toEqual({ ...mapping.fields, gross_minor: { from: "Total" } });
});

test("a removed column takes the fields with it that it filled, and no others", () => {
  const { fields, computed } = removeComputed(mapping, 0);
  expect([Object.keys(fields), computed]).toEqual([["branch", "currency"], []]);
});

test("columns are found by the way expressions name them", () => {
  expect(toReference("a]b")).toBe("[a]]b]");
  expect(findReferences(['[A] & "B"', "[a]]b]"], ["A", "B", "a]b", "b"])).toEqual(["A", "a]b"]);
});
