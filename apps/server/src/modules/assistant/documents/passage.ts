import { createHash } from "node:crypto";

/** A piece of a document as it is found and quoted: what stands under one heading, or a table. */
export type Passage = {
  kind: "text" | "table";
  /** The headings that it stands under, the outermost first. */
  headings: string[];
  page: number | null;
  content: string;
  /** Why it is held back until somebody has looked at it; null where it can be found. */
  reason: string | null;
};

/** By which a passage is known again when its document is read anew. */
export function hashPassage({ headings, content }: Pick<Passage, "headings" | "content">): string {
  return createHash("sha256")
    .update(JSON.stringify([headings, content]))
    .digest("hex")
    .slice(0, 32);
}

/** The lines of a text for people: what nobody sees, and controls, are gone. */
export function toShown(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\u200b\u2060\ufeff\u00ad\u{e0000}-\u{e007f}]/gu, "");
}
