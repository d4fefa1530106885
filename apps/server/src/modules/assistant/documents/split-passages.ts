import type { DocumentBlock } from "../../../connectors/documents/document-block.ts";
import { findAddressing } from "./find-addressing.ts";
import { type Passage, toShown } from "./passage.ts";

/** Characters of a passage: paragraphs are put together up to `usual`, and one alone may have up to `most`. */
const sizes = { usual: 900, most: 1800, table: 4000, heading: 200 } as const;
const mostHeadings = 6;
/** A document of more is not read further: it is refused. */
export const mostPassages = 10_000;

type Open = { texts: string[]; size: number; page: number | null };

/** Puts the blocks of a document together to passages, as they come. */
export class PassageSplitter {
  characters = 0;
  private readonly passages: Passage[] = [];
  private readonly headings: { level: number; text: string }[] = [];
  private open: Open | null = null;
  /** A heading that nothing has followed yet. */
  private bare: { level: number; text: string; page: number | null } | null = null;

  add({ kind, level, text, page, hidden }: DocumentBlock): void {
    if (hidden !== null) {
      this.push("text", text.slice(0, sizes.table), page, `${hidden}: whoever reads the document does not see it.`);
      return;
    }
    if (kind === "heading") {
      // What stands under it begins with another heading.
      if (this.bare && level > this.bare.level) this.bare = null;
      this.endText();
      while ((this.headings.at(-1)?.level ?? 0) >= level) this.headings.pop();
      if (this.headings.length < mostHeadings) this.headings.push({ level, text: text.slice(0, sizes.heading) });
      this.bare = { level, text, page };
      return;
    }
    this.bare = null;
    if (kind === "table") {
      this.endText();
      for (const piece of cutTable(text)) this.push("table", piece, page, null);
      return;
    }
    for (const piece of cutText(text)) {
      if (this.open && this.open.size + piece.length > sizes.usual) this.endText();
      this.open ??= { texts: [], size: 0, page };
      this.open.texts.push(piece);
      this.open.size += piece.length;
    }
  }

  end(): Passage[] {
    this.endText();
    return this.passages;
  }

  private endText(): void {
    if (this.open) this.push("text", this.open.texts.join("\n"), this.open.page, null);
    // A heading by itself is all that a page of headings says.
    else if (this.bare && this.headings.length > 0) this.push("text", this.bare.text, this.bare.page, null);
    this.open = null;
    this.bare = null;
  }

  private push(kind: Passage["kind"], raw: string, page: number | null, hiddenReason: string | null): void {
    const headings = this.headings.map(({ text }) => toShown(text));
    const reason = hiddenReason ?? findAddressing(`${this.headings.map(({ text }) => text).join(". ")}. ${raw}`);
    const content = toShown(raw).trim();
    if (content === "") return;
    this.characters += content.length;
    this.passages.push({ kind, headings, page, content, reason });
  }

  get count(): number {
    return this.passages.length;
  }
}

/** A paragraph that is longer than a passage may be, in whole sentences where there are any. */
function cutText(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > sizes.most) {
    const start = rest.slice(0, sizes.usual);
    const sentence = Math.max(
      start.lastIndexOf(". "),
      start.lastIndexOf("! "),
      start.lastIndexOf("? "),
      start.lastIndexOf("。"),
    );
    const cut = sentence > sizes.usual / 3 ? sentence + 1 : Math.max(start.lastIndexOf(" "), sizes.usual / 3);
    pieces.push(rest.slice(0, cut).trim());
    rest = rest.slice(cut).trim();
  }
  return rest === "" ? pieces : [...pieces, rest];
}

/** A table stays whole; one that is far too long is cut between rows, and each piece names the columns again. */
function cutTable(text: string): string[] {
  if (text.length <= sizes.table) return [text];
  const [header = "", ...rows] = text.split("\n");
  const pieces: string[] = [];
  let piece = header;
  for (const row of rows) {
    if (piece.length + row.length > sizes.table && piece !== header) {
      pieces.push(piece);
      piece = header;
    }
    piece += `\n${row.slice(0, sizes.table)}`;
  }
  return piece === header && pieces.length > 0 ? pieces : [...pieces, piece];
}
