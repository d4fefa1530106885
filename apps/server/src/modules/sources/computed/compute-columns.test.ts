import { type ComputedColumn, expressionFunctions, expressionOperators } from "@console/contracts";
import { expect, test } from "vitest";
import type { DateStyle } from "../../../connectors/cells/read-date.ts";
import { checkColumns, unknownColumns } from "./compile-columns.ts";
import { computeColumns } from "./compute-columns.ts";
import { functionNames } from "./functions.ts";

const timeZone = "Asia/Bahrain";

function compute(computed: readonly ComputedColumn[], values: Record<string, string>, style: DateStyle = "dmy") {
  const columns = checkColumns(computed, unknownColumns).map(({ compiled, problem }) => {
    if (!compiled) throw new Error(problem?.message);
    return compiled;
  });
  return computeColumns({ values, timeZone, styleFor: () => ({ dates: style, decimal: "point" }) }, columns);
}

/** The text of one expression, or why it has none. */
function result(expression: string, values: Record<string, string> = {}, style?: DateStyle): string {
  const row = compute([{ name: "result", expression }], values, style);
  return row.faults.get("result") ?? row.values.result ?? "";
}

const row = {
  First: "Ada",
  Last: "Lovelace",
  Price: "2.55",
  Quantity: "6",
  Invoice: "C536379",
  Code: "A-10-x",
  Date: "12/01/2010 08:26",
  Minutes: "90",
  Empty: "  ",
  Bad: "abc",
};

test.each([
  ["[Euro] * 2", "EUR 25"],
  ["[Quantity] * [Euro] - [Sign]", "EUR 70"],
  ['number(replace([Euro], ".", ",")) + 1', "EUR 13.5"],
  ["abs(-round([Euro], 0))", "EUR 13"],
  ["[Dollar] + [Canadian]", "CAD 3.25"],
  ["if([Euro] > 5, [Euro], 0)", "EUR 12.5"],
  ["[Euro] + [Canadian]", "result: Amounts in EUR and in CAD are in different currencies."],
  ["[Dollar] < [Euro]", "result: Amounts in $ and in EUR are in different currencies."],
])("an amount keeps its currency: %s is %s", (expression, text) => {
  const amounts = { Euro: "EUR 12.50", Sign: "5.00 €", Dollar: "$2", Canadian: "CA$1.25", Quantity: "6" };
  expect(result(expression, amounts)).toBe(text);
});

test.each([
  ['"GBP"', "GBP"],
  ["[Price] * [Quantity]", "15.3"],
  ["0.1 + 0.2", "0.3"],
  ["[Quantity] - [Price] - 1", "2.45"],
  ["-[Quantity]", "-6"],
  ['[First] & " " & [Last]', "Ada Lovelace"],
  ['"No " & [Quantity] * 2', "No 12"],
  ['join(" ", [First], [Empty], [Last])', "Ada Lovelace"],
  ['join("", [First], [Last])', "AdaLovelace"],
  ['startsWith([Invoice], "C")', "yes"],
  ['startsWith([Invoice], "c")', "no"],
  ['replace([Code], "-", "")', "A10x"],
  ['replace([Code], "-", "--")', "A--10--x"],
  ['split([Code], "-", 2)', "10"],
  ['split([Code], "-", 9)', ""],
  ['number(split([Code], "-", 2)) * 2', "20"],
  ['lookup(split([Code], "-", 1), "A", "Alpha", "B", "Beta")', "Alpha"],
  ['lookup([Invoice], "A", "Alpha", "Other")', "Other"],
  ["lookup([Quantity], 6, 1.5, 0) * 2", "3"],
  ['if([Quantity] < 0, "Return", "Sale")', "Sale"],
  ['IF(STARTSWITH([Invoice], "C"), -[Quantity], [Quantity])', "-6"],
  ["if(isEmpty([Empty]), [Last], [Empty])", "Lovelace"],
  ["isEmpty([Missing])", "yes"],
  ['and([Quantity] > 5, [First] = "Ada")', "yes"],
  ['or([Quantity] > 9, [First] <> "Ada")', "no"],
  ["not([Quantity] >= 6)", "no"],
  ['trim(replace("a b ", "a", " "))', "b"],
  ["lower([First]) & upper([First])", "adaADA"],
  ["abs(-2.5)", "2.5"],
  ["round([Price], 1)", "2.6"],
  ["round(-0.5)", "-1"],
  ["[Price] = 2.550", "yes"],
  ["[Quantity] = [Quantity]", "yes"],
  ["[Price] < [Quantity]", "yes"],
  ['date("2026-01-02") < date("2026-01-03")', "yes"],
])("%s is %s", (expression, text) => {
  expect(result(expression, row)).toBe(text);
});

test("dates are read in the style of their column, in the tenant's zone", () => {
  expect(result("addMinutes([Date], [Minutes])", row, "mdy")).toBe("2010-12-01T06:56:00.000Z");
  expect(result("addMinutes([Date], [Minutes])", row, "dmy")).toBe("2010-01-12T06:56:00.000Z");
  expect(result("addMinutes([Date], -0.5)", row, "mdy")).toBe("2010-12-01T05:25:30.000Z");
  expect(result("date([Date])", row, "mdy")).toBe("2010-12-01");
  expect(result('date(dateTime("2026-03-01T22:30:00Z"))')).toBe("2026-03-02");
  expect(result('addMinutes(date("2026-03-01"), 60)')).toBe("2026-02-28T22:00:00.000Z");
  expect(result("addMinutes([Date], 99999999999)", row)).toBe("result: The date is outside the years 1900 to 2199.");
});

