import { open, stat } from "node:fs/promises";
import { SourceProblem } from "../connector.ts";
import { createDecoder, type Encoding, wholeCharacters } from "../file/decode-text.ts";
import { detectEncoding } from "../file/detect-encoding.ts";
import { openArchive } from "../file/open-archive.ts";
import { type DocumentBlock, type DocumentFormat, type DocumentPart, documentLimits } from "./document-block.ts";
import { readDocx } from "./read-docx.ts";
import { HtmlReader } from "./read-html.ts";
import { MarkdownReader } from "./read-markdown.ts";
import { readPdf } from "./read-pdf.ts";
import { PlainTextReader } from "./read-plain-text.ts";
import { readCsv, readXlsx } from "./read-tables.ts";

const chunkBytes = 256 * 1024;
const longestLine = 1_000_000;

/** Reads a document, whatever its form, as the pieces that it has in the order of reading. */
export async function* readDocument({
  path,
  name,
}: {
  path: string;
  name: string;
}): AsyncGenerator<DocumentPart, void> {
  const format = await findFormat(path, name);
  let characters = 0;
  let hasText = false;
  let last: DocumentPart | null = null;
  for await (const piece of readAs(format, path, name)) {
    const blocks = piece.blocks.flatMap(cutBlock);
    for (const { text } of blocks) {
      characters += text.length;
      hasText ||= /[\p{L}\p{N}]/u.test(text);
    }
    if (characters > documentLimits.characters) {
      const most = documentLimits.characters.toLocaleString("en-US");
      throw new SourceProblem("config", `The file holds more than ${most} characters. Split it.`);
    }
    last = { format, blocks, share: piece.share, pages: piece.pages ?? null, emptyPages: piece.emptyPages ?? [] };
    yield last;
  }
  if (hasText) return;
  if (format === "pdf" && last) {
    throw new SourceProblem(
      "config",
      `Page 1 to ${last.pages}: there is no text, only pictures. Run text recognition (OCR) on the scan, then upload it again.`,
    );
  }
  throw new SourceProblem("config", "The file holds no text.");
}

type Piece = { blocks: DocumentBlock[]; share: number; pages?: number | null; emptyPages?: number[] };

function readAs(format: DocumentFormat, path: string, name: string): AsyncGenerator<Piece, void> {
  switch (format) {
    case "pdf":
      return readPdf(path);
    case "docx":
      return readDocx(path);
    case "xlsx":
      return readXlsx(path);
    case "csv":
      return readCsv(path, name);
    case "html":
      return readHtml(path);
    case "markdown":
      return readLines(path, new MarkdownReader());
    case "text":
      return readLines(path, new PlainTextReader());
  }
}

const byEnding: Readonly<Record<string, DocumentFormat>> = {
  pdf: "pdf",
  docx: "docx",
  docm: "docx",
  html: "html",
  htm: "html",
  xhtml: "html",
  md: "markdown",
  markdown: "markdown",
  txt: "text",
  text: "text",
  csv: "csv",
  tsv: "csv",
  xlsx: "xlsx",
  xlsm: "xlsx",
};

const labels: Readonly<Record<DocumentFormat, string>> = {
  pdf: "a PDF",
  docx: "a Word document",
  html: "a web page",
  markdown: "Markdown",
  text: "plain text",
  csv: "CSV",
  xlsx: "a workbook",
};

/** What other files begin with, and what to do with them. */
const others: readonly [string, string][] = [
  [
    "\u00d0\u00cf\u0011\u00e0",
    "The file is an old Office file (.doc, .xls) or has a password. Save it as DOCX or XLSX without a password.",
  ],
  ["{\\rtf", "The file is RTF. Save it as DOCX or PDF."],
  ["\u001f\u008b", "The file is compressed with gzip. Decompress it, then upload its contents."],
  ["7z\u00bc\u00af", "The file is a 7z archive. Unpack it, then upload its contents."],
  ["Rar!", "The file is a RAR archive. Unpack it, then upload its contents."],
  ["PK\u0005\u0006", "The file is an empty archive."],
  ["\u0089PNG", "The file is a picture. Run text recognition (OCR) on it, then upload the text."],
  ["\u00ff\u00d8\u00ff", "The file is a picture. Run text recognition (OCR) on it, then upload the text."],
  ["GIF8", "The file is a picture. Run text recognition (OCR) on it, then upload the text."],
  ["MZ", "The file is a program, not a document."],
  ["\u007fELF", "The file is a program, not a document."],
];

/** What a file is by what it holds. A name that says otherwise is refused: somebody should look at such a file. */
async function findFormat(path: string, name: string): Promise<DocumentFormat> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new SourceProblem("config", "The file is no longer here. Upload it again.");
  if (found.size === 0) throw new SourceProblem("config", "The file is empty.");
  const head = await readHead(path);
  const start = head.toString("latin1", 0, 8);
  const other = others.find(([mark]) => start.startsWith(mark));
  if (other) throw new SourceProblem("config", other[1]);
  const named = byEnding[/\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? ""];
  if (!named) {
    throw new SourceProblem(
      "config",
      "This type of file is not read. Upload PDF, DOCX, HTML, Markdown, TXT, CSV or XLSX.",
    );
  }
  const held = head.toString("latin1", 0, 1024).includes("%PDF-")
    ? "pdf"
    : start.startsWith("PK\u0003\u0004")
      ? await findArchiveFormat(path)
      : null;
  const isOfBytes = named === "pdf" || named === "docx" || named === "xlsx";
  if (held !== null && held !== named) {
    throw new SourceProblem(
      "config",
      `The name says ${labels[named]}, but the file is ${labels[held]}. Rename it, then upload it again.`,
    );
  }
  if (held === null && isOfBytes) {
    throw new SourceProblem(
      "config",
      `The name says ${labels[named]}, but the file is none. Save it again, then upload it.`,
    );
  }
  if (!isOfBytes) requireText(head);
  return named;
}

