import { readFile } from "node:fs/promises";
import "./polyfill-node-20.ts";
import { getDocumentProxy, getResolvedPDFJS } from "unpdf";
import { SourceProblem } from "../connector.ts";
import { createBlock, type DocumentBlock, documentLimits, squeeze } from "./document-block.ts";
import { findHiddenText, type PdfOperators } from "./pdf-hidden-text.ts";
import { joinLines, measureBody, type PdfItem, type PdfLine, readLines } from "./pdf-lines.ts";

/** The first pages tell how large the text of the body is, and what stands on every page. */
const measuredPages = 12;
/** A picture larger than this is not decoded; its text would not be read anyway. */
const mostPicturePixels = 4_000_000;

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;
export type PdfPart = { blocks: DocumentBlock[]; share: number; pages: number; emptyPages: number[] };

/** Reads a PDF page by page. */
export async function* readPdf(path: string): AsyncGenerator<PdfPart, void> {
  const pdf = await openPdf(path);
  const pages = pdf.numPages;
  if (pages > documentLimits.pages) {
    const [count, most] = [pages, documentLimits.pages].map((number) => number.toLocaleString("en-US"));
    throw new SourceProblem("config", `The file has ${count} pages; up to ${most} are read. Split it.`);
  }
  const first: PdfLine[][] = [];
  for (let page = 1; page <= Math.min(pages, measuredPages); page++) first.push((await readPage(pdf, page)).lines);
  const body = measureBody(first);
  const emptyPages: number[] = [];
  for (let page = 1; page <= pages; page++) {
    const { lines, hidden } = await readPage(pdf, page);
    const shown = lines.filter((line) => !hidden.has(line));
    if (shown.length === 0) emptyPages.push(page);
    const blocks = joinLines(shown, body, page);
    const unseen = lines.filter((line) => hidden.has(line));
    if (unseen.length > 0) {
      const text = squeeze(unseen.map((line) => line.text).join(" "));
      blocks.push(createBlock("text", text, { page, hidden: hidden.get(unseen[0] as PdfLine) ?? null }));
    }
    yield { blocks, share: page / pages, pages, emptyPages };
  }
  await pdf.destroy();
}

async function openPdf(path: string): Promise<Pdf> {
  const data = new Uint8Array(await readFile(path));
  try {
    return await getDocumentProxy(data, {
      isEvalSupported: false,
      maxImageSize: mostPicturePixels,
      stopAtErrors: false,
      verbosity: 0,
    });
  } catch (error) {
    const name = error instanceof Error ? error.name : "";
    if (name === "PasswordException") {
      throw new SourceProblem("config", "The file has a password. Save it without one, then upload it again.");
    }
    throw new SourceProblem("config", "The PDF is damaged or incomplete. Save it again, then upload it.");
  }
}

async function readPage(pdf: Pdf, number: number): Promise<{ lines: PdfLine[]; hidden: Map<PdfLine, string> }> {
  try {
    const page = await pdf.getPage(number);
    const content = await page.getTextContent();
    const { OPS } = await getResolvedPDFJS();
    const operators = (await page.getOperatorList()) as PdfOperators;
    const fontName = (id: string) => {
      const font: unknown = page.commonObjs.has(id) ? page.commonObjs.get(id) : null;
      return font !== null && typeof font === "object" && "name" in font ? String(font.name) : "";
    };
    const items = content.items.filter((item) => "str" in item) as PdfItem[];
    const lines = readLines(items, fontName);
    const hidden = findHiddenText(lines, operators, OPS, page.view);
    page.cleanup();
    return { lines, hidden };
  } catch (error) {
    if (error instanceof SourceProblem) throw error;
    throw new SourceProblem("config", `Page ${number} is damaged. Save the file again, then upload it.`);
  }
}
