import type { Tokens } from "marked";
import { memo, type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { splitAtNumbers } from "./mark-numbers.ts";
import classes from "./prose.module.css";
import { CodeBlock, ProseTable } from "./prose-blocks.tsx";
import {
  type ProseToken,
  type ReadText,
  readBlock,
  readGrowing,
  readLink,
  showHidden,
  unescapeText,
} from "./read-prose.ts";

type Props = {
  text: string;
  /** Numbers that stand in no result, as they are written. */
  unverified?: readonly string[];
};

const blocksInPart = 8;
const firstParts = 3;
/** From so many parts on, those far from the window are not laid out. */
const longFrom = 6;

/**
 * A text as a model wrote it: headings, lists, tables, code and links. It is drawn from its marks alone, so that nothing
 * in it becomes markup of the page, and nothing is fetched for it. While it grows, only its end is read and drawn again.
 */
export function Prose({ text, unverified = noNumbers }: Props) {
  const before = useRef<ReadText | null>(null);
  const { sources } = useMemo(() => {
    before.current = readGrowing(text, before.current);
    return before.current;
  }, [text]);
  const parts = useMemo(() => splitParts(sources), [sources]);
  const shown = useShownParts(parts.length);
  // What is not verified is known at the end, and may be anywhere in a long text.
  const numbers = useDeferredValue(unverified);
  return (
    <div className={classes.prose} dir="auto" data-long={parts.length > longFrom || undefined}>
      {parts.slice(0, shown).map((part, place) => {
        const marked = numbers.filter((number) => part.some((source) => source.includes(number)));
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks stay where they are while a text grows
        return <Part key={place} sources={part} marked={marked} />;
      })}
    </div>
  );
}

const noNumbers: readonly string[] = [];

function splitParts(sources: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(sources.length / blocksInPart);
  return Array.from({ length: count }, (_, place) => sources.slice(place * blocksInPart, (place + 1) * blocksInPart));
}

/** A long text that is there already is drawn part by part, so that the page answers meanwhile. */
function useShownParts(count: number): number {
  const [shown, setShown] = useState(firstParts);
  useEffect(() => {
    if (shown >= count) return;
    const frame = requestAnimationFrame(() => setShown(shown + 1));
    return () => cancelAnimationFrame(frame);
  }, [shown, count]);
  return shown;
}

type PartProps = { sources: readonly string[]; marked: readonly string[] };

/** Some blocks that follow each other; they are drawn again only where one of them has changed. */
const Part = memo(
  function Part({ sources, marked }: PartProps) {
    return (
      <div className={classes.part}>
        {sources.map((source, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks stay where they are while a text grows
          <Block key={place} source={source} marked={marked} />
        ))}
      </div>
    );
  },
  (one, other) => areSame(one.sources, other.sources) && areSame(one.marked, other.marked),
);

const Block = memo(
  function Block({ source, marked }: { source: string; marked: readonly string[] }) {
    return readBlock(source).map((token, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a block stay where they are
      <BlockToken key={place} token={token} unverified={marked} />
    ));
  },
  (one, other) => one.source === other.source && areSame(one.marked, other.marked),
);

const areSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((part, place) => part === other[place]);

type TokenProps = { token: ProseToken; unverified: readonly string[] };

function BlockToken({ token, unverified }: TokenProps): ReactNode {
  const inline = (tokens: readonly ProseToken[] | undefined) => drawInline(tokens ?? [], unverified);
  switch (token.type) {
    case "heading": {
      const { depth, tokens } = token as Tokens.Heading;
      const Heading = depth < 3 ? "h3" : "h4";
      return <Heading>{inline(tokens)}</Heading>;
    }
    case "paragraph":
      return <p>{inline((token as Tokens.Paragraph).tokens)}</p>;
    case "blockquote":
      return <blockquote>{drawBlocks((token as Tokens.Blockquote).tokens, unverified)}</blockquote>;
    case "list": {
      const { ordered, start, items } = token as Tokens.List;
      const entries = items.map((item, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries stay where they are
        <li key={place}>{drawBlocks(item.tokens, unverified)}</li>
      ));
      return ordered ? <ol start={typeof start === "number" ? start : 1}>{entries}</ol> : <ul>{entries}</ul>;
    }
    case "code":
      return <CodeBlock text={showHidden((token as Tokens.Code).text)} />;
    case "table": {
      const { header, rows, align } = token as Tokens.Table;
      const read = ({ tokens, text }: Tokens.TableCell) => ({ shown: inline(tokens), text: showHidden(text) });
      return <ProseTable head={header.map(read)} rows={rows.map((cells) => cells.map(read))} align={align} />;
    }
    case "hr":
      return <hr />;
    case "text": {
      const { tokens } = token as Tokens.Text;
      return tokens ? inline(tokens) : drawText((token as Tokens.Text).text, unverified);
    }
    case "checkbox":
      return (token as { checked?: boolean }).checked ? "☑ " : "☐ ";
    case "space":
    case "def":
      return null;
    default:
      // Markup of pages is shown as the characters that it is.
      return <p>{drawText(token.raw, unverified)}</p>;
  }
}

function drawBlocks(tokens: readonly ProseToken[], unverified: readonly string[]): ReactNode {
  return tokens.map((token, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks stay where they are
    <BlockToken key={place} token={token} unverified={unverified} />
  ));
}

function drawInline(tokens: readonly ProseToken[], unverified: readonly string[]): ReactNode {
  return tokens.map((token, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: words stay where they are
    <InlineToken key={place} token={token} unverified={unverified} />
  ));
}

function InlineToken({ token, unverified }: TokenProps): ReactNode {
  switch (token.type) {
    case "strong":
      return <strong>{drawInline((token as Tokens.Strong).tokens, unverified)}</strong>;
    case "em":
      return <em>{drawInline((token as Tokens.Em).tokens, unverified)}</em>;
    case "del":
      return <s>{drawInline((token as Tokens.Del).tokens, unverified)}</s>;
    case "codespan":
      return <code>{drawText(unescapeText((token as Tokens.Codespan).text), unverified)}</code>;
    case "br":
      return <br />;
    case "link": {
      const { href, tokens } = token as Tokens.Link;
      return <ProseLink href={href}>{drawInline(tokens, unverified)}</ProseLink>;
    }
    case "image": {
      const { href, text } = token as Tokens.Image;
      const host = readLink(href)?.host;
      return <span className={classes.left}>{showHidden(`[Picture not loaded: ${text || host || "no name"}]`)}</span>;
    }
    case "text": {
      const { tokens, text } = token as Tokens.Text;
      return tokens ? drawInline(tokens, unverified) : drawText(unescapeText(text), unverified);
    }
    case "escape":
      return drawText(unescapeText((token as Tokens.Escape).text), unverified);
    default:
      return drawText(token.raw, unverified);
  }
}

/** A link shows the host that it leads to; what is no link of the web or mail stays text. */
function ProseLink({ href, children }: { href: string; children: ReactNode }) {
  const link = readLink(href);
  if (!link) return <span>{children}</span>;
  return (
    <>
      <a href={link.href} target="_blank" rel="noopener noreferrer nofollow">
        {children}
      </a>{" "}
      <span className={classes.host}>({link.host})</span>
    </>
  );
}

function drawText(text: string, unverified: readonly string[]): ReactNode {
  return splitAtNumbers(showHidden(text), unverified).map(({ part, isMarked }, place) =>
    isMarked ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: numbers stay where they are
      <span key={place} className={classes.unverified} title="Not verified: this number is in none of the results.">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
