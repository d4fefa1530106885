import { createBlock, type DocumentBlock, joinCells, squeeze } from "./document-block.ts";

/** A run of text as a PDF places it. */
export type PdfItem = {
  str: string;
  width: number;
  height: number;
  transform: readonly number[];
  fontName: string;
  hasEOL: boolean;
};

/** A line of a page: its cells stand apart, as those of a table do. */
export type PdfLine = { text: string; cells: string[]; x: number; y: number; size: number; isBold: boolean };

/** What is usual in a document: the size of its text, and the lines that stand on every page. */
export type PdfBody = { size: number; repeated: ReadonlySet<string> };

/** Gaps in parts of the size of the text: between words, and between cells. */
const wordGap = 0.2;
const cellGap = 1.6;

/** Puts the runs of a page together to lines, in the order in which they come. */
export function readLines(items: readonly PdfItem[], fontName: (id: string) => string): PdfLine[] {
  const lines: PdfLine[] = [];
  let line: (PdfLine & { end: number }) | null = null;
  for (const item of items) {
    const [, , c = 0, d = 0, x = 0, y = 0] = item.transform;
    const size = Math.hypot(c, d) || item.height;
    if (item.str.trim() === "") continue;
    if (line === null || Math.abs(line.y - y) > Math.max(size, line.size) * 0.5 || x < line.end - size * 2) {
      const isBold = /bold|black|heavy|semib/i.test(fontName(item.fontName));
      line = { text: "", cells: [item.str], x, y, size, isBold, end: x + item.width };
      lines.push(line);
      continue;
    }
    const gap = x - line.end;
    const last = line.cells.length - 1;
    if (gap > size * cellGap) line.cells.push(item.str);
    else {
      const isApart = gap > size * wordGap && !/\s$/.test(line.cells[last] ?? "");
      line.cells[last] = `${line.cells[last]}${isApart ? " " : ""}${item.str}`;
    }
    line.end = x + item.width;
    line.size = Math.max(line.size, size);
  }
  for (const one of lines) one.text = squeeze(one.cells.join(" "));
  return lines.filter(({ text }) => text !== "");
}

/** Finds out what is usual on the first pages. */
export function measureBody(pages: readonly (readonly PdfLine[])[]): PdfBody {
  const charactersBySize = new Map<number, number>();
  const pagesByEdge = new Map<string, number>();
  for (const lines of pages) {
    for (const { size, text } of lines) {
      const rounded = Math.round(size * 2) / 2;
      charactersBySize.set(rounded, (charactersBySize.get(rounded) ?? 0) + text.length);
    }
    for (const edge of new Set(listEdges(lines).map(toEdge))) pagesByEdge.set(edge, (pagesByEdge.get(edge) ?? 0) + 1);
  }
  const [size = 10] = [...charactersBySize].sort((a, b) => b[1] - a[1])[0] ?? [];
  const least = Math.max(3, pages.length * 0.6);
  return { size, repeated: new Set([...pagesByEdge].filter(([, count]) => count >= least).map(([edge]) => edge)) };
}

/** The outermost lines of a page, where headers and footers stand. */
function listEdges(lines: readonly PdfLine[]): PdfLine[] {
  const sorted = [...lines].sort((a, b) => b.y - a.y);
  return sorted.length < 6 ? [] : [...sorted.slice(0, 2), ...sorted.slice(-2)];
}

/** Page numbers count up; the rest of a footer is the same. */
function toEdge({ text }: PdfLine): string {
  return text.replaceAll(/\d+/g, "#");
}

/** Puts the lines of a page together to headings, paragraphs and tables. */
export function joinLines(
  lines: readonly PdfLine[],
  { size: usual, repeated }: PdfBody,
  page: number,
): DocumentBlock[] {
  const edges = new Set(listEdges(lines));
  const kept = lines.filter(
    (line) => !(edges.has(line) && (repeated.has(toEdge(line)) || /^[\d\W]+$/.test(line.text))),
  );
  const blocks: DocumentBlock[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push(createBlock("text", joinWrapped(paragraph), { page }));
    paragraph = [];
  };
  for (let place = 0; place < kept.length; place++) {
    const line = kept[place] as PdfLine;
    const rows = takeTable(kept, place);
    if (rows.length > 1) {
      endParagraph();
      blocks.push(createBlock("table", rows.map(({ cells }) => joinCells(cells)).join("\n"), { page }));
      place += rows.length - 1;
      continue;
    }
    const level = headingLevel(line, usual);
    const before = kept[place - 1];
    if (level > 0) {
      endParagraph();
      const last = blocks.at(-1);
      const isWrapped =
        last?.kind === "heading" && last.level === level && before && before.y - line.y < line.size * 1.6;
      if (isWrapped) last.text = `${last.text} ${line.text}`;
      else blocks.push(createBlock("heading", line.text, { level, page }));
      continue;
    }
    const isApart = before !== undefined && (before.y - line.y > line.size * 1.75 || before.y < line.y);
    if (isApart || /^(?:[•▪●–-]|\d{1,2}[.)])\s/.test(line.text)) endParagraph();
    paragraph.push(line.text);
  }
  endParagraph();
  return blocks;
}

/** The lines from a place on that have several cells each: they are the rows of one table. */
function takeTable(lines: readonly PdfLine[], place: number): PdfLine[] {
  const rows: PdfLine[] = [];
  for (const line of lines.slice(place)) {
    if (line.cells.length < 2) break;
    rows.push(line);
  }
  return rows;
}

function headingLevel({ text, size, isBold, cells }: PdfLine, usual: number): number {
  if (text.length > 140 || cells.length > 1 || !/\p{L}/u.test(text)) return 0;
  if (size > usual * 1.6) return 1;
  if (size > usual * 1.12) return 2;
  return isBold && text.length < 90 && !/[.:,;]$/.test(text) ? 3 : 0;
}

/** Lines of a paragraph; a word that was divided at the end of a line is whole again. */
function joinWrapped(lines: readonly string[]): string {
  let joined = "";
  for (const line of lines) {
    if (/\p{Ll}-$/u.test(joined) && /^\p{Ll}/u.test(line)) joined = joined.slice(0, -1) + line;
    else joined = joined === "" ? line : `${joined} ${line}`;
  }
  return joined;
}
