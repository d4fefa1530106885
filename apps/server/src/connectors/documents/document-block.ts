/** The forms of documents that are read. */
export const documentFormats = ["pdf", "docx", "html", "markdown", "text", "csv", "xlsx"] as const;
export type DocumentFormat = (typeof documentFormats)[number];

/** A piece of a document in the order of reading. */
export type DocumentBlock = {
  kind: "heading" | "text" | "table";
  /** How deep a heading stands, from 1 on; 0 for everything else. */
  level: number;
  /** Rows of a table stand on lines of their own, the first of them names the columns. */
  text: string;
  /** Null where the format knows no pages. */
  page: number | null;
  /** Why whoever reads the document does not see it; null for what is seen. */
  hidden: string | null;
};

/** What reading a document gives, piece by piece. */
export type DocumentPart = {
  format: DocumentFormat;
  blocks: DocumentBlock[];
  /** How much has been read, up to 1. */
  share: number;
  pages: number | null;
  /** Pages that hold no text. */
  emptyPages: number[];
};

/** What one document may hold. */
export const documentLimits = {
  bytes: 50 * 1024 ** 2,
  pages: 2000,
  characters: 10_000_000,
  /** A table or a paragraph of more is cut, and goes on in the next block. */
  block: 20_000,
  unpackedBytes: 500 * 1024 ** 2,
} as const;

/** One block, as a reader makes it. */
export function createBlock(
  kind: DocumentBlock["kind"],
  text: string,
  { level = 0, page = null, hidden = null }: Partial<Pick<DocumentBlock, "level" | "page" | "hidden">> = {},
): DocumentBlock {
  return { kind, level, text, page, hidden };
}

/** Text on one line: no runs of spaces, nothing around it. */
export function squeeze(text: string): string {
  return text.replace(/[\s\u00a0]+/gu, " ").trim();
}

/** Cells of a row, as a table of a block writes them. */
export function joinCells(cells: readonly string[]): string {
  return cells.map(squeeze).join(" | ");
}
