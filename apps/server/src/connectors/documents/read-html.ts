import { Parser } from "htmlparser2";
import { SourceProblem } from "../connector.ts";
import { createBlock, type DocumentBlock, joinCells, squeeze } from "./document-block.ts";

const skipped = new Set(
  "script style template noscript svg math nav footer form button select iframe object head".split(" "),
);
const breaking = new Set(
  "p div section article main header aside li ul ol dl dt dd pre blockquote figure figcaption address hr br details summary".split(
    " ",
  ),
);
const single = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const deepest = 2000;

type Open = { name: string; isSkipped: boolean; hidden: string | null };

/** Reads the text of a web page; scripts, menus and forms play no part. */
export class HtmlReader {
  title = "";
  private readonly parser: Parser;
  private blocks: DocumentBlock[] = [];
  private stack: Open[] = [];
  private text = "";
  private rows: string[] = [];
  private cells: string[] | null = null;
  private tables = 0;
  private isTitle = false;
  private hiddenText = "";
  private hiddenWhy: string | null = null;

  constructor() {
    this.parser = new Parser(
      {
        onopentag: (name, attributes) => this.open(name, attributes),
        onclosetag: (name) => this.close(name),
        ontext: (text) => this.add(text),
      },
      { decodeEntities: true, lowerCaseTags: true },
    );
  }

  read(text: string): DocumentBlock[] {
    this.parser.write(text);
    return this.takeBlocks();
  }

  end(): DocumentBlock[] {
    this.parser.end();
    this.endBlock();
    this.endHidden();
    return this.takeBlocks();
  }

  private takeBlocks(): DocumentBlock[] {
    const taken = this.blocks;
    this.blocks = [];
    return taken;
  }

  private open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === "title") this.isTitle = true;
    if (single.has(name)) {
      if (breaking.has(name)) this.endBlock();
      return;
    }
    if (this.stack.length >= deepest) throw new SourceProblem("config", "The page is nested too deeply.");
    const around = this.stack.at(-1);
    const isSkipped = (around?.isSkipped ?? false) || skipped.has(name);
    const hidden = around?.hidden ?? findHidden(attributes);
    if (breaking.has(name) || /^h[1-6]$/.test(name) || name === "table") this.endBlock();
    if (hidden !== (around?.hidden ?? null)) this.endHidden();
    this.stack.push({ name, isSkipped, hidden });
    if (isSkipped) return;
    if (name === "table") this.tables++;
    if (this.tables !== 1) return;
    if (name === "tr") this.cells = [];
    if (name === "td" || name === "th") this.text = "";
  }

  private close(name: string): void {
    if (name === "title") this.isTitle = false;
    const place = this.stack.findLastIndex((one) => one.name === name);
    if (place < 0) return;
    const [closed] = this.stack.splice(place);
    if (!closed || closed.isSkipped) return;
    if ((name === "td" || name === "th") && this.tables === 1 && this.cells) {
      this.cells.push(squeeze(this.text));
      this.text = "";
    } else if (name === "tr" && this.tables === 1 && this.cells) {
      const line = joinCells(this.cells);
      if (/[^\s|]/.test(line)) this.rows.push(line);
      this.cells = null;
      if (this.rows.length > 2000) this.endTable();
    } else if (name === "table" && --this.tables === 0) this.endTable();
    else if (/^h[1-6]$/.test(name)) this.endBlock(Number(name.slice(1)));
    else if (breaking.has(name)) this.endBlock();
    if (closed.hidden !== (this.stack.at(-1)?.hidden ?? null)) this.endHidden();
  }

  private add(text: string): void {
    if (this.isTitle) this.title = squeeze(`${this.title}${text}`).slice(0, 200);
    const around = this.stack.at(-1);
    if (around?.isSkipped) return;
    if (around?.hidden) {
      this.hiddenText += text;
      this.hiddenWhy = around.hidden;
    } else this.text += text;
    if (this.text.length > 1_000_000 && !this.cells) this.endBlock();
  }

  private endBlock(level = 0): void {
    if (this.cells) {
      this.text += " ";
      return;
    }
    const text = squeeze(this.text);
    this.text = "";
    if (text !== "") this.blocks.push(createBlock(level > 0 ? "heading" : "text", text, { level }));
  }

  private endTable(): void {
    if (this.rows.length > 0) this.blocks.push(createBlock("table", this.rows.join("\n")));
    this.rows = [];
    this.text = "";
  }

  private endHidden(): void {
    const text = squeeze(this.hiddenText);
    this.hiddenText = "";
    if (text !== "") this.blocks.push(createBlock("text", text, { hidden: this.hiddenWhy ?? "Hidden text" }));
  }
}

/** Why people do not see an element by what it says of itself. */
function findHidden({ hidden, style = "", "aria-hidden": aria }: Readonly<Record<string, string>>): string | null {
  if (hidden !== undefined || aria === "true") return "Hidden text";
  const plain = style.toLowerCase().replaceAll(/\s/g, "");
  if (/display:none|visibility:hidden|opacity:0(?:[;.]0*)?(?:;|$)/.test(plain)) return "Hidden text";
  if (/font-size:0*[01]?(?:\.\d+)?(?:px|pt)?(?:;|$)/.test(plain)) return "Text too small to be read";
  if (/(?:left|top|text-indent):-\d{3,}/.test(plain)) return "Text beside the page";
  const isWhite =
    /(?:^|;)color:(?:#fff(?:fff)?|white|transparent|rgba?\(255,255,255[^)]*\))(?:!important)?(?:;|$)/.test(plain);
  return isWhite && !/background/.test(plain) ? "White text" : null;
}
