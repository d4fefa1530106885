import {
  AnnotationMode,
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  VerbosityLevel,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import workerAddress from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?url";
import { findMarks, type PageText } from "./find-marks.ts";

/** A part of a page, in percent of its width and height. */
export type PageMark = { left: number; top: number; width: number; height: number };
export type DrawnPage = { canvas: HTMLCanvasElement; marks: PageMark[] };
type Drawing = {
  /** In pixels of the screen. */
  width: number;
  /** The text that is marked where it stands on the page. */
  passage: string | null;
  signal: AbortSignal;
};

export type OpenPdf = {
  pages: number;
  drawPage: (number: number, drawing: Drawing) => Promise<DrawnPage>;
  close: () => void;
};

/** What one page may take as a picture, however large its PDF says it is. */
const limits = { pixels: 8_000_000, side: 8000, pictureBytes: 64_000_000, picturePixels: 40_000_000 } as const;

/**
 * Opens a PDF to be drawn page by page. It runs in a worker that may fetch nothing; its scripts, forms and links are
 * never brought to life, and fonts that it does not hold come from our own origin.
 */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const port = new Worker(workerAddress, { type: "module" });
  const worker = PDFWorker.create({ port, verbosity: VerbosityLevel.ERRORS });
  const close = () => {
    worker.destroy();
    port.terminate();
  };
  const task = getDocument({
    data: bytes,
    worker,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    useWorkerFetch: false,
    useSystemFonts: false,
    isImageDecoderSupported: false,
    maxImageSize: limits.picturePixels,
    canvasMaxAreaInBytes: limits.pictureBytes,
    cMapUrl: `${__PDF_FILES__}cmaps/`,
    standardFontDataUrl: `${__PDF_FILES__}standard_fonts/`,
    wasmUrl: `${__PDF_FILES__}wasm/`,
    verbosity: VerbosityLevel.ERRORS,
  });
  const failure = new Promise<never>((_, reject) => {
    port.addEventListener("error", () => reject(new Error("The worker did not start.")), { once: true });
  });
  try {
    const pdf = await Promise.race([task.promise, failure]);
    return { pages: pdf.numPages, drawPage: (number, drawing) => drawPage(pdf, number, drawing), close };
  } catch (error) {
    close();
    throw error;
  }
}

async function drawPage(pdf: PDFDocumentProxy, number: number, drawing: Drawing): Promise<DrawnPage> {
  const page = await pdf.getPage(number);
  try {
    const canvas = await paint(page, drawing);
    const marks = drawing.passage === null ? [] : await markPassage(page, drawing.passage);
    return { canvas, marks };
  } finally {
    page.cleanup();
  }
}

async function paint(page: PDFPageProxy, { width, signal }: Drawing): Promise<HTMLCanvasElement> {
  const natural = page.getViewport({ scale: 1 });
  const scale = Math.min(
    width / natural.width,
    Math.sqrt(limits.pixels / (natural.width * natural.height)),
    limits.side / Math.max(natural.width, natural.height),
  );
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  signal.throwIfAborted();
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.ENABLE });
  signal.addEventListener("abort", () => task.cancel(), { once: true });
  await task.promise;
  return canvas;
}

async function markPassage(page: PDFPageProxy, passage: string): Promise<PageMark[]> {
  const { items } = await page.getTextContent();
  const runs = items.filter((item): item is Extract<typeof item, { str: string }> => "str" in item);
  const viewport = page.getViewport({ scale: 1 });
  return findMarks(runs as PageText[], passage).map((box) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = viewport.convertToViewportRectangle(box) as number[];
    return {
      left: (Math.min(x1, x2) / viewport.width) * 100,
      top: (Math.min(y1, y2) / viewport.height) * 100,
      width: (Math.abs(x2 - x1) / viewport.width) * 100,
      height: (Math.abs(y2 - y1) / viewport.height) * 100,
    };
  });
}
