import { Lexer, type Token } from "marked";

/** What a text of a model may hold; anything else is shown as the characters that it is. */
export type ProseToken = Token;

/** The server ends answers at this length. */
const longestText = 120_000;

/** What a block consists of. */
export function readBlock(source: string): ProseToken[] {
  return lex(source).filter(({ type }) => type !== "space" && type !== "def");
}

/** A text as it was read: its blocks, of which those before a place can no longer change. */
export type ReadText = { sources: readonly string[]; closed: number; closedText: string };

/** What comes later may still change so many blocks at the end. */
const openBlocks = 2;
const nothingRead: ReadText = { sources: [], closed: 0, closedText: "" };

/** Splits a text into the sources of its blocks; of one that has grown, the blocks that can no longer change are kept. */
export function readGrowing(text: string, before: ReadText | null): ReadText {
  // The lexer reads all ends of lines as one kind.
  const shown = text.slice(0, longestText).replace(/\r\n?/g, "\n");
  const kept = before && shown.startsWith(before.closedText) ? before : nothingRead;
  const sources = kept.sources.slice(0, kept.closed);
  const starts: number[] = [];
  let at = kept.closedText.length;
  for (const { type, raw } of lex(shown.slice(at))) {
    if (type !== "space" && type !== "def") {
      sources.push(raw);
      starts.push(at);
    }
    at += raw.length;
  }
  const open = Math.max(0, starts.length - openBlocks);
  return { sources, closed: kept.closed + open, closedText: shown.slice(0, starts[open] ?? kept.closedText.length) };
}

const lex = (text: string) => new Lexer({ gfm: true }).lex(text);

/** Where a link leads, or null for what is none: only the web and mail are, and never a place of this product. */
export function readLink(href: string): { href: string; host: string } | null {
  // A reader must see where it leads: what hides in the address is no link.
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(href) || !/^(?:https?:\/\/|mailto:)/i.test(href) || !URL.canParse(href)) return null;
  const url = new URL(href);
  if (url.username || url.password) return null;
  if (url.protocol === "mailto:") return url.pathname ? { href: `mailto:${url.pathname}`, host: url.pathname } : null;
  return url.hostname === "" ? null : { href: url.href, host: url.host };
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/** The characters that the lexer wrote as entities. */
export function unescapeText(text: string): string {
  return text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole);
}

/** Characters that turn or hide what stands beside them are made visible as what they are. */
export function showHidden(text: string): string {
  return text.replace(/[\u202A-\u202E\u2066-\u2069\u200B\u2060\uFEFF\u{E0000}-\u{E007F}]/gu, "\uFFFD");
}
