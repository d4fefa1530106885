import type { SourceMapping } from "@console/contracts";
import { expect, test } from "vitest";
import { profileSamples } from "./profile-samples.ts";
import { findOpenReturns, listReturnQuestions } from "./return-questions.ts";

const mapping: SourceMapping = {
  fact: "sale_lines",
  fields: { gross_minor: { from: "Amount" }, quantity_milli: { from: "Qty" } },
};

/** What is asked of rows that have a word in a column and an amount. */
function ask(column: string, rows: readonly [word: string, amount: string][], own: Partial<SourceMapping> = {}) {
  const values = rows.map(([word, amount]) => ({ values: { [column]: word, Amount: amount, Qty: "1" } }));
  return listReturnQuestions({ ...mapping, ...own }, profileSamples([column, "Amount", "Qty"], values));
}

test.each([
  ["Type", "R", "S"],
  ["Art", "V", "R"],
  ["Tipo documento", "I", "C"],
  ["D/C", "D", "C"],
  ["Dr/Cr", "DR", "CR"],
  ["Debit or credit", "Debit", "Credit"],
  ["Category", "Returns", "Sale"],
  ["Payment", "Refund", "Cash"],
  ["Channel", "Retour", "Order"],
  ["Note", "Customer return", "-"],
])("a column %s that has %s and %s must be decided", (column, one, other) => {
  expect(
    ask(column, [
      [one, "5.00"],
      [other, "7.00"],
    ]),
  ).toHaveLength(1);
});

test("each of some letters may be the mark, and words for returns are one choice", () => {
  const letters = ask("Type", [
    ["R", "5"],
    ["S", "7"],
    ["S", "8"],
  ]);
  expect(letters[0]?.choices).toEqual([
    { label: "“R”: returns (1 row)", field: { from: "Type", values: { R: "yes", S: "no" } } },
    { label: "“S”: returns (2 rows)", field: { from: "Type", values: { R: "no", S: "yes" } } },
  ]);
  const words = ask("Payment", [
    ["Cash", "5"],
    ["Refund", "7"],
    ["Card", "8"],
  ]);
  expect(words[0]).toMatchObject({
    evidence: "“Payment” has a word for returns: “Refund” in 1 row, with amounts above zero.",
    choices: [{ field: { from: "Payment", values: { Cash: "no", Refund: "yes", Card: "no" } } }],
    words: ["Refund"],
  });
});

test("nothing is asked where amounts are below zero, where a column marks returns, or where nothing says return", () => {
  expect(
    ask("Payment", [
      ["Cash", "5"],
      ["Refund", "-7"],
      ["Refund", "0.00"],
    ]),
  ).toEqual([]);
  expect(
    ask("Type", [
      ["S", "5"],
      ["R", "(7.00)"],
    ]),
  ).toEqual([]);
  expect(
    ask("Paid", [
      ["J", "5"],
      ["N", "7"],
    ]),
  ).toEqual([]);
  expect(
    ask("Size", [
      ["S", "5"],
      ["L", "7"],
    ]),
  ).toEqual([]);
  expect(
    ask("Type", [
      ["Dine in", "5"],
      ["Takeaway", "7"],
    ]),
  ).toEqual([]);
  const marked = { fields: { ...mapping.fields, is_return: { from: "Type" } } };
  expect(
    ask(
      "Payment",
      [
        ["Cash", "5"],
        ["Refund", "7"],
      ],
      marked,
    ),
  ).toEqual([]);
});

test("one refund above zero among many below is asked", () => {
  const rows = [
    ["Refund", "-1"],
    ["Refund", "-2"],
    ["Refund", "3"],
    ["Cash", "4"],
  ] as const;
  expect(ask("Payment", [...rows.map(([word, amount]) => [word, amount] as [string, string])])).toHaveLength(1);
});

test("an amount that is computed is below zero where what it is made of is", () => {
  const computed = { computed: [{ name: "Total", expression: "[Price] * [Qty]" }] };
  const own = { ...computed, fields: { gross_minor: { from: "Total" } } };
  const rows = (quantity: string) => [{ values: { Payment: "Refund", Price: "5", Qty: quantity } }];
  const count = (quantity: string) =>
    listReturnQuestions({ ...mapping, ...own }, profileSamples(["Payment", "Price", "Qty"], rows(quantity))).length;
  expect([count("-1"), count("1")]).toEqual([0, 1]);
});

test("an answer holds for its words: another word for returns is asked again", () => {
  const saleWords = { Payment: ["Refund"] };
  const profiles = (words: readonly string[]) =>
    profileSamples(
      ["Payment", "Amount"],
      words.map((Payment) => ({ values: { Payment, Amount: "5" } })),
    );
  expect(findOpenReturns({ ...mapping, saleWords }, profiles(["Cash", "Refund"]))).toBeNull();
  expect(findOpenReturns({ ...mapping, saleWords }, profiles(["Cash", "Refund", "Credit note"]))).toBe(
    "“Payment” has a word for returns: “Refund” in 1 row, “Credit note” in 1 row, with amounts above zero. Choose whether its rows are returns or sales.",
  );
});

