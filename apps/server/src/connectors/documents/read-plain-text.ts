import { createBlock, type DocumentBlock, squeeze } from "./document-block.ts";

/** Reads plain text: what stands between empty lines is a paragraph, and a form feed begins a page. */
export class PlainTextReader {
  private paragraph: string[] = [];
  private page: number | null = null;

  read(line: string): DocumentBlock[] {
    const blocks: DocumentBlock[] = [];
    const pieces = line.replace(/\r$/, "").split("\f");
    for (const [place, piece] of pieces.entries()) {
      if (place > 0) {
        blocks.push(...this.end());
        this.page = (this.page ?? 1) + 1;
      }
      if (/^\s*(?:={3,}|-{3,})\s*$/.test(piece) && this.paragraph.length === 1) {
        blocks.push(createBlock("heading", squeeze(this.paragraph.join(" ")), { level: 1, page: this.page }));
        this.paragraph = [];
      } else if (piece.trim() === "") blocks.push(...this.end());
      else this.paragraph.push(piece);
    }
    return blocks;
  }

  end(): DocumentBlock[] {
    const [first = ""] = this.paragraph;
    const text = squeeze(this.paragraph.join(" "));
    const isHeading = this.paragraph.length === 1 && looksLikeHeading(squeeze(first));
    this.paragraph = [];
    if (text === "") return [];
    return [createBlock(isHeading ? "heading" : "text", text, { level: isHeading ? 2 : 0, page: this.page })];
  }
}

/** A short line by itself that ends no sentence: in capitals, or with a number before it. */
function looksLikeHeading(line: string): boolean {
  if (line.length > 90 || /[.:;,!?]$/.test(line) || !/\p{L}{2}/u.test(line)) return false;
  return (
    /^(?:\d+(?:\.\d+)*[.)]?|§\s?\d+|[IVX]+\.)\s+\p{L}/u.test(line) ||
    (line === line.toUpperCase() && /\p{Lu}/u.test(line))
  );
}
