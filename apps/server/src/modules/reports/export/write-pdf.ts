import { drawFigures, drawHeading, drawPictureBlock, drawText } from "./pdf/draw-blocks.ts";
import { drawTable } from "./pdf/draw-table.ts";
import type { PdfBlock, PdfDocument } from "./pdf/pdf-document.ts";
import { Pen } from "./pdf/pen.ts";
import { Sheet } from "./pdf/sheet.ts";

/** A report as PDF on A4, always light: page by page, with the filters at the head of each and its number at the foot. */
export async function* writePdf(document: PdfDocument): AsyncGenerator<Buffer> {
  const { header, orientation, blocks } = document;
  // Loaded with the first PDF, so that a start does not wait for it.
  const { default: PDFDocument } = await import("pdfkit");
  const file = new PDFDocument({
    size: "A4",
    layout: orientation,
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    lang: "en",
    displayTitle: true,
    pdfVersion: "1.7",
    info: { Title: header.title, Author: header.tenant, Creator: header.by, Producer: "Console" },
  });
  const sheet = new Sheet(new Pen(file), header);
  for (const [index, block] of blocks.entries()) await drawBlock(sheet, block, blocks[index + 1], document);
  sheet.drawFeet();
  file.end();
  for await (const chunk of file) yield chunk as Buffer;
}

async function drawBlock(
  sheet: Sheet,
  block: PdfBlock,
  next: PdfBlock | undefined,
  { header, currency }: PdfDocument,
): Promise<void> {
  switch (block.kind) {
    case "heading":
      return drawHeading(sheet, block, next);
    case "kpis":
      return drawFigures(sheet, block);
    case "picture":
      return drawPictureBlock(sheet, block);
    case "table":
      return drawTable(sheet, block, { currency, clock: header });
    case "text":
      return drawText(sheet, block);
  }
}
