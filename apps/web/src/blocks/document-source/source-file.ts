/** The file that the passages of a document were read from. */
export type SourceFile = { document: string; number: number; fileName: string; format: string | null };

/** A passage where it stands in its file, with the words that were read there. */
export type SourcePassage = {
  id: string;
  kind: "text" | "table";
  headings: readonly string[];
  page: number | null;
  content: string;
};

/** Whether its pages can be drawn; other formats have none, and are shown as the text that was read. */
export function hasPages({ format }: Pick<SourceFile, "format">): boolean {
  return format === "pdf";
}
