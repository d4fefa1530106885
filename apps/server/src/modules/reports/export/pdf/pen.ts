import { readFont } from "./font-file.ts";
import { visualRuns } from "./text-runs.ts";

/** Fonts in the order in which they are asked for a letter. */
const faces = ["latin", "latin-ext", "vietnamese", "cyrillic", "greek", "arabic"] as const;
type Face = (typeof faces)[number];
/** What is written in figures of one width, so that numbers stand well under each other. */
const isNumber = /^(?=\D*\d)[\d.,%+−±: -]+$/;
/** Signs that none of the fonts has. */
const spelled: Record<string, string> = { "≥": ">=", "≤": "<=", "→": "->", "←": "<-", "≈": "~", "‑": "-", "✓": "yes" };

export type TextStyle = { size: number; isStrong?: boolean; colour?: string };
type Anchor = "start" | "middle" | "end";
type Font = `${Face}-${400 | 600}`;
type Piece = { text: string; font: Font };

type Run = { glyphs: unknown[]; positions: unknown[]; advanceWidth: number };
/** What pdfkit does not show of a font. */
type OpenFont = {
  layout: (text: string, ...options: unknown[]) => Run;
  layoutRun: (text: string, features: string[]) => Run;
  font: { hasGlyphForCodePoint: (codePoint: number) => boolean };
};

/** Writes texts of any script on the pages of a document. */
export class Pen {
  readonly #fonts = new Set<Font>();
  readonly #faces = new Map<string, Face | null>();
  readonly #pieces = new Map<string, Piece[]>();
  readonly document: PDFKit.PDFDocument;

  constructor(document: PDFKit.PDFDocument) {
    this.document = document;
  }

  /** How wide a text is. */
  width(text: string, style: TextStyle): number {
    let width = 0;
    for (const { text: part, font } of this.#splitByFont(text, style)) {
      width += this.#use(font).fontSize(style.size).widthOfString(part);
    }
    return width;
  }

  /** The text, or as much of it as has room, with an ellipsis. */
  fit(text: string, style: TextStyle, room: number): string {
    const ample = ampleLetters(style, room);
    if (text.length <= ample && this.width(text, style) <= room) return text;
    const letters = [...text.slice(0, ample)];
    let [least, most] = [0, letters.length];
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (this.width(`${letters.slice(0, middle).join("")}…`, style) <= room) least = middle;
      else most = middle - 1;
    }
    return least === 0 ? "" : `${letters.slice(0, least).join("").trimEnd()}…`;
  }

  /** The text in lines that have room; what goes beyond the last one is cut with an ellipsis. */
  wrap(text: string, style: TextStyle, room: number, mostLines = Number.POSITIVE_INFINITY): string[] {
    const lines: string[] = [];
    for (const line of this.#wrapLines(text, style, room)) {
      if (lines.length >= mostLines) {
        lines.push(`${lines.pop() ?? ""} ${line}…`);
        break;
      }
      lines.push(line);
    }
    return lines.map((line) => this.fit(line, style, room));
  }

  *#wrapLines(text: string, style: TextStyle, room: number): Generator<string> {
    for (const paragraph of text.split("\n")) {
      let line = "";
      for (const word of paragraph.split(/\s+/)) {
        const longer = line === "" ? word : `${line} ${word}`;
        const isOver = line !== "" && (longer.length > ampleLetters(style, room) || this.width(longer, style) > room);
        if (isOver) yield line;
        line = isOver ? word : longer;
      }
      yield line;
    }
  }

  /** Writes a text at its base line. */
  write(text: string, x: number, baseline: number, style: TextStyle & { anchor?: Anchor; link?: string }): void {
    const { size, colour = "#000000", anchor = "start", link } = style;
    const width = anchor === "start" && !link ? 0 : this.width(text, style);
    let at = anchor === "start" ? x : anchor === "middle" ? x - width / 2 : x - width;
    if (link) this.document.link(at, baseline - size, width, size * 1.3, link);
    this.document.fillColor(colour);
    for (const { text: part, font } of this.#splitByFont(text, style)) {
      const face = this.#use(font).fontSize(size);
      face.text(part, at, baseline, { lineBreak: false, baseline: "alphabetic" });
      at += face.widthOfString(part);
    }
  }

  /** The text in pieces that one font can draw, from left to right. */
  #splitByFont(text: string, { isStrong }: TextStyle): Piece[] {
    const weight = isStrong ? 600 : 400;
    if (isNumber.test(text)) return [{ text, font: `latin-${weight}` }];
    const key = `${weight}${text}`;
    const cached = this.#pieces.get(key);
    if (cached) return cached;
    const pieces: Piece[] = [];
    for (const run of visualRuns(text)) {
      const start = pieces.length;
      const letters = run.isArabic ? [run.text] : [...run.text].map((letter) => spelled[letter] ?? letter);
      for (const letter of letters) {
        const face = this.#findFace(letter, run.isArabic);
        // A letter that no font has is told as one; a mark or a sign is left out.
        const glyph = face ? letter : /[\p{L}\p{N}]/u.test(letter) ? "?" : "";
        const font: Font = `${face ?? "latin"}-${weight}`;
        const last = pieces.length > start ? pieces.at(-1) : undefined;
        if (last?.font === font) last.text += glyph;
        else if (glyph !== "") pieces.push({ text: glyph, font });
      }
    }
    if (this.#pieces.size > 5000) this.#pieces.clear();
    this.#pieces.set(key, pieces);
    return pieces;
  }

  #findFace(text: string, isArabic: boolean): Face | null {
    const cached = this.#faces.get(text);
    if (cached !== undefined) return cached;
    const draws = (face: Face) => {
      const { font } = this.#open(`${face}-400`);
      return [...text].every((letter) => font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
    };
    const face = (isArabic ? (["arabic"] as const) : faces).find(draws) ?? null;
    this.#faces.set(text, face);
    return face;
  }

  #open(font: Font): OpenFont {
    return (this.#use(font) as unknown as { _font: OpenFont })._font;
  }

  /** Only fonts that a letter has been looked for in are read. */
  #use(font: Font): PDFKit.PDFDocument {
    if (!this.#fonts.has(font)) {
      this.#fonts.add(font);
      const [face, weight] = [font.slice(0, -4), font.slice(-3)];
      const family = face === "arabic" ? "noto-sans-arabic" : "inter";
      this.document.registerFont(font, readFont(`@fontsource/${family}/files/${family}-${face}-${weight}-normal.woff`));
      if (face === "latin") evenFigures(this.#open(font));
    }
    return this.document.font(font);
  }
}

/** More letters than have room, however narrow they are: a very long text need not be measured beyond. */
function ampleLetters({ size }: TextStyle, room: number): number {
  return Math.ceil(room / (size * 0.15));
}

/** Lays figures out one by one and keeps each: a table has thousands of numbers, and no two are the same. */
function evenFigures(font: OpenFont): void {
  const runs = new Map<string, Run>();
  const layWords = font.layout.bind(font);
  font.layout = (text, ...options) => {
    if (!isNumber.test(text)) return layWords(text, ...options);
    const whole = { glyphs: [] as unknown[], positions: [] as unknown[], advanceWidth: 0 };
    for (const letter of text) {
      const run = runs.get(letter) ?? font.layoutRun(letter, ["tnum"]);
      runs.set(letter, run);
      whole.glyphs.push(...run.glyphs);
      whole.positions.push(...run.positions);
      whole.advanceWidth += run.advanceWidth;
    }
    return whole;
  };
}
