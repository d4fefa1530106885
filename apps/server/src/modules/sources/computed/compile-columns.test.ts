import { expect, test } from "vitest";
import { checkColumns } from "./compile-columns.ts";

const source = { names: ["Quantity", "Unit price", "Date", "Status"], hasMore: false };

function check(expression: string, columns = source) {
  const [column] = checkColumns([{ name: "Amount", expression }], columns);
  if (!column) throw new Error("Nothing was checked.");
  return column;
}

test.each([
  ["[Quantity] * [Unit price]", "number"],
  ['"GBP"', "text"],
  ["[Status]", "text"],
  ['startsWith([Status], "a")', "flag"],
  ["addMinutes([Date], 5)", "instant"],
  ["date([Date])", "day"],
  ["if([Quantity] > 0, [Unit price], 0)", "number"],
  ["if([Quantity] > 0, [Status], [Date])", "text"],
  ['if([Quantity] > 0, "", [Quantity] * 2)', "number"],
])("%s is a %s", (expression, type) => {
  expect(check(expression)).toMatchObject({ problem: null, compiled: { type } });
});

test.each([
  ["[Qantity] * 2", 0, 9, 'There is no column "Qantity". Did you mean [Quantity]?'],
  ["[Nonsense of all kinds]", 0, 23, 'There is no column "Nonsense of all kinds".'],
  ["rond([Quantity])", 0, 4, "There is no function rond. Did you mean round?"],
  ["eval([Quantity])", 0, 4, "There is no function eval."],
  ["constructor(1)", 0, 11, "There is no function constructor."],
  ["abs([Quantity], 1)", 0, 18, "abs takes 1 value, and here it has 2."],
  ["round()", 0, 7, "round takes 1 to 2 values, and here it has 0."],
  ['if([Quantity] > 1, "a")', 0, 23, "if takes 3 values, and here it has 2."],
  ['[Quantity] * "two"', 13, 18, "A number is needed here, and this is a text. Use number(…) where the text is one."],
  ['[Status] + "x"', 11, 14, "+ adds numbers, and this is a text. Use & to put texts together."],
  ["-date([Date])", 1, 13, "A number is needed here, and this is a day."],
  ["addMinutes([Quantity] * 2, 5)", 11, 25, "A date is needed here, and this is a number."],
  [
    "addMinutes(lower([Date]), 5)",
    11,
    24,
    "A date is needed here, and this is a text. Use dateTime(…) where the text is one.",
  ],
  ['if([Status], "a", "b")', 3, 11, 'A test is needed here, such as [Status] = "open", and this is a column.'],
  ['if([Quantity] > 1, "a", 2)', 24, 25, "This is a number, and the other value is a text."],
  ['[Status] = ""', 11, 13, "Use isEmpty(…) to test for an empty value."],
  ['[Status] > "a"', 0, 14, "> compares numbers and dates, and this is a text."],
  ["date([Date]) = dateTime([Date])", 15, 31, "This is a date and time, and the other value is a day."],
  ['split([Status], "", 1)', 16, 18, "What a text is split at cannot be empty."],
  ['""', 0, 2, "This is always empty."],
  ["99999999999999999999999999", 0, 26, "This number is too large."],
])("%s is wrong from %i to %i: %s", (expression, start, end, message) => {
  expect(check(expression)).toMatchObject({ compiled: null, problem: { start, end, message } });
});

test("a column that no row has shown is taken where others may come", () => {
  const { compiled, problem } = check("[Discount] * 2", { ...source, hasMore: true });
  expect([problem, compiled?.columns]).toEqual([null, ["Discount"]]);
});

test("a name is used once, and not that of a column of the source", () => {
  const names = ["Quantity", "Amount", "Amount"];
  const checked = checkColumns(
    names.map((name) => ({ name, expression: "1" })),
    source,
  );
  expect(checked.map(({ nameProblem }) => nameProblem)).toEqual([
    'The source has a column "Quantity". Choose another name.',
    null,
    'There is another computed column "Amount".',
  ]);
});

test("a column uses those before it and never itself or a later one, so that nothing turns in a circle", () => {
  const checked = checkColumns(
    [
      { name: "A", expression: "[B] + 1" },
      { name: "B", expression: "[B] + 1" },
      { name: "C", expression: "[Quantity] * 2" },
      { name: "D", expression: "[C] * [Unit price]" },
      { name: "E", expression: "lower([C]) + 1" },
    ],
    { ...source, hasMore: true },
  );
  const later = "[B] is not computed yet. A column can use the ones above it.";
  expect(checked.map(({ problem }) => problem?.message ?? null)).toEqual([
    later,
    later,
    null,
    null,
    "+ adds numbers, and this is a text. Use & to put texts together.",
  ]);
  expect(checked[3]?.compiled).toMatchObject({ columns: ["Quantity", "Unit price"], uses: ["C"] });
});
