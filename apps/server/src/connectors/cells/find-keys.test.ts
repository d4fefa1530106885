import { expect, test } from "vitest";
import { KeyFinder } from "./find-keys.ts";

function find(rows: readonly Record<string, string>[]) {
  const finder = new KeyFinder(Object.keys(rows[0] ?? {}));
  for (const row of rows) finder.add(row);
  return finder.finish();
}

const numbers = (count: number) => Array.from({ length: count }, (_, place) => place);

test("a column that tells all rows apart is a key, over many thousand rows", () => {
  const rows = numbers(9000).map((place) => ({ id: `k${place}`, branch: `b${place % 7}`, amount: `${place % 90}` }));
  expect(find(rows)).toEqual({ candidates: [{ columns: ["id"], repeats: 0, empty: 0 }], equalRows: 0 });
});

test("one repetition at the very end is enough to offer a column no more", () => {
  const rows = numbers(5000).map((place) => ({ id: `k${place}`, branch: `b${place % 7}` }));
  const [candidate] = find([...rows, { id: "k0", branch: "b6" }]).candidates;
  expect(candidate).toEqual({ columns: ["id", "branch"], repeats: 0, empty: 0 });
});

test("columns are joined until rows are told apart, and what remains is told", () => {
  const rows = numbers(600).map((place) => ({
    receipt: `r${Math.floor(place / 3)}`,
    line: `${place % 3}`,
    shop: "one",
  }));
  expect(find(rows).candidates).toEqual([{ columns: ["receipt", "line"], repeats: 0, empty: 0 }]);
  const repeated = find([...rows, ...rows.slice(0, 4)]);
  expect(repeated).toEqual({ candidates: [{ columns: ["receipt", "line"], repeats: 4, empty: 0 }], equalRows: 4 });
});

test("a key may be empty in some rows, and never in most", () => {
  const rows = numbers(10).map((place) => ({ id: place < 3 ? "" : `k${place}`, code: place < 8 ? "" : `c${place}` }));
  expect(find(rows).candidates).toEqual([{ columns: ["id"], repeats: 0, empty: 3 }]);
});

test("no rows have no key", () => {
  expect(find([])).toEqual({ candidates: [], equalRows: 0 });
});
