import { SourceProblem } from "../connector.ts";
import { openArchive } from "../file/open-archive.ts";
import { walkXml } from "../file/walk-xml.ts";
import { createBlock, type DocumentBlock, documentLimits, joinCells, squeeze } from "./document-block.ts";

const content = "word/document.xml";
/** Half points; smaller letters are not seen. */
const smallestHalfPoints = 3;
/** What Word keeps of a text that is no longer there, or has there twice. */
const leftOut = new Set(["moveFrom", "Fallback", "del", "instrText", "pict"]);

type Paragraph = { text: string; hidden: string; why: string; level: number };
type Row = { cells: string[]; hidden: string };

/** Reads the text of a Word document; macros, comments and what was deleted play no part. */
export async function* readDocx(
  path: string,
): AsyncGenerator<{ blocks: DocumentBlock[]; share: number; pages: number | null }, void> {
  const archive = await openArchive(path, { noun: "document", mostBytes: documentLimits.unpackedBytes });
  try {
    if (!archive.has(content)) {
      throw new SourceProblem(
        "config",
        "The file is an archive, not a Word document. Unpack it, then upload its contents.",
      );
    }
    const levels = await readHeadingStyles(archive);
    const stream = await archive.open(content);
    if (!stream) return;
    const size = Math.max(1, archive.sizeOf(content));
    const walker = new DocxWalker(levels);
    for await (const bytes of walkXml(stream, walker, "document")) {
      const blocks = walker.takeBlocks();
      if (blocks.length > 0)
        yield { blocks, share: Math.min(1, bytes / size), pages: walker.hasPages ? walker.page : null };
    }
  } finally {
    archive.close();
  }
}

/** How deep the headings of each style stand, whatever the styles are called in the language of the document. */
async function readHeadingStyles(archive: Awaited<ReturnType<typeof openArchive>>): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  const stream = await archive.open("word/styles.xml");
  if (!stream) return levels;
  let style = "";
  const pieces = walkXml(
    stream,
    {
      open(name, attributes) {
        if (name === "style") style = attributes["w:styleId"] ?? "";
        if (levels.size > 10_000) return;
        const named = name === "name" ? /^(?:heading (\d)|(title))$/i.exec(attributes["w:val"] ?? "") : null;
        if (named && style !== "") levels.set(style, Number(named[1] ?? 1));
        const outline = name === "outlineLvl" ? Number(attributes["w:val"]) : 9;
        if (outline < 9 && style !== "") levels.set(style, outline + 1);
      },
    },
    "document",
  );
  for await (const _ of pieces);
  return levels;
}

/** Puts paragraphs and tables together while a document is walked through. */
class DocxWalker {
  page = 1;
  hasPages = false;
  private readonly levels: ReadonlyMap<string, number>;
  private blocks: DocumentBlock[] = [];
  private paragraphs: Paragraph[] = [];
  private rows: Row[] = [];
  private row: Row | null = null;
  private cell: string[] | null = null;
  private tables = 0;
  private skipped = 0;
  private runHidden: string | null = null;
  private isText = false;
  private isShaded = false;

  constructor(levels: ReadonlyMap<string, number>) {
    this.levels = levels;
  }

  takeBlocks(): DocumentBlock[] {
    const taken = this.blocks;
    this.blocks = [];
    return taken;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (leftOut.has(name)) this.skipped++;
    if (this.skipped > 0) return;
    const value = attributes["w:val"] ?? "";
    const paragraph = this.paragraphs.at(-1);
    switch (name) {
      case "p":
        this.paragraphs.push({ text: "", hidden: "", why: "", level: 0 });
        break;
      case "pStyle":
        if (paragraph) paragraph.level = this.levels.get(value) ?? 0;
        break;
      case "outlineLvl":
        if (paragraph && Number(value) < 9) paragraph.level = Number(value) + 1;
        break;
      case "r":
        this.runHidden = null;
        break;
      case "vanish":
        if (!/^(?:0|false|off)$/.test(value)) this.runHidden = "Hidden text";
        break;
      case "shd":
        if (!/^(?:auto|ffffff)?$/i.test(attributes["w:fill"] ?? "")) this.isShaded = true;
        break;
      case "color":
        if (/^ffffff$/i.test(value) && !this.isShaded) this.runHidden = "White text";
        break;
      case "sz":
        if (Number(value) <= smallestHalfPoints) this.runHidden = "Text too small to be read";
        break;
      case "t":
        this.isText = true;
        break;
      case "tab":
        if (paragraph && this.runHidden === null) paragraph.text += " ";
        break;
      case "br":
      case "lastRenderedPageBreak":
        if (name !== "br" || attributes["w:type"] === "page") {
          this.page++;
          this.hasPages = true;
        } else if (paragraph) paragraph.text += " ";
        break;
      case "tbl":
        this.tables++;
        break;
      case "tr":
        if (this.tables === 1) this.row = { cells: [], hidden: "" };
        break;
      case "tc":
        if (this.tables === 1) this.cell = [];
        this.isShaded = false;
        break;
      default:
    }
  }

  text(text: string): void {
    const paragraph = this.paragraphs.at(-1);
    if (!this.isText || !paragraph || this.skipped > 0) return;
    if (this.runHidden === null) paragraph.text += text;
    else {
      paragraph.hidden += text;
      paragraph.why = this.runHidden;
    }
  }

  close(name: string): void {
    if (leftOut.has(name)) this.skipped--;
    if (this.skipped > 0) return;
    if (name === "t") this.isText = false;
    else if (name === "p") this.endParagraph();
    else if (name === "tc" && this.tables === 1) {
      this.row?.cells.push((this.cell ?? []).join(" "));
      this.cell = null;
      this.isShaded = false;
    } else if (name === "tr" && this.tables === 1 && this.row) {
      this.rows.push(this.row);
      this.row = null;
      if (this.rows.length > 2000) this.endTable();
    } else if (name === "tbl" && --this.tables === 0) this.endTable();
  }

  private endParagraph(): void {
    const paragraph = this.paragraphs.pop();
    if (!paragraph) return;
    const text = squeeze(paragraph.text);
    const page = this.hasPages ? this.page : null;
    if (paragraph.hidden.trim() !== "") {
      this.blocks.push(createBlock("text", squeeze(paragraph.hidden), { page, hidden: paragraph.why }));
    }
    if (text === "") return;
    if (this.cell) this.cell.push(text);
    else if (paragraph.level > 0) this.blocks.push(createBlock("heading", text, { level: paragraph.level, page }));
    else this.blocks.push(createBlock("text", text, { page }));
    if (this.paragraphs.length === 0 && !this.cell) this.isShaded = false;
  }

  private endTable(): void {
    const lines = this.rows.map(({ cells }) => joinCells(cells)).filter((line) => /[^\s|]/.test(line));
    this.rows = [];
    if (lines.length === 0) return;
    this.blocks.push(createBlock("table", lines.join("\n"), { page: this.hasPages ? this.page : null }));
  }
}
