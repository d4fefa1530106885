import type { PdfLine } from "./pdf-lines.ts";

/** What a page paints, in its order. */
export type PdfOperators = { fnArray: readonly number[]; argsArray: readonly unknown[] };
type Codes = Readonly<Record<string, number>>;

/** Text of less than this many points cannot be read. */
const smallest = 1.5;
const invisibleMode = 3;

/** The lines of a page that nobody sees who looks at it, each with why. */
export function findHiddenText(
  lines: readonly PdfLine[],
  operators: PdfOperators,
  codes: Codes,
  view: readonly number[],
): Map<PdfLine, string> {
  const unseen = readUnseen(operators, codes);
  const hidden = new Map<PdfLine, string>();
  const [left = 0, bottom = 0, right = 0, top = 0] = view;
  for (const line of lines) {
    const letters = toLetters(line.text);
    if (line.size < smallest) hidden.set(line, "Text too small to be read");
    else if (line.x > right || line.y > top || line.y < bottom - 1 || line.x < left - 1000)
      hidden.set(line, "Text beside the page");
    else if (letters !== "" && unseen.includes(letters)) hidden.set(line, "Invisible text");
  }
  return hidden;
}

/** The letters that are painted without a trace: not at all, or white on the bare page. */
function readUnseen({ fnArray, argsArray }: PdfOperators, codes: Codes): string {
  type State = { mode: number; isWhite: boolean };
  let state: State = { mode: 0, isWhite: false };
  const states: State[] = [];
  let hasGround = false;
  let [unpainted, white] = ["", ""];
  const pictures = new Set(Object.entries(codes).flatMap(([name, code]) => (/^paint.*Image/.test(name) ? [code] : [])));
  const is = (code: number | undefined, ...names: string[]) => names.some((name) => codes[name] === code);
  for (const [place, code] of fnArray.entries()) {
    const args = argsArray[place];
    if (is(code, "save")) states.push({ mode: state.mode, isWhite: state.isWhite });
    else if (is(code, "restore")) state = states.pop() ?? { mode: 0, isWhite: false };
    else if (is(code, "setTextRenderingMode")) state.mode = Number((args as unknown[])[0]);
    else if (is(code, "setFillRGBColor", "setFillGray", "setFillCMYKColor", "setFillColor"))
      state.isWhite = isWhite(args);
    else if (is(code, "constructPath", "shadingFill") || pictures.has(code)) hasGround = true;
    else if (is(code, "showText", "showSpacedText", "nextLineShowText")) {
      const letters = toLetters(readGlyphs(args));
      // Whoever scans a page lays its text, unpainted, under the picture of it.
      if (state.mode === invisibleMode) unpainted += letters;
      else if (state.isWhite) white += letters;
    }
  }
  return hasGround ? "" : unpainted + white;
}

function isWhite(args: unknown): boolean {
  const values = Array.isArray(args) ? args : [...(args as Iterable<unknown>)];
  if (typeof values[0] === "string") return /^#f[a-f0-9]f[a-f0-9]f[a-f0-9]$/i.test(values[0]);
  const numbers = values.map(Number);
  return numbers.length === 3 && numbers.every((value) => value > 240);
}

function readGlyphs(args: unknown): string {
  const [glyphs] = args as [unknown];
  if (!Array.isArray(glyphs)) return "";
  return glyphs
    .map((glyph: unknown) =>
      glyph !== null && typeof glyph === "object" && "unicode" in glyph ? String(glyph.unicode) : "",
    )
    .join("");
}

function toLetters(text: string): string {
  return text.normalize("NFKC").replaceAll(/\s+/gu, "");
}
