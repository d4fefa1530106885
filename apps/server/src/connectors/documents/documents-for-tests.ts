import { zipSync } from "fflate";
import PDFDocument from "pdfkit";

type PdfPage = (pdf: InstanceType<typeof PDFDocument>) => void;

/** A PDF with a page for each drawing. */
export function makePdf(pages: readonly PdfPage[], options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pdf = new PDFDocument({ autoFirstPage: false, margin: 60, ...options });
    const chunks: Buffer[] = [];
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
    for (const draw of pages) {
      pdf.addPage();
      draw(pdf);
    }
    pdf.end();
  });
}

/** A page with headings, which begin with "# ", and paragraphs. */
export function pdfPage(...lines: readonly string[]): PdfPage {
  return (pdf) => {
    for (const line of lines) {
      if (line.startsWith("# ")) pdf.font("Helvetica-Bold").fontSize(18).text(line.slice(2));
      else pdf.font("Helvetica").fontSize(11).text(line);
      pdf.moveDown(1);
    }
  };
}

const word = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A Word document with the given body. */
export function makeDocx(body: string, others: Readonly<Record<string, Uint8Array>> = {}): Buffer {
  const styles = `<w:styles ${word}><w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="H2"><w:name w:val="heading 2"/></w:style></w:styles>`;
  const files: Record<string, Uint8Array> = {
    "[Content_Types].xml": bytes("<Types/>"),
    "word/document.xml": bytes(`<?xml version="1.0"?><w:document ${word}><w:body>${body}</w:body></w:document>`),
    "word/styles.xml": bytes(styles),
    ...others,
  };
  return Buffer.from(zipSync(files));
}

/** A paragraph of a Word document. */
export function docxParagraph(text: string, { style = "", run = "" } = {}): string {
  const properties = style === "" ? "" : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${properties}<w:r>${run === "" ? "" : `<w:rPr>${run}</w:rPr>`}<w:t>${text}</w:t></w:r></w:p>`;
}

/** A table of a Word document. */
export function docxTable(rows: readonly (readonly string[])[]): string {
  const cells = (row: readonly string[]) => row.map((cell) => `<w:tc>${docxParagraph(cell)}</w:tc>`).join("");
  return `<w:tbl>${rows.map((row) => `<w:tr>${cells(row)}</w:tr>`).join("")}</w:tbl>`;
}

export function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
