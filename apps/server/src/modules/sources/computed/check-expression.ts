import { nearestNames } from "../../metrics/index.ts";
import { findCommonType } from "./choose-part.ts";
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  joinMarks,
  multiplyDecimals,
  negateDecimal,
  parseDecimal,
} from "./decimal.ts";
import { type Expression, ExpressionFault, type Operator, type Span } from "./expression.ts";
import { findFunction, functionNames } from "./functions.ts";
import { type Compute, mapOne, mapTwo, type Part, RowFault } from "./part.ts";
import { limitText, toDay, toFlag, toInstant, toNumber, toText } from "./read-part.ts";

/** What a column is; it throws an `ExpressionFault` where there is none of that name. */
export type FindColumn = (name: string, span: Span) => Part;

/** The types of an expression and how it is computed; an `ExpressionFault` says what does not fit, and where. */
export function checkExpression(expression: Expression, findColumn: FindColumn): Part {
  const { start, end } = expression;
  const span = { start, end };
  const check = (inner: Expression) => checkExpression(inner, findColumn);
  switch (expression.kind) {
    case "number":
      return { type: "number", span, compute: checkNumber(expression.digits, span) };
    case "text": {
      const { text } = expression;
      return text === "" ? { type: "nothing", span } : { type: "text", span, compute: () => text };
    }
    case "column":
      return { ...findColumn(expression.name, span), span };
    case "negation":
      return { type: "number", span, compute: mapOne(toNumber(check(expression.operand)), negateDecimal) };
    case "operation":
      return checkOperation(expression.operator, check(expression.left), check(expression.right), span);
    case "call":
      return checkCall(expression, expression.parameters.map(check), span);
  }
}

function checkNumber(digits: string, span: Span): Compute<Decimal> {
  const number = parseDecimal(digits);
  if (!number) throw new ExpressionFault("This number is too large.", span);
  return () => number;
}

/** Names of two letters stand within many words, and are no suggestion. */
const longNames = functionNames.filter((name) => name.length > 2);

function checkCall({ name }: { name: string }, parameters: readonly Part[], span: Span): Part {
  const definition = findFunction(name);
  if (!definition) {
    const [near] = nearestNames(name, longNames, 1);
    const hint = near === undefined ? "" : ` Did you mean ${near}?`;
    throw new ExpressionFault(`There is no function ${name}.${hint}`, {
      start: span.start,
      end: span.start + name.length,
    });
  }
  const { least, most } = definition;
  if (parameters.length < least || parameters.length > most) {
    const count = least === most ? countValues(least) : `${least} to ${countValues(most)}`;
    throw new ExpressionFault(`${definition.name} takes ${count}, and here it has ${parameters.length}.`, span);
  }
  return definition.build(parameters, span);
}

function countValues(count: number): string {
  return count === 1 ? "1 value" : `${count} values`;
}

function checkOperation(operator: Operator, left: Part, right: Part, span: Span): Part {
  switch (operator) {
    case "+":
      requireNoTexts(left, right);
      return { type: "number", span, compute: mapTwo(toNumber(left), toNumber(right), limited(addDecimals)) };
    case "-": {
      const compute = mapTwo(toNumber(left), mapOne(toNumber(right), negateDecimal), limited(addDecimals));
      return { type: "number", span, compute };
    }
    case "*":
      return { type: "number", span, compute: mapTwo(toNumber(left), toNumber(right), limited(multiplyDecimals)) };
    case "&": {
      const compute = mapTwo(toText(left), toText(right), (first, second) => limitText(first + second));
      return { type: "text", span, compute };
    }
    default:
      return { type: "flag", span, compute: checkComparison(operator, left, right, span) };
  }
}

function requireNoTexts(left: Part, right: Part): void {
  const text = [left, right].find(({ type }) => type === "text");
  if (text) throw new ExpressionFault("+ adds numbers, and this is a text. Use & to put texts together.", text.span);
}

function limited(apply: (left: Decimal, right: Decimal) => Decimal | null) {
  return (left: Decimal, right: Decimal) => {
    const marks = joinMarks(left, right);
    if (!marks) return differentCurrencies(left, right);
    const result = apply(left, right);
    return result ? { ...result, ...marks } : new RowFault("The result is too large.");
  };
}

function differentCurrencies({ mark: one }: Decimal, { mark: other }: Decimal): RowFault {
  return new RowFault(`Amounts in ${one?.sign} and in ${other?.sign} are in different currencies.`);
}

type Comparison = Exclude<Operator, "+" | "-" | "*" | "&">;

/** Whether an order of two values is what an operator says. */
const agrees: Readonly<Record<Comparison, (order: number) => boolean>> = {
  "=": (order) => order === 0,
  "<>": (order) => order !== 0,
  "<": (order) => order < 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
};

function checkComparison(operator: Comparison, left: Part, right: Part, span: Span): Compute<boolean> {
  const nothing = [left, right].find(({ type }) => type === "nothing");
  if (nothing) throw new ExpressionFault("Use isEmpty(…) to test for an empty value.", nothing.span);
  const isOrder = operator !== "=" && operator !== "<>";
  const isSo = agrees[operator];
  const type = findCommonType([left, right]);
  switch (type) {
    case "number":
      return mapTwo(toNumber(left), toNumber(right), (first, second) =>
        joinMarks(first, second) ? isSo(compareDecimals(first, second)) : differentCurrencies(first, second),
      );
    case "day":
      return mapTwo(toDay(left), toDay(right), (first, second) => isSo(compareTexts(first, second)));
    case "instant":
      return mapTwo(toInstant(left), toInstant(right), (first, second) => isSo(compareTexts(first, second)));
    case "cell":
      // Two columns are alike if they say the same; which of them is larger is a question about numbers.
      if (isOrder) return checkComparison(operator, asNumber(left), right, span);
      return mapTwo(toText(left), toText(right), (first, second) => isSo(compareTexts(first, second)));
    case "text":
      if (isOrder) throw new ExpressionFault(`${operator} compares numbers and dates, and this is a text.`, span);
      return mapTwo(toText(left), toText(right), (first, second) => isSo(compareTexts(first, second)));
    default:
      if (isOrder) throw new ExpressionFault(`${operator} compares numbers and dates, and this is a yes or no.`, span);
      return mapTwo(toFlag(left), toFlag(right), (first, second) => isSo(first === second ? 0 : 1));
  }
}

function asNumber(part: Part): Part {
  return { type: "number", span: part.span, compute: toNumber(part) };
}

function compareTexts(first: string, second: string): number {
  return first < second ? -1 : first > second ? 1 : 0;
}