test.each([
  ["Status", "cancelled"],
  ["Order state", "CANCELED"],
  ["Payment", "Void"],
  ["Financial Status", "pending"],
  ["Status", "draft"],
  ["Cancelled", "Yes"],
  ["is_void", "1"],
  ["Zahlungsstatus", "unbezahlt"],
  ["Statut", "Annulée"],
  ["Estado", "Anulado"],
  ["Status", "anulowane"],
  ["Durum", "İptal"],
  ["Status", "Cancelled by customer"],
])("a column %s that says %s must be decided, also where another marks returns", (column, word) => {
  const rows: [string, string][] = [
    [word, "5.00"],
    ["paid", "7.00"],
  ];
  const [asked, ...more] = ask(column, rows, { fields: { ...mapping.fields, is_return: { from: "Kind" } } });
  expect(more).toEqual([]);
  expect(asked).toMatchObject({ column, choices: [], words: [word], canLeaveOut: true, isAnswered: false });
  expect(ask(column, rows, { leftOutWords: { [column]: [word] } })[0]?.isAnswered).toBe(true);
  expect(ask(column, rows, { saleWords: { [column]: [word] } })[0]?.isAnswered).toBe(true);
});

test("a word for what was cancelled in the mark of returns can be decided, and waits until then", () => {
  const rows: [string, string][] = ["voided", "paid", "refunded"].map((word) => [word, "5.00"]);
  const fields = { ...mapping.fields, is_return: { from: "Status" } };
  expect(ask("Status", rows, { fields })).toMatchObject([{ words: ["voided"], isAnswered: false, canWait: true }]);
  expect(
    ask("Status", rows, { fields: { ...fields, is_return: { from: "Status", values: { voided: "no" } } } }),
  ).toEqual([]);
});

test("each word for what is no sale is a question of its own, and goods that are called so are none", () => {
  const rows: [string, string][] = ["cancelled", "void", "paid"].map((word) => [word, "5.00"]);
  expect(ask("Status", rows, { leftOutWords: { Status: ["void"] } })).toMatchObject([
    { title: "“cancelled” in Status", evidence: "“Status” says “cancelled” in 1 row.", isAnswered: false },
    { title: "“void” in Status", isAnswered: true },
  ]);
  expect(
    ask("Category", [
      ["Draft", "5"],
      ["Bottle", "6"],
    ]),
  ).toEqual([]);
});

test("words for cancellations that also mean returns are asked once, and cancelled lines are no sales because of it", () => {
  const storno = ask("Status", [
    ["Storno", "5"],
    ["OK", "6"],
  ]);
  expect(storno).toMatchObject([{ words: ["Storno"], choices: [{}], canLeaveOut: true }]);
  const both = ask("Status", [
    ["refunded", "5"],
    ["cancelled", "6"],
    ["paid", "7"],
  ]);
  expect(both.map(({ words }) => words)).toEqual([["refunded"], ["cancelled"]]);
  expect(both[0]?.choices[0]?.field.values).toEqual({ refunded: "yes", paid: "no" });
});

test.each([
  ["Cancelled on", "14.03.2026"],
  ["Storno am", "14.03.2026"],
  ["Stornodatum", "2026-03-14"],
  ["cancelled_at", "2026-03-14T10:00:00Z"],
  ["Date d'annulation", "14/03/2026"],
  ["Fecha de anulación", "14/03/2026"],
  ["İptal tarihi", "14.03.2026"],
  ["voidedAt", "1773446400"],
])("days in %s say which lines were cancelled, and are asked for", (column, day) => {
  const rows: [string, string][] = [
    ["", "5.00"],
    ["", "7.00"],
    [day, "9.00"],
  ];
  const [question, ...others] = ask(column, rows);
  expect(others).toEqual([]);
  expect(question).toMatchObject({
    evidence: `“${column}” has a day in 1 row.`,
    words: ["*"],
    isAnswered: false,
    canWait: false,
  });
  expect(ask(column, rows, { leftOutWords: { [column]: ["*"] } })[0]?.isAnswered).toBe(true);
});

test("days of other things and dates of zeros are not asked for", () => {
  for (const column of ["Quote date", "Shipped on", "Draft date", "Voucher date"]) {
    expect(ask(column, [["2026-03-14", "5.00"]]), column).toEqual([]);
  }
  expect(ask("Cancelled on", [["0000-00-00", "5.00"]])).toEqual([]);
});
