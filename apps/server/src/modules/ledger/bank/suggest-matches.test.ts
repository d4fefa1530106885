import { expect, test } from "vitest";
import { findSums } from "./find-sums.ts";
import { type Candidate, type OpenBankLine, suggestMatches } from "./suggest-matches.ts";

let places = 0;
function bank(amountMinor: number, day = "2026-03-12", more: Partial<OpenBankLine> = {}): OpenBankLine {
  places += 1;
  return {
    id: `bank-${places}`,
    day,
    amountMinor,
    currency: "AED",
    text: "Transfer",
    reference: null,
    posted: null,
    ...more,
  };
}
function book(amountMinor: number, postingDay = "2026-03-12", more: Partial<Candidate> = {}): Candidate {
  places += 1;
  const place = { entry: `entry-${places}`, number: places, line: 1 };
  return { ...place, postingDay, reference: null, currency: "AED", amountMinor, ...more };
}
const suggest = (bankLines: OpenBankLine[], candidates: Candidate[]) => {
  const suggestions = suggestMatches(bankLines, candidates, (day) => day);
  return bankLines.map(({ id }) =>
    (suggestions.get(id) ?? []).map(({ reason, isUnambiguous, lines }) => [
      reason,
      isUnambiguous,
      lines.map(({ amountMinor }) => amountMinor),
    ]),
  );
};

test("the same amount and reference is surer than the same amount and day", () => {
  const line = bank(50_000, "2026-03-12", { text: "CASH DEP 0071 DEP-12 MAIN BR" });
  const [found] = suggest([line], [book(50_000), book(50_000, "2026-01-02", { reference: "DEP-12" })]);
  expect(found).toEqual([
    ["Same amount and reference DEP-12", true, [50_000]],
    ["Same amount and day", false, [50_000]],
  ]);
});

test("a short reference counts only where the bank gives it as its own", () => {
  const candidate = book(700, "2026-01-02", { reference: "7" });
  expect(suggest([bank(700, "2026-03-12", { text: "Room 7" })], [candidate])).toEqual([[]]);
  const [found] = suggest([bank(700, "2026-03-12", { reference: "7" })], [candidate]);
  expect(found).toEqual([["Same amount and reference 7", true, [700]]]);
});

test("without a reference the days lie five apart at most", () => {
  const lines = [book(900, "2026-03-07"), book(800, "2026-03-06")];
  expect(suggest([bank(900), bank(800)], lines)).toEqual([[["Same amount, 5 days apart", true, [900]]], []]);
});

test("other signs and currencies are never suggested", () => {
  expect(suggest([bank(900)], [book(-900), book(900, "2026-03-12", { currency: "USD" })])).toEqual([[]]);
  expect(suggest([bank(900)], [book(1000), book(-100)])).toEqual([[]]);
});

test("what two lines want, or one line can be in two ways, is not unambiguous", () => {
  const [first, second] = suggest([bank(100), bank(100)], [book(100)]);
  expect([first?.[0]?.[1], second?.[0]?.[1]]).toEqual([false, false]);
  expect(suggest([bank(100)], [book(100), book(100)])[0]?.map(([, isSure]) => isSure)).toEqual([false, false]);
  // A surer claim stands, the weaker one does not.
  const named = bank(300, "2026-03-12", { reference: "DEP-9" });
  const claims = suggest([named, bank(300)], [book(300, "2026-03-12", { reference: "DEP-9" })]);
  expect(claims.map((own) => own[0]?.[1])).toEqual([true, false]);
});

test("a sum of all lines of a day is unambiguous, one of some of them is only suggested", () => {
  const day = [book(100), book(250), book(50)];
  expect(suggest([bank(400)], day)).toEqual([[["Sum of 3 entries of 2026-03-12", true, [100, 250, 50]]]]);
  expect(suggest([bank(350)], day)).toEqual([[["Sum of 2 entries of 2026-03-12", false, [100, 250]]]]);
  expect(
    suggest(
      [bank(1500)],
      [1, 2, 3, 4, 5].map((part) => book(part * 100)),
    ),
  ).toEqual([[]]);
});

test("lines of one reference are summed up over days", () => {
  const lines = [book(100, "2026-02-01", { reference: "BATCH-5" }), book(300, "2026-02-09", { reference: "batch 5" })];
  const [found] = suggest([bank(400, "2026-03-12", { reference: "BATCH-5" })], lines);
  expect(found).toEqual([["Sum of 2 entries with the reference BATCH-5", true, [100, 300]]]);
});

test("what was posted from a line is its own", () => {
  const candidate = book(600, "2026-05-01");
  const line = bank(600, "2026-03-12", { posted: { entry: candidate.entry, line: 1 } });
  const [found] = suggest([line], [candidate]);
  expect(found).toEqual([[`Entry ${candidate.number} was posted from this line`, true, [600]]]);
});

test("sums are found among many amounts, each used once", () => {
  expect(findSums([5, 5], 10)).toEqual([[0, 1]]);
  expect(findSums([5], 10)).toEqual([]);
  expect(findSums([1, 2, 4, 8, 16], 15)).toEqual([[0, 1, 2, 3]]);
  expect(findSums([1, 2, 4, 8, 16], 31)).toEqual([]);
  expect(
    findSums(
      Array.from({ length: 40 }, () => 7),
      28,
    ),
  ).toHaveLength(2);
  for (const places of findSums([3, 3, 3, 3, 6], 12)) expect(new Set(places).size).toBe(places.length);
});
