import { ExpressionFault, type Span } from "./expression.ts";

export type Token = Span & { kind: "number" | "text" | "column" | "word" | "sign" | "end"; text: string };

const signs = ["<>", "<=", ">=", "+", "-", "*", "&", "=", "<", ">", "(", ")", ","];
/** More digits than any number of a source has. */
const mostDigits = 30;

/** What people write out of habit, with what is written instead. */
const advice: Readonly<Record<string, string>> = {
  "“": 'Use straight quotation marks: ".',
  "”": 'Use straight quotation marks: ".',
  "„": 'Use straight quotation marks: ".',
  "'": 'Put a text in quotation marks: ".',
  ";": "Separate values by a comma.",
  "/": "There is no division. Multiply by a decimal number instead, such as * 0.01.",
  "×": "Write * for a product.",
  "−": "Write - for a difference.",
  "{": "Put the name of a column in square brackets.",
  "]": "There is no [ before this bracket.",
};

/** The words of an expression, one after the other. */
export function tokenize(source: string): Token[] {
  const tokens: Token[] = [];
  let start = 0;
  while (start < source.length) {
    if (/\s/.test(source.charAt(start))) {
      start++;
      continue;
    }
    const token = readToken(source, start);
    tokens.push(token);
    start = token.end;
  }
  tokens.push({ kind: "end", text: "", start: source.length, end: source.length });
  return tokens;
}

function readToken(source: string, start: number): Token {
  const first = source.charAt(start);
  if (first === '"') return readQuoted(source, start, '"', "text");
  if (first === "[") return readQuoted(source, start, "]", "column");
  const number = matchAt(/\d+(\.\d+)?/y, source, start);
  if (number !== null) {
    const token: Token = { kind: "number", text: number, start, end: start + number.length };
    if (number.length > mostDigits) throw new ExpressionFault("This number has too many digits.", token);
    return token;
  }
  const word = matchAt(/[\p{L}_][\p{L}\p{N}_]*/uy, source, start);
  if (word !== null) return { kind: "word", text: word, start, end: start + word.length };
  const sign = signs.find((one) => source.startsWith(one, start));
  if (sign !== undefined) return { kind: "sign", text: sign, start, end: start + sign.length };
  const character = String.fromCodePoint(source.codePointAt(start) ?? 0);
  const message = advice[character] ?? `${character} cannot be used here.`;
  throw new ExpressionFault(message, { start, end: start + character.length });
}

function matchAt(pattern: RegExp, source: string, start: number): string | null {
  pattern.lastIndex = start;
  return pattern.exec(source)?.[0] ?? null;
}

/** Reads up to the closing sign; that sign twice stands for itself. */
function readQuoted(source: string, start: number, close: string, kind: "text" | "column"): Token {
  let text = "";
  let place = start + 1;
  for (;;) {
    const next = source.indexOf(close, place);
    if (next < 0) {
      const message = kind === "text" ? 'This text has no " at its end.' : "This column has no ] at its end.";
      throw new ExpressionFault(message, { start, end: source.length });
    }
    text += source.slice(place, next);
    if (!source.startsWith(close, next + 1)) return { kind, text, start, end: next + 1 };
    text += close;
    place = next + 2;
  }
}
