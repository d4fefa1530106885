import { expect, test } from "vitest";
import { findMarks, type PageText } from "./find-marks.ts";

/** A line of letters that are ten units wide, each line twenty units under the one before. */
const line = (str: string, place: number): PageText => ({
  str,
  width: str.length * 10,
  height: 10,
  transform: [10, 0, 0, 10, 100, 700 - place * 20],
  dir: "ltr",
});

test("a passage is marked line by line, also where a word is divided and another begins in the middle of a run", () => {
  const runs = [line("Heading", 0), line("Stop. The for-", 1), line("klift waits.", 2), line("Next", 3)];
  expect(findMarks(runs, "The forklift waits.")).toEqual([
    [160, 677.5, 230, 689],
    [100, 657.5, 220, 669],
  ]);
});

test("a table is found whatever stands between its cells", () => {
  const runs = [line("Van", 0), line("Key", 0), line("1", 1), line("A", 1)];
  expect(findMarks(runs, "Van | Key\n1 | A")).toHaveLength(4);
});

test("a passage that goes on over the page is marked as far as it stands there", () => {
  const beginning = "All of the drivers bring their keys back to the depot";
  const runs = [line(beginning, 0), line("Page 3", 1)];
  expect(findMarks(runs, `${beginning} before they go home.`)).toEqual([[100, 697.5, 630, 709]]);
});

test("nothing is marked where the text is not there, stands there twice or is turned", () => {
  const runs = [line("Keys are kept here.", 0), line("Keys are kept here.", 1)];
  const turned = { ...line("Vans wait.", 0), transform: [0, 10, -10, 0, 100, 700] };
  expect(findMarks(runs, "Keys are lost here.")).toEqual([]);
  expect(findMarks(runs, "Keys are kept here.")).toEqual([]);
  expect(findMarks([turned], "Vans wait.")).toEqual([]);
});
