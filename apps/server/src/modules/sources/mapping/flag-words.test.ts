import { expect, test } from "vitest";
import { canMark, decideLetters, readFlagWord } from "./flag-words.ts";
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
  [true, ["J", "Ja", "oui", "Sí", "да", "X", "R", "RET", "Retoure", "Storno", "Refund", "возврат", "1"]],
  [false, ["N", "Nein", "non", "não", "нет", "0", "Verkauf", "sale"]],
  [null, ["S", "O", "H", "K", "2", "maybe"]],
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

test("a column of a few marks is taken for returns though one is unknown, and one of days is not", () => {
  expect(canMark("is_return", profile("K", "V"))).toBe(true);
  expect(canMark("is_perpetual", profile("K", "V"))).toBe(false);
  expect(canMark("is_return", profile("2026-03-01", "2026-03-02"))).toBe(false);
});
