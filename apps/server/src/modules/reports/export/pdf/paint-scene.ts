import type { Mark, Scene } from "@console/figures";
import { ink, toEdgeInk, toInk } from "./paper.ts";
import type { Pen } from "./pen.ts";

type Box = { x: number; y: number; width: number; height: number };

/** Paints a drawn picture with its upper left corner at a place, as large as the scale says. */
export function paintScene(
  pen: Pen,
  { marks, width, height }: Scene,
  at: { x: number; y: number; scale: number },
): void {
  const { document } = pen;
  document.save().translate(at.x, at.y).scale(at.scale);
  for (const mark of marks) {
    document.save();
    if (mark.kind === "rect") paintRect(document, mark);
    else if (mark.kind === "path") paintPath(document, mark, { x: 0, y: 0, width, height });
    else paintText(pen, mark);
    document.restore();
  }
  document.restore();
}

function paintRect(document: PDFKit.PDFDocument, mark: Extract<Mark, { kind: "rect" }>): void {
  const { x, y, width, height, radius = 0, fill } = mark;
  if (!(width > 0 && height > 0)) return;
  const outline = () => document.roundedRect(x, y, width, height, radius);
  if (mark.isHatched) {
    outline().clip();
    hatch(document, mark, toInk(fill));
  } else if (mark.isRunning) {
    outline().fillOpacity(0.3).fill(toInk(fill));
    outline().lineWidth(1).dash(3, { space: 2 }).stroke(toEdgeInk(fill));
  } else {
    outline().fill(toInk(fill));
    if (toEdgeInk(fill) !== toInk(fill)) outline().lineWidth(0.75).stroke(toEdgeInk(fill));
  }
}

function paintPath(document: PDFKit.PDFDocument, mark: Extract<Mark, { kind: "path" }>, whole: Box): void {
  const { d, stroke, fill, width = 1, opacity = 1 } = mark;
  if (d === "") return;
  document.opacity(opacity);
  if (fill && mark.isHatched) {
    document.save().path(d).clip();
    hatch(document, whole, toInk(fill));
    document.restore();
  } else if (fill) document.path(d).fill(toInk(fill), mark.isEvenOdd ? "even-odd" : "non-zero");
  if (!stroke) return;
  document
    .lineWidth(width)
    .lineJoin("round")
    .lineCap(mark.isDashed ? "butt" : "round");
  if (mark.isDashed) document.dash(4, { space: 3 });
  document.path(d).stroke(toEdgeInk(stroke));
}

function paintText(pen: Pen, mark: Extract<Mark, { kind: "text" }>): void {
  const { x, y, text, anchor, paint, size = 12, isStrong } = mark;
  pen.write(text, x, y, { size, isStrong: isStrong ?? false, anchor, colour: toInk(paint) });
}

/** Thin slanting lines on a pale ground, inside of what is clipped. */
function hatch(document: PDFKit.PDFDocument, { x, y, width, height }: Box, colour: string): void {
  document.rect(x, y, width, height).fill(ink.sunken);
  const step = 5;
  // The same lines for neighbours, whatever their edges.
  for (let line = Math.floor((x - y - height) / step) * step; line < x + width - y; line += step) {
    document.moveTo(line + y, y).lineTo(line + y + height, y + height);
  }
  document.lineWidth(0.9).stroke(colour);
}
