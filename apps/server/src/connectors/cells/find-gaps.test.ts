import { expect, test } from "vitest";
import { GapFinder } from "./find-gaps.ts";

function find(cells: readonly string[]) {
  const gaps = new GapFinder(["Branch"]);
  for (const cell of cells) gaps.add({ Branch: cell });
  return gaps.finish();
}

test.each([
  ["a value in the first row of each group", ["Seef", "", "", "Riffa", ""], 3],
  ["one group", ["Seef", "", ""], 2],
  ["a value that stands twice", ["Seef", "Seef", "", "Riffa", ""], 0],
  ["nothing in the first row", ["", "Seef", "", "Riffa"], 0],
  ["no empty cell", ["Seef", "Riffa", "Seef"], 0],
  ["a cell that was forgotten", ["Seef", "Riffa", "Seef", "Hidd", "", "Seef"], 0],
])("of a column with %s, so many cells look merged", (_, cells, rows) => {
  expect(find(cells)).toEqual(rows === 0 ? [] : [{ column: "Branch", rows }]);
});
