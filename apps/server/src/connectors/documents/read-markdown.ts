import { createBlock, type DocumentBlock, joinCells, squeeze } from "./document-block.ts";

/** Reads text with marks for headings, lists and tables, line by line. */
export class MarkdownReader {
  private blocks: DocumentBlock[] = [];
  private paragraph: string[] = [];
  private rows: string[] = [];
  private fence: string | null = null;
  private isComment = false;
  private line = 0;
  private isFrontMatter = false;

  read(line: string): DocumentBlock[] {
    this.take(line.replace(/\r$/, ""));
    const taken = this.blocks;
    this.blocks = [];
    return taken;
  }

  end(): DocumentBlock[] {
    this.endParagraph();
    this.endTable();
    return this.blocks;
  }

  private take(line: string): void {
    this.line++;
    if (this.line === 1 && line === "---") this.isFrontMatter = true;
    else if (this.isFrontMatter && /^(?:---|\.\.\.)$/.test(line)) {
      this.isFrontMatter = false;
      return;
    }
    if (this.isFrontMatter) return;
    const fence = /^\s*(```+|~~~+)/.exec(line)?.[1];
    if (fence && (this.fence === null || fence.startsWith(this.fence))) {
      this.fence = this.fence === null ? fence : null;
      return;
    }
    if (this.fence !== null) {
      this.paragraph.push(line);
      return;
    }
    const seen = this.withoutComments(line);
    const heading = /^\s{0,3}(#{1,6})\s+(.+?)\s*#*$/.exec(seen);
    const underline = /^\s{0,3}(=+|-+)\s*$/.exec(seen)?.[1];
    if (heading) {
      this.endParagraph();
      this.endTable();
      this.blocks.push(createBlock("heading", toText(heading[2] ?? ""), { level: heading[1]?.length ?? 1 }));
    } else if (underline && this.paragraph.length === 1 && underline.length > 1) {
      const text = toText(this.paragraph.join(" "));
      this.paragraph = [];
      this.blocks.push(createBlock("heading", text, { level: underline.startsWith("=") ? 1 : 2 }));
    } else if (/^\s*\|.*\|\s*$/.test(seen)) {
      this.endParagraph();
      const cells = seen
        .trim()
        .slice(1, -1)
        .split(/(?<!\\)\|/);
      if (!cells.every((cell) => /^\s*:?-+:?\s*$/.test(cell))) this.rows.push(joinCells(cells.map(toText)));
    } else if (seen.trim() === "") {
      this.endParagraph();
      this.endTable();
    } else {
      this.endTable();
      this.paragraph.push(seen);
    }
  }

  /** Comments are not shown to whoever reads the page. */
  private withoutComments(line: string): string {
    let seen = "";
    let rest = line;
    while (rest !== "") {
      const mark = this.isComment ? "-->" : "<!--";
      const place = rest.indexOf(mark);
      const piece = place < 0 ? rest : rest.slice(0, place);
      if (this.isComment) {
        const text = squeeze(piece);
        if (text !== "") this.blocks.push(createBlock("text", text, { hidden: "Comment" }));
      } else seen += piece;
      if (place < 0) break;
      this.isComment = !this.isComment;
      rest = rest.slice(place + mark.length);
    }
    return seen;
  }

  private endParagraph(): void {
    if (this.paragraph.length > 0) {
      const items = this.paragraph.map((line) => line.replace(/^\s*(?:[-*+]\s+)/, "• ").replace(/^\s*>\s?/, ""));
      const text = squeeze(toText(items.join(" ")));
      if (text !== "") this.blocks.push(createBlock("text", text));
    }
    this.paragraph = [];
  }

  private endTable(): void {
    if (this.rows.length > 0) this.blocks.push(createBlock("table", this.rows.join("\n")));
    this.rows = [];
  }
}

/** What is read where marks are drawn: links by their words, letters without stars. */
function toText(text: string): string {
  return text
    .replaceAll(/!?\[([^[\]]{0,500})\]\([^()]{0,2000}\)/g, "$1")
    .replaceAll(/<\/?[a-z][^<>]{0,500}>/gi, " ")
    .replaceAll(/(\*\*|__|~~|`)(?=\S)([^*_~`]{1,500})\1/g, "$2")
    .replaceAll(/(?<![\w*])[*_](?=\S)([^*_]{1,300})[*_](?![\w*])/g, "$1")
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|])/g, "$1")
    .trim();
}
