import { expect, test } from "vitest";
import { canMark, countReturns, decideLetters, findReturnWords, readFlagWord } from "./flag-words.ts";
import { profileSamples } from "./profile-samples.ts";

function profile(...values: string[]) {
  const [column] = profileSamples(
    ["mark"],
    values.map((mark) => ({ values: { mark } })),
  );
  if (!column) throw new Error("There is no column.");
  return column;
}

test.each([
  [
    true,
    [
      "J",
      "Ja",
      "oui",
      "Sí",
      "да",
      "X",
      "R",
      "RET",
      "Retoure",
      "Storno",
      "Refund",
      "возврат",
      "1",
      "credit_note",
      "İade",
    ],
  ],
  [false, ["N", "Nein", "Nee", "non", "não", "нет", "0", "Verkauf", "sale", "Rechnung", "paid", "0000-00-00"]],
  [null, ["S", "O", "H", "K", "2", "maybe", "cancelled", "partially refunded"]],
])("marks of returns are read as %s", (value, words) => {
  expect(words.map((word) => readFlagWord("is_return", word))).toEqual(words.map(() => value));
});

test("a word for a return says nothing of another field", () => {
  expect(readFlagWord("is_perpetual", "Storno")).toBeNull();
});

test.each([
  [["S", "N"], { S: "yes", N: "no" }],
  [["o", "N", "n"], { o: "yes", N: "no", n: "no" }],
  [["R", "S"], { R: "yes", S: "no" }],
  [["Д", "Н"], { Д: "yes", Н: "no" }],
  [["S"], undefined],
  [["S", "N", "O"], undefined],
])("the letters %s are told by the whole column", (letters, values) => {
  expect(decideLetters("is_return", profile(...letters))?.values).toEqual(values);
});

test("a column of a few marks is taken for returns though one is unknown, and one of days for the days of returns", () => {
  expect(canMark("is_return", profile("K", "V"))).toBe(true);
  expect(canMark("is_perpetual", profile("K", "V"))).toBe(false);
  expect(canMark("is_return", profile("2026-03-01", "2026-03-02"))).toBe(true);
  expect(canMark("is_perpetual", profile("2026-03-01", "2026-03-02"))).toBe(false);
});

test("words for returns beside words for sales tell what a column is, and what is unknown is named", () => {
  const find = (column: string, ...words: string[]) => findReturnWords("is_return", column, profile(...words));
  expect(find("Belegart", "Rechnung", "Gutschrift")).toBe("“Gutschrift” marks a return, and “Rechnung” a sale.");
  expect(find("Status", "refunded", "paid", "pending", "voided")).toBe(
    "“refunded” marks a return, and “paid” a sale. “pending” and 1 more are not known: choose what they mean.",
  );
  expect(find("Type", "RET", "K1")).toBe("“RET” marks a return. “K1” is not known: choose what it means.");
  expect(find("Status", "retour", "K1")).toContain("marks a return");
  expect(find("Note", "RET", "K1")).toBeNull();
  expect(find("Type", "R", "S")).toBeNull();
  expect(find("Type", "Retail", "Wholesale")).toBeNull();
  expect(findReturnWords("is_perpetual", "Type", profile("RET", "SALE"))).toBeNull();
});

test("lines that are marked as returns are counted by what their marks mean", () => {
  const column = profile("RET", "RET", "SALE", "K");
  expect(countReturns({ from: "mark" }, [column])).toBe(2);
  expect(countReturns({ from: "mark", values: { K: "yes" } }, [column])).toBe(3);
  expect(countReturns({ from: "mark" }, [profile("2026-03-01", "")])).toBe(1);
  expect(countReturns({ from: "mark" }, [profile("J", "N", "N")])).toBe(1);
});
