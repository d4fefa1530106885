import { expect, test } from "vitest";
import { ColumnProfiler, decideDates, decideDecimal } from "./column-profile.ts";
import { profileRows } from "./profile-rows.ts";

function profile(values: readonly string[], isMachine = false) {
  const profiler = new ColumnProfiler("column", isMachine);
  for (const [index, value] of values.entries()) profiler.add(value, `line ${index + 2}`);
  profiler.endFile();
  return profiler.finish();
}

const repeat = (count: number, value: string) => Array.from({ length: count }, () => value);

test.each<[string, string[], "point" | "comma", boolean]>([
  ["decimals after a point", ["12.50", "1,234", "7"], "point", true],
  ["decimals after a comma, beside what may be thousands", ["0,500", "12,50", "1,234"], "comma", true],
  ["only what may be thousands or decimals", ["1,234", "5,678"], "point", false],
  ["whole numbers", ["1", "20"], "point", true],
  ["as many of one as of the other", ["12.50", "12,50"], "point", false],
  ["one mistake among many", [...repeat(40, "12,50"), "12.50"], "comma", true],
  ["texts", ["a", "b"], "point", true],
])("the decimal sign of %s", (_, values, style, isSure) => {
  expect(decideDecimal(profile(values))).toEqual({ style, isSure });
});

test("numbers that a program has written have a point", () => {
  expect(decideDecimal(profile(["1.234", "5.678"], true))).toEqual({ style: "point", isSure: true });
});

test.each<[string, string[], string, boolean]>([
  ["days beyond the twelfth first", ["01/02/2026", "13/02/2026"], "dmy", true],
  ["days beyond the twelfth second", ["01/02/2026", "02/13/2026"], "mdy", true],
  ["only days that may be either", ["01/02/2026", "03/04/2026"], "dmy", false],
  ["both", ["13/02/2026", "02/13/2026"], "dmy", false],
  ["one mistake among many", [...repeat(40, "02/13/2026"), "13/02/2026"], "mdy", true],
  ["the year first", ["2026-01-02"], "iso", true],
  ["seconds", ["1772359200", "1772359201"], "unix", true],
  ["numbers of a spreadsheet", ["46082", "46083.5"], "excel", true],
  ["nothing", [], "iso", true],
])("the order of days in %s", (_, values, style, isSure) => {
  expect(decideDates(profile(values))).toEqual({ style, isSure });
});

test("a profile tells how many values have a shape and where the first one stands, and keeps few values", () => {
  const { filled, dates, shortYears, values } = profile(["01/02/26", "", "13/02/26", "perpetual"]);
  expect([filled, shortYears]).toEqual([3, 2]);
  expect(dates).toMatchObject({
    either: { rows: 1, first: { value: "01/02/26", place: "line 2" } },
    dmy: { rows: 1, first: { value: "13/02/26", place: "line 4" } },
    other: { rows: 1, first: { value: "perpetual", place: "line 5" } },
  });
  expect(values).toHaveLength(3);
  expect(profile(Array.from({ length: 60 }, (_, place) => `v${place}`)).values).toBeNull();
});

test("a profile keeps what each file is certain of by itself, and looks into each of them", () => {
  const profiler = new ColumnProfiler("column", false);
  const files = [
    ["1.234,56"],
    ["1,234.56", "1,234"],
    ["1,234"],
    ["13/02/2026"],
    ["02/13/2026", "01/02/2026"],
    ["01/02/2026"],
  ];
  for (const values of [repeat(2500, "text"), ...files]) {
    for (const value of values) profiler.add(value, "");
    profiler.endFile();
  }
  expect(profiler.finish().files).toEqual([
    { decimal: null, dates: null },
    { decimal: "comma", dates: null },
    { decimal: "point", dates: null },
    { decimal: null, dates: null },
    { decimal: null, dates: "dmy" },
    { decimal: null, dates: "mdy" },
    { decimal: null, dates: null },
  ]);
});

/** The profile of a column of a workbook, whose texts are told from its numbers. */
function profileCells(cells: (string | number)[]) {
  const rows = profileRows(["n"], { isMachine: true });
  for (const cell of cells)
    rows.add({ place: "", values: { n: String(cell) }, ...(typeof cell === "string" && { texts: ["n"] }) });
  rows.endFile();
  const [column] = rows.finish().columns;
  if (!column) throw new Error("There is no column.");
  return column;
}

test.each<[string, (string | number)[], "point" | "comma", boolean]>([
  ["numbers alone", [1.125, 2.5, 3], "point", true],
  ["a text that may be thousands", [2.5, "2.500"], "point", false],
  ["a text that shows its point", [2.5, "2.500", "1.25"], "point", true],
  ["texts with a comma", ["0,5", 1.125, "1,25"], "comma", true],
  ["texts alone", ["12,50", "1.234"], "comma", true],
])("texts beside the numbers of a program: %s", (_, cells, style, isSure) => {
  expect(decideDecimal(profileCells(cells))).toEqual({ style, isSure });
});
