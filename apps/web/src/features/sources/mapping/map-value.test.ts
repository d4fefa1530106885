import { expect, test } from "vitest";
import { mapValue } from "./map-value.ts";

test("a value of a column is added to those that its field knows already", () => {
  const mapping = { fact: "sale_lines", fields: { branch: { from: "Store", values: { N: "North" } } } };
  expect(mapValue({ kind: "rest", mapping }, { field: "branch", value: "S", name: "South" })).toEqual({
    fact: "sale_lines",
    fields: { branch: { from: "Store", values: { N: "North", S: "South" } } },
  });
});

test("a delivery account's teams become depots and its reasons ours, beside the rest of its mapping", () => {
  const connection = { kind: "tookan" as const, mapping: { codDue: "COD", depots: { A: "Airport" } } };
  expect(mapValue(connection, { field: "depot", value: "B", name: "Bay" })).toEqual({
    codDue: "COD",
    depots: { A: "Airport", B: "Bay" },
  });
  expect(mapValue(connection, { field: "failure_reason", value: "x", name: "Not home" })).toMatchObject({
    reasons: { x: "Not home" },
  });
});

test("a value that no name can mend is told apart", () => {
  expect(mapValue({ kind: "tookan", mapping: {} }, { field: "cost_minor", value: "a", name: "1" })).toBeNull();
  expect(mapValue({ kind: "sql", mapping: {} }, { field: "branch", value: "a", name: "b" })).toBeNull();
});
