import { drawPicture, type Picture } from "@console/figures";
import { drawTitle, titleHeight } from "./draw-title.ts";
import { paintScene } from "./paint-scene.ts";
import { ink } from "./paper.ts";
import type { PdfBlock, PdfFigure } from "./pdf-document.ts";
import type { Pen } from "./pen.ts";
import type { Sheet } from "./sheet.ts";

type Box = { x: number; y: number; width: number; height: number };
type Block<Kind extends PdfBlock["kind"]> = Extract<PdfBlock, { kind: Kind }>;

/** Pixels of a screen are three quarters of a point. */
const scale = 0.75;
/** Kept free above the tallest picture, so that its heading stands on the same page. */
const headingRoom = 48;
const tileHeight = 66;
const tilePadding = 8;
const labelLineHeight = 9.5;
const gap = 10;
const tones = { good: ink.good, bad: ink.bad, neutral: ink.secondary };
const labelStyle = { size: 7.5, colour: ink.secondary };
const flagStyle = { size: 7.5, colour: ink.secondary };
const flagLineHeight = 11;
const body = { size: 9.5, colour: ink.text };
const textLineHeight = 14;

/** A picture with its title and what its flags stand for, whole on one page. */
export function drawPictureBlock(sheet: Sheet, block: Block<"picture">): void {
  const { scene, shown, flags, height } = placePicture(sheet, block);
  sheet.ensureRoom(height);
  drawTitle(sheet, block);
  paintScene(sheet.pen, scene, { x: sheet.left, y: sheet.y, scale: shown });
  sheet.y += scene.height * shown + 4;
  sheet.writeLines(flags, flagStyle, flagLineHeight);
  sheet.y += 16;
}

function placePicture(sheet: Sheet, { picture, ...titled }: Block<"picture">) {
  const title = titleHeight(sheet, titled);
  const flags = wrapFlags(sheet, picture);
  const around = title + 4 + flags.length * flagLineHeight;
  const room = sheet.height - around - headingRoom;
  const draw = (scaled: number) => drawPicture(picture, { width: Math.floor(sheet.width / scaled) });
  // One that is taller than a page becomes smaller, and as much wider as to fill the page.
  const fitted = Math.min(scale, room / draw(scale).height);
  const scene = draw(fitted);
  const shown = Math.min(fitted, room / scene.height);
  return { scene, shown, flags, height: around + scene.height * shown };
}

/** On a screen a flag tells its text when it is pointed at. */
function wrapFlags({ pen, width }: Sheet, picture: Picture): string[] {
  if (picture.kind !== "axis" || picture.annotations.length === 0) return [];
  const { x, names = x } = picture.chart;
  const notes = picture.annotations.map(({ index, text }, order) => `${order + 1}: ${text} (${names[index] ?? ""})`);
  return pen.wrap(notes.join(" · "), flagStyle, width, 6);
}

/** Figures side by side. */
export function drawFigures(sheet: Sheet, { items }: Block<"kpis">): void {
  const { across, width, height, labelLines } = layoutTiles(sheet, items);
  for (let start = 0; start < items.length; start += across) {
    sheet.ensureRoom(height);
    for (const [index, item] of items.slice(start, start + across).entries()) {
      const box = { x: sheet.left + index * (width + gap), y: sheet.y, width, height };
      drawFigure(sheet.pen, item, box, labelLines);
    }
    sheet.y += height + gap;
  }
  sheet.y += 8;
}

/** All tiles of a block are alike: taller where one has a long name, or says how much was measured. */
function layoutTiles({ pen, width: whole }: Sheet, items: readonly PdfFigure[]) {
  const most = whole > 600 ? 6 : 4;
  const rows = Math.ceil(items.length / most);
  // Rows of about the same length, rather than one tile alone on the last.
  const across = Math.ceil(items.length / Math.max(1, rows));
  const width = (whole - gap * (across - 1)) / across;
  const labelLines = Math.max(1, ...items.map(({ label }) => wrapLabel(pen, label, width).length));
  const coverage = items.some((item) => item.coverage) ? 20 : 0;
  return { across, width, height: tileHeight + coverage + (labelLines - 1) * labelLineHeight, labelLines };
}

function wrapLabel(pen: Pen, label: string, width: number): string[] {
  return pen.wrap(label, labelStyle, width - 2 * tilePadding, 2);
}

function drawFigure(pen: Pen, { label, value, change, tone, coverage }: PdfFigure, at: Box, labelLines: number) {
  const { x, width, height } = at;
  const [inside, room] = [x + tilePadding, width - 2 * tilePadding];
  pen.document.lineWidth(0.6).undash().roundedRect(x, at.y, width, height, 4).stroke(ink.strongBorder);
  for (const [line, text] of wrapLabel(pen, label, width).entries()) {
    pen.write(text, inside, at.y + 14 + line * labelLineHeight, labelStyle);
  }
  // Values stand on one line across, whatever the length of their names.
  const y = at.y + (labelLines - 1) * labelLineHeight;
  const sizes = [16, 14, 12, 10.5, 9];
  const size = sizes.find((one) => pen.width(value, { size: one, isStrong: true }) <= room) ?? 9;
  const strong = { size, isStrong: true, colour: ink.text };
  pen.write(pen.fit(value, strong, room), inside, y + 34, strong);
  const small = { size: 7, colour: tones[tone] };
  for (const [line, text] of (change ? pen.wrap(change, small, room, 2) : []).entries()) {
    pen.write(text, inside, y + 48 + line * 9.5, small);
  }
  const faint = { size: 6.5, colour: ink.secondary };
  for (const [line, text] of (coverage ? pen.wrap(coverage, faint, room, 2) : []).entries()) {
    pen.write(text, inside, y + 69 + line * 8, faint);
  }
}

/** Paragraphs across the page. */
export function drawText(sheet: Sheet, { text }: Block<"text">): void {
  for (const line of sheet.pen.wrap(text, body, sheet.width)) {
    sheet.ensureRoom(textLineHeight);
    sheet.writeLines([line], body, textLineHeight);
  }
  sheet.y += 12;
}

/** A heading, on the page of what follows it. */
export function drawHeading(sheet: Sheet, { text }: Block<"heading">, next: PdfBlock | undefined): void {
  const style = { size: 13, isStrong: true, colour: ink.text };
  const lines = sheet.pen.wrap(text, style, sheet.width, 2);
  sheet.ensureRoom(lines.length * 18 + 6 + (next ? leastHeight(sheet, next) : 0));
  sheet.writeLines(lines, style, 18);
  sheet.y += 6;
}

/** How much of a block stays with the heading above it. */
function leastHeight(sheet: Sheet, block: PdfBlock): number {
  switch (block.kind) {
    case "picture":
      return placePicture(sheet, block).height;
    case "kpis":
      return layoutTiles(sheet, block.items).height;
    case "table":
      return titleHeight(sheet, block.table) + 90;
    case "text":
      return textLineHeight * 2;
    case "heading":
      return 24;
  }
}
