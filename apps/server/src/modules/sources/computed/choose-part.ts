import { ExpressionFault, type Span } from "./expression.ts";
import { type Compute, type Part, RowFault } from "./part.ts";
import { describeType, toDay, toFlag, toInstant, toNumber, toText } from "./read-part.ts";

/** The type that parts have in common: a column takes the type of those beside it. */
export function findCommonType(parts: readonly Part[]): Part["type"] {
  const typed = parts.filter(({ type }) => type !== "nothing" && type !== "cell");
  const [first] = typed;
  if (!first) return parts.find(({ type }) => type === "cell")?.type ?? "nothing";
  const other = typed.find(({ type }) => type !== first.type);
  if (!other) return first.type;
  const message = `This is ${describeType(other)}, and the other value is ${describeType(first)}.`;
  throw new ExpressionFault(message, other.span);
}

/** One of several parts, by its place; null where none can be chosen. */
export function choosePart(parts: readonly Part[], choose: Compute<number>, span: Span): Part {
  const type = findCommonType(parts);
  switch (type) {
    case "text":
      return { type, span, compute: pick(parts.map(toText), choose) };
    case "day":
      return { type, span, compute: pick(parts.map(toDay), choose) };
    case "instant":
      return { type, span, compute: pick(parts.map(toInstant), choose) };
    case "number":
      return { type, span, compute: pick(parts.map(toNumber), choose) };
    case "flag":
      return { type, span, compute: pick(parts.map(toFlag), choose) };
    case "cell":
      return {
        type,
        span,
        compute: pick(
          parts.map((part) => (part.type === "cell" ? part.compute : () => null)),
          choose,
        ),
      };
    case "nothing":
      return { type, span };
  }
}

function pick<Value>(computes: readonly Compute<Value>[], choose: Compute<number>): Compute<Value> {
  return (row) => {
    const place = choose(row);
    if (place === null || place instanceof RowFault) return place;
    return computes[place]?.(row) ?? null;
  };
}