test("a date in a text is read only where it cannot be another one", () => {
  expect(result('date("1 March 2026")')).toBe("2026-03-01");
  expect(result('date("01/02/2026")')).toBe(
    'result: "01/02/2026" can be read as two dates. Use a text with the year first, or the column itself.',
  );
  expect(result('date("25/02/2026")')).toContain("can be read as two dates");
  expect(result('date("soon")')).toBe('result: "soon" is not a date.');
});

test.each([
  "[Quantity] * [Empty]",
  "[Quantity] + [Missing]",
  "-[Empty]",
  "[First] & [Empty]",
  'join("-", [Empty], [Missing])',
  'if([Empty] > 1, "a", "b")',
  'startsWith([Empty], "x")',
  "[Empty] = 1",
  'lookup([Empty], "A", "Alpha")',
  "addMinutes([Empty], 5)",
  "addMinutes([Date], [Empty])",
  "and([Quantity] > 1, [Empty] > 1)",
  'replace("a", "a", "")',
])("%s has no value, because an input has none", (expression) => {
  expect(result(expression, row)).toBe("");
});

test("a test that is decided does not wait for what is unknown", () => {
  expect(result("and([Quantity] < 1, [Empty] > 1)", row)).toBe("no");
  expect(result("or([Quantity] > 1, [Empty] > 1)", row)).toBe("yes");
});

test("a row whose value cannot be computed says why, with the value and its column", () => {
  expect(result("[Bad] * [Quantity]", row)).toBe('result: "abc" in the column "Bad" is not a number.');
  expect(result("date([Bad])", row)).toBe('result: "abc" in the column "Bad" is not a day.');
  expect(result("addMinutes([Bad], 1)", row)).toBe('result: "abc" in the column "Bad" is not a date and time.');
  expect(result('lookup([Bad], "A", "Alpha")', row)).toBe('result: "abc" is not in the list of lookup.');
  expect(result('if([Quantity] > 1, "right", [Bad] & "")', row), "only what is chosen is computed").toBe("right");
  expect(result('split([Code], "-", 0)', row)).toBe("result: The part of a split is a whole number from 1 to 1000.");
  expect(result("round(1, 0.5)")).toBe("result: Numbers are rounded to 0 to 10 decimals.");
});

test("a column may use those before it, which are computed with the same row", () => {
  const computed = [
    { name: "Amount", expression: "[Price] * [Quantity]" },
    { name: "With tax", expression: "round([Amount] * 1.1, 2)" },
    { name: "Broken", expression: "[Bad] * 1" },
    { name: "Also broken", expression: "[Broken] + 1" },
  ];
  const { values, faults } = compute(computed, row);
  expect(values).toMatchObject({ ...row, Amount: "15.3", "With tax": "16.83", Broken: "", "Also broken": "" });
  expect([...faults.values()]).toEqual([
    'Broken: "abc" in the column "Bad" is not a number.',
    'Also broken: "abc" in the column "Bad" is not a number.',
  ]);
  expect(compute(computed, { ...row, Price: "1" }).values.Amount).toBe("6");
});

test("texts and numbers that grow without end are refused, not made", () => {
  const long = { Long: "a".repeat(9000), Longer: "a".repeat(20_000) };
  expect(result("[Long] & [Long]", long)).toBe("result: The text is too long.");
  expect(result('replace([Long], "a", [Long])', long)).toBe("result: The text is too long.");
  expect(result("lower([Longer])", long)).toBe("result: The text is too long.");
  const power = Array.from({ length: 40 }, () => "99999").join("*");
  expect(result(power)).toBe("result: The result is too large.");
  expect(result("[N] + 1", { N: "9".repeat(40) })).toBe(
    `result: "${"9".repeat(40)}" in the column "N" is too large a number.`,
  );
});

test("columns that are called like what every object has are columns like others", () => {
  expect(result("isEmpty([toString])")).toBe("yes");
  const { values } = compute([{ name: "__proto__", expression: '"x"' }], { a: "1" });
  expect(Object.entries(values)).toEqual([
    ["a", "1"],
    ["__proto__", "x"],
  ]);
  expect(
    result(
      "[__proto__] & [constructor]",
      Object.fromEntries([
        ["__proto__", "p"],
        ["constructor", "c"],
      ]),
    ),
  ).toBe("pc");
});

test("every function that people are told of is there, no other is, and its example is right", () => {
  expect(expressionFunctions.map(({ name }) => name).toSorted()).toEqual(functionNames.toSorted());
  for (const { usage } of [...expressionFunctions, ...expressionOperators]) {
    const [column] = checkColumns([{ name: "example", expression: usage }], unknownColumns);
    expect([usage, column?.problem ?? null]).toEqual([usage, null]);
  }
});
