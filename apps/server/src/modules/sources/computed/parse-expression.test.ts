import { expect, test } from "vitest";
import { type Expression, ExpressionFault } from "./expression.ts";
import { parseExpression } from "./parse-expression.ts";

/** The tree in brackets, as it was understood. */
function show(expression: Expression): string {
  switch (expression.kind) {
    case "number":
      return expression.digits;
    case "text":
      return `'${expression.text}'`;
    case "column":
      return `<${expression.name}>`;
    case "negation":
      return `(-${show(expression.operand)})`;
    case "operation":
      return `(${show(expression.left)} ${expression.operator} ${show(expression.right)})`;
    case "call":
      return `${expression.name}(${expression.parameters.map(show).join(", ")})`;
  }
}

test.each([
  ["[Unit price] * [Quantity]", "(<Unit price> * <Quantity>)"],
  ['"GBP"', "'GBP'"],
  ['"a ""quoted"" word"', "'a \"quoted\" word'"],
  ["[a]]b]", "<a]b>"],
  ["[/shop/name]", "</shop/name>"],
  ['[A] & " " & [B]', "((<A> & ' ') & <B>)"],
  ["1 + 2 * 3 - 4", "((1 + (2 * 3)) - 4)"],
  ["(1 + 2) * -[x]", "((1 + 2) * (-<x>))"],
  ["[A] + 1 > 2 * 3", "((<A> + 1) > (2 * 3))"],
  ["[A] <> [B]", "(<A> <> <B>)"],
  ["[A]<=[B]", "(<A> <= <B>)"],
  ["[A] - -1", "(<A> - (-1))"],
  ['IF([A] = "x", 1, 0.5)', "IF((<A> = 'x'), 1, 0.5)"],
  ["f()", "f()"],
  ["([A] = 1) = ([B] = 1)", "((<A> = 1) = (<B> = 1))"],
])("%s is read as %s", (source, tree) => {
  expect(show(parseExpression(source))).toBe(tree);
});

test.each([
  ["", 0, "Write an expression."],
  ["   ", 3, "Write an expression."],
  ["[A] *", 5, "A value is missing at the end."],
  ["* [A]", 0, "A value is missing before *."],
  ["[A] [B]", 4, "An operator is missing here."],
  ["[A", 0, "This column has no ] at its end."],
  ['"abc', 0, 'This text has no " at its end.'],
  ["[]", 0, "Write the name of a column between the brackets."],
  ["Price * 2", 0, "Put Price in square brackets if it is a column, in quotation marks if it is a text."],
  ["round([A]", 9, "A closing bracket ) is missing at the end."],
  ["round([A] [B])", 10, "A comma or a closing bracket is missing here."],
  ["round([A]; 2)", 9, "Separate values by a comma."],
  ["[A])", 3, "There is no ( before this bracket."],
  ["[A] / 2", 4, "There is no division. Multiply by a decimal number instead, such as * 0.01."],
  ["“GBP”", 0, 'Use straight quotation marks: ".'],
  ["[A] = 1 = 2", 8, "Only two values are compared at once. Use and(…) for more."],
  ["[A] # 2", 4, "# cannot be used here."],
  [`[A] + ${"9".repeat(31)}`, 6, "This number has too many digits."],
  ["round(,)", 6, "A value is missing before ,."],
])("%j is wrong at %i: %s", (source, start, message) => {
  const fault = catchFault(source);
  expect([fault?.span.start, fault?.message]).toEqual([start, message]);
});

test.each([
  ["brackets", "(".repeat(1000)],
  ["closed brackets", `${"(".repeat(499)}1${")".repeat(499)}`],
  ["signs", `${"-".repeat(999)}1`],
  ["calls", "abs(".repeat(250)],
  ["columns", "[".repeat(1000)],
  ["quotation marks", '"'.repeat(999)],
])("a thousand characters of %s are told apart, not followed", (_, source) => {
  expect(catchFault(source)).toBeInstanceOf(ExpressionFault);
});

test("many values in a row are no nesting", () => {
  expect(parseExpression(Array.from({ length: 250 }, () => "1").join("+  ")).kind).toBe("operation");
});

function catchFault(source: string): ExpressionFault | null {
  try {
    parseExpression(source);
    return null;
  } catch (error) {
    if (error instanceof ExpressionFault) return error;
    throw error;
  }
}
