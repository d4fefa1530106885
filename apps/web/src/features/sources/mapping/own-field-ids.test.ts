import { expect, test } from "vitest";
import { withOwnFieldIds } from "./own-field-ids.ts";

const field = (name: string, ownField?: string) => ({
  name,
  label: name,
  type: "member" as const,
  choices: [],
  isRequired: false,
  ...(ownField && { ownField }),
});

test("a mapping is sent with the ids of the own fields that it fills, and of no others", () => {
  const fields = [field("branch"), field("own_1", "a"), field("own_2", "b")];
  const mapping = { fact: "sale_lines", fields: { branch: { from: "x" }, own_2: { from: "y" } } };
  expect(withOwnFieldIds(mapping, fields)).toEqual({ ...mapping, ownFields: { own_2: "b" } });
  const plain = { fact: "sale_lines", fields: { branch: { from: "x" } } };
  expect(withOwnFieldIds(plain, fields)).toBe(plain);
});
