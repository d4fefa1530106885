import type { ColumnStyle } from "../../../connectors/cells/column-profile.ts";
import type { Decimal } from "./decimal.ts";
import type { Span } from "./expression.ts";

/** What computed columns hold. */
export type ValueType = "text" | "number" | "day" | "instant" | "flag";

/** A cell of the source: what it means is decided by where it is used. */
export type Cell = { column: string; text: string };

/** Why a row has no value. */
export class RowFault {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A row of a source, and how its cells are read. */
export type RowScope = {
  values: Readonly<Record<string, string>>;
  styleFor: (column: string) => ColumnStyle;
  timeZone: string;
};

/** Computes a value for a row: null where an input is empty. It never throws. */
export type Compute<Value> = (row: RowScope) => Value | null | RowFault;

/** A part of an expression whose type is known, and where it stands. */
export type Part = { span: Span } & (
  | { type: "text" | "day" | "instant"; compute: Compute<string> }
  | { type: "number"; compute: Compute<Decimal> }
  | { type: "flag"; compute: Compute<boolean> }
  | { type: "cell"; compute: Compute<Cell> }
  /** A text without letters: it goes with every type. */
  | { type: "nothing" }
);

/** What a value becomes; without a value there is nothing to become. */
export function mapOne<Value, Result>(
  value: Compute<Value>,
  apply: (value: Value, row: RowScope) => Result | null | RowFault,
): Compute<Result> {
  return (row) => {
    const one = value(row);
    if (one === null) return null;
    return one instanceof RowFault ? one : apply(one, row);
  };
}

/** What two values become together. */
export function mapTwo<First, Second, Result>(
  first: Compute<First>,
  second: Compute<Second>,
  apply: (first: First, second: Second) => Result | null | RowFault,
): Compute<Result> {
  return (row) => {
    const left = first(row);
    if (left instanceof RowFault) return left;
    const right = second(row);
    if (right instanceof RowFault) return right;
    return left === null || right === null ? null : apply(left, right);
  };
}

/** The same for a row that is asked for several times, computed once. */
export function computeOnce<Value>(compute: Compute<Value>): Compute<Value> {
  let last: { row: RowScope; outcome: Value | null | RowFault } | null = null;
  return (row) => {
    if (last?.row !== row) last = { row, outcome: compute(row) };
    return last.outcome;
  };
}
