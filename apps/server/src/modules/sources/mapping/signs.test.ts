import type { SignRule, SourceMapping } from "@console/contracts";
import { expect, test } from "vitest";
import { profileSamples } from "./profile-samples.ts";
import { applySigns, describeSigns } from "./signs.ts";

const marked = "marked as a return";

/** What a record becomes, or why it is refused. */
function apply(fact: string, record: Record<string, unknown>, signs?: SignRule) {
  const changed = { ...record };
  const problem = applySigns(changed, { fact, fields: {}, ...(signs && { signs }) });
  return problem ? problem.message : changed;
}

const sale = (gross_minor: number, quantity_milli: number, is_return?: boolean) => ({
  gross_minor,
  quantity_milli,
  ...(is_return !== undefined && { is_return }),
});

test.each([undefined, "negative"] as const)("a return that is marked and below zero counts once (%s)", (rule) => {
  expect(apply("sale_lines", sale(-725, -1000, true), rule)).toEqual(sale(725, 1000, true));
  expect(apply("sale_lines", { ...sale(-725, -1000, true), discount_minor: -25, cost_minor: 300 }, rule)).toEqual({
    ...sale(725, 1000, true),
    discount_minor: 25,
    cost_minor: 300,
  });
});

test("lines below zero are returns or corrections, as the mapping says, and what contradicts it is refused", () => {
  expect(apply("sale_lines", sale(-725, 1000), "negative")).toEqual(sale(725, 1000, true));
  expect(apply("sale_lines", sale(725, -1000), "negative")).toEqual(sale(725, 1000, true));
  expect(apply("sale_lines", sale(725, 1000, true), "negative")).toContain(marked);
  expect(apply("sale_lines", sale(0, 0, true), "negative")).toEqual(sale(0, 0, true));
  expect(apply("sale_lines", sale(-725, 1000), "positive")).toEqual(sale(-725, 1000));
  expect(apply("sale_lines", sale(725, 1000, true), "positive")).toEqual(sale(725, 1000, true));
  expect(apply("sale_lines", sale(-725, 1000, true), "positive")).toContain(marked);
});

test("movements get their sign from the type where quantities have none", () => {
  const move = (movement_type: string, quantity_milli: number, value_minor: number) => ({
    movement_type,
    quantity_milli,
    value_minor,
  });
  expect(apply("stock_movements", move("Issue", 5, 100), "positive")).toEqual(move("Issue", -5, -100));
  expect(apply("stock_movements", move("Receipt", 5, 100), "positive")).toEqual(move("Receipt", 5, 100));
  expect(apply("stock_movements", move("Issue", -5, 100), "positive")).toContain("no sign");
  expect(apply("stock_movements", move("Transfer", 5, 100), "positive")).toContain("needs a sign");
  expect(apply("stock_movements", move("Issue", -5, 100), "negative")).toEqual(move("Issue", -5, -100));
  expect(apply("stock_movements", move("Issue", 5, 100))).toEqual(move("Issue", 5, 100));
});

test("the columns tell which signs are meant, or that someone must choose", () => {
  const rows = (values: readonly Record<string, string>[]) =>
    profileSamples(
      Object.keys(values[0] ?? {}),
      values.map((row, index) => ({ values: row, place: `line ${index + 2}` })),
    );
  const sales: SourceMapping = { fact: "sale_lines", fields: { gross_minor: { from: "amount" } } };
  expect(describeSigns(sales, rows([{ amount: "5" }]))).toBeNull();
  expect(describeSigns(sales, rows([{ amount: "5" }, { amount: "(3.50)" }]))).toMatchObject({
    found: "negative",
    evidence: '1 of 2 values of "amount" are below zero, such as "(3.50)" (line 3).',
  });
  const flagged = { ...sales, fields: { ...sales.fields, is_return: { from: "back" } } };
  const both = { amount: "-5", back: "yes" };
  expect(describeSigns(flagged, rows([both, { amount: "-5", back: "no" }]))?.found).toBeNull();
  expect(describeSigns(flagged, rows([both, { amount: "5", back: "no" }]))).toMatchObject({
    found: "negative",
    evidence: expect.stringContaining("As many are marked as returns."),
  });
  const moves: SourceMapping = {
    fact: "stock_movements",
    fields: { quantity_milli: { from: "qty" }, movement_type: { from: "type", values: { OUT: "Issue" } } },
  };
  expect(describeSigns(moves, rows([{ qty: "5", type: "OUT" }]))?.found).toBe("positive");
  expect(describeSigns(moves, rows([{ qty: "-5", type: "OUT" }]))?.found).toBe("negative");
  for (const type of ["issue", "Warenausgang", "Sortie", "Çıkış"]) {
    expect(describeSigns(moves, rows([{ qty: "5", type }]))?.found, type).toBe("positive");
  }
  expect(describeSigns(moves, rows([{ qty: "5", type: "Receipt" }]))?.found).toBe("negative");
});
