import { type Expression, ExpressionFault, type Operator } from "./expression.ts";
import { type Token, tokenize } from "./tokenize.ts";

/** Brackets, calls and signs within each other; nobody reads more. */
const mostLevels = 30;

/** Operators that bind alike, those that bind least first. */
const levels: readonly (readonly Operator[])[] = [["=", "<>", "<", ">", "<=", ">="], ["&"], ["+", "-"], ["*"]];

/** An expression from its text; an `ExpressionFault` says what is wrong with it, and where. */
export function parseExpression(source: string): Expression {
  const parser = new Parser(tokenize(source));
  return parser.readAll();
}

class Parser {
  readonly #tokens: readonly Token[];
  #place = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  readAll(): Expression {
    if (this.#token.kind === "end") throw new ExpressionFault("Write an expression.", this.#token);
    const expression = this.#readLevel(0);
    const rest = this.#token;
    if (rest.kind === "end") return expression;
    const isClosing = rest.kind === "sign" && rest.text === ")";
    throw new ExpressionFault(isClosing ? "There is no ( before this bracket." : "An operator is missing here.", rest);
  }

  get #token(): Token {
    const token = this.#tokens[this.#place];
    if (!token) throw new Error("The tokens have no end.");
    return token;
  }

  #isSign(text: string): boolean {
    return this.#token.kind === "sign" && this.#token.text === text;
  }

  #readLevel(level: number): Expression {
    const operators = levels[level];
    if (!operators) return this.#readNegation();
    let left = this.#readLevel(level + 1);
    for (let count = 0; ; count++) {
      const token = this.#token;
      const operator = token.kind === "sign" ? operators.find((one) => one === token.text) : undefined;
      if (operator === undefined) return left;
      if (level === 0 && count > 0) {
        throw new ExpressionFault("Only two values are compared at once. Use and(…) for more.", token);
      }
      this.#place++;
      const right = this.#readLevel(level + 1);
      left = { kind: "operation", operator, left, right, start: left.start, end: right.end };
    }
  }

  #readNegation(): Expression {
    const { start } = this.#token;
    if (!this.#isSign("-")) return this.#readValue();
    this.#place++;
    const operand = this.#deeper(() => this.#readNegation());
    return { kind: "negation", operand, start, end: operand.end };
  }

  #readValue(): Expression {
    const token = this.#token;
    const { kind, text, start, end } = token;
    if (kind === "sign" && text === "(") return this.#readBrackets();
    if (kind === "end") throw new ExpressionFault("A value is missing at the end.", token);
    if (kind === "sign") throw new ExpressionFault(`A value is missing before ${text}.`, token);
    this.#place++;
    if (kind === "number") return { kind, digits: text, start, end };
    if (kind === "text") return { kind, text, start, end };
    if (kind === "column") {
      if (text === "") throw new ExpressionFault("Write the name of a column between the brackets.", token);
      return { kind, name: text, start, end };
    }
    if (!this.#isSign("(")) {
      throw new ExpressionFault(
        `Put ${text} in square brackets if it is a column, in quotation marks if it is a text.`,
        token,
      );
    }
    const { parameters, end: callEnd } = this.#readParameters();
    return { kind: "call", name: text, parameters, start, end: callEnd };
  }

  #readBrackets(): Expression {
    const { start } = this.#token;
    this.#place++;
    const inner = this.#deeper(() => this.#readLevel(0));
    return { ...inner, start, end: this.#close() };
  }

  #readParameters(): { parameters: Expression[]; end: number } {
    this.#place++;
    const parameters: Expression[] = [];
    if (this.#isSign(")")) return { parameters, end: this.#close() };
    for (;;) {
      parameters.push(this.#deeper(() => this.#readLevel(0)));
      if (!this.#isSign(",")) return { parameters, end: this.#close() };
      this.#place++;
    }
  }

  #close(): number {
    const token = this.#token;
    if (!this.#isSign(")")) {
      throw new ExpressionFault(
        token.kind === "end"
          ? "A closing bracket ) is missing at the end."
          : "A comma or a closing bracket is missing here.",
        token,
      );
    }
    this.#place++;
    return token.end;
  }

  #deeper(read: () => Expression): Expression {
    if (this.#depth >= mostLevels) throw new ExpressionFault("This is nested too deeply.", this.#token);
    this.#depth++;
    const expression = read();
    this.#depth--;
    return expression;
  }
}
