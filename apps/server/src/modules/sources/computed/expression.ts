/** A part of an expression's text, counted in characters. */
export type Span = { start: number; end: number };

export type Operator = "+" | "-" | "*" | "&" | "=" | "<>" | "<" | ">" | "<=" | ">=";

/** An expression as it was written. */
export type Expression = Span &
  (
    | { kind: "number"; digits: string }
    | { kind: "text"; text: string }
    | { kind: "column"; name: string }
    | { kind: "negation"; operand: Expression }
    | { kind: "operation"; operator: Operator; left: Expression; right: Expression }
    | { kind: "call"; name: string; parameters: readonly Expression[] }
  );

/** What is wrong with an expression, and where; the parser and the checker stop at the first fault. */
export class ExpressionFault extends Error {
  readonly span: Span;

  constructor(message: string, { start, end }: Span) {
    super(message);
    this.span = { start, end };
  }
}