async function findArchiveFormat(path: string): Promise<"docx" | "xlsx"> {
  const archive = await openArchive(path, { noun: "file", mostBytes: documentLimits.unpackedBytes });
  try {
    if (archive.has("word/document.xml")) return "docx";
    if (archive.has("xl/workbook.xml")) return "xlsx";
    throw new SourceProblem("config", "The file is an archive, not a document. Upload it as .zip, or unpack it first.");
  } finally {
    archive.close();
  }
}

function requireText(head: Buffer): void {
  const isWide = head[0] === 0xff || head[0] === 0xfe;
  let controls = 0;
  for (const byte of head)
    if (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13 && byte !== 0x1b) controls++;
  const zeros = head.filter((byte) => byte === 0).length;
  if (!isWide && controls > head.length * 0.05 && zeros < head.length * 0.3) {
    throw new SourceProblem("config", "The file holds binary data, not text. Save it as PDF, DOCX or TXT.");
  }
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.alloc(64 * 1024);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** The text of a file in its own encoding, piece by piece, with how much has been read. */
async function* readText(path: string): AsyncGenerator<{ text: string; share: number }, void> {
  const { size } = await stat(path);
  const file = await open(path);
  try {
    const pieces = await Promise.all(
      [0, 0.25, 0.5, 0.75].map(async (part) => {
        const buffer = Buffer.alloc(64 * 1024);
        const { bytesRead } = await file.read(buffer, 0, buffer.length, Math.floor(size * part));
        return buffer.subarray(0, bytesRead);
      }),
    );
    const declared = declaredEncoding(pieces[0] ?? Buffer.alloc(0));
    const { encoding, markBytes } = detectEncoding(
      pieces.filter((piece) => piece.length > 0),
      declared,
    );
    const decode = createTextDecoder(encoding);
    const buffer = Buffer.alloc(chunkBytes);
    for (let at = markBytes; at < size; ) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, at);
      if (bytesRead === 0) break;
      at += bytesRead;
      yield { text: decode(buffer.subarray(0, bytesRead), at >= size), share: at / size };
    }
  } finally {
    await file.close();
  }
}

/** What a web page says of its own letters. */
function declaredEncoding(head: Buffer): "windows-1252" | "utf-8" | undefined {
  const said = /<meta[^>]{0,200}charset=["']?([\w-]+)/i.exec(head.toString("latin1", 0, 4096))?.[1]?.toLowerCase();
  if (said === "utf-8") return "utf-8";
  return said === "iso-8859-1" || said === "windows-1252" ? "windows-1252" : undefined;
}

function createTextDecoder(encoding: Encoding): (bytes: Buffer, isLast: boolean) => string {
  if (encoding === "utf-8" || encoding.startsWith("utf-16")) {
    const decoder = new TextDecoder(encoding);
    return (bytes, isLast) => wholeCharacters(decoder.decode(bytes, { stream: !isLast }));
  }
  const decode = createDecoder(encoding);
  return (bytes) => decode(bytes.toString("latin1")) ?? bytes.toString("latin1");
}

async function* readHtml(path: string): AsyncGenerator<Piece, void> {
  const reader = new HtmlReader();
  for await (const { text, share } of readText(path)) yield { blocks: reader.read(text), share };
  yield { blocks: reader.end(), share: 1 };
}

type LineReader = { read(line: string): DocumentBlock[]; end(): DocumentBlock[] };

async function* readLines(path: string, reader: LineReader): AsyncGenerator<Piece, void> {
  let rest = "";
  for await (const { text, share } of readText(path)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    const blocks = lines.flatMap((line) => reader.read(line));
    if (rest.length > longestLine) {
      blocks.push(...reader.read(rest));
      rest = "";
    }
    yield { blocks, share };
  }
  yield { blocks: [...reader.read(rest), ...reader.end()], share: 1 };
}

/** A block that is longer than any should be goes on in the next one. */
function cutBlock(block: DocumentBlock): DocumentBlock[] {
  const text = wholeCharacters(block.text).replaceAll("\u0000", "");
  if (text.length <= documentLimits.block) return [{ ...block, text }];
  const [header = ""] = block.kind === "table" ? text.split("\n", 1) : [];
  const pieces: DocumentBlock[] = [];
  for (let at = 0; at < text.length; ) {
    const limit = at + documentLimits.block;
    const mark = block.kind === "table" ? "\n" : " ";
    const cut = limit >= text.length ? text.length : Math.max(text.lastIndexOf(mark, limit), at + 1000);
    const piece = text.slice(at, Math.min(cut, limit));
    pieces.push({ ...block, text: at > 0 && header !== "" ? `${header}\n${piece.trim()}` : piece.trim() });
    at = Math.min(cut, limit);
  }
  return pieces;
}
