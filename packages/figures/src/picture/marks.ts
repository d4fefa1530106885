import type { ChartColour } from "../chart/chart-description.ts";
import { fitText, textWidth } from "../chart/label-layout.ts";
import { seriesShape } from "../chart/series-shape.ts";
import type { Box } from "./box.ts";
import type { Mark, Paint, Scene } from "./scene.ts";

/** How much wider strong letters are. */
const strongWidth = 1.06;

/** How a text is written. */
export type TextStyle = {
  anchor?: "start" | "middle" | "end";
  paint?: Paint;
  size?: number;
  isStrong?: boolean;
  /** Cut with an ellipsis beyond this. */
  room?: number;
};

/** How wide a text is in its style. */
export function measureText(text: string, { size = 12, isStrong = false }: TextStyle = {}): number {
  return textWidth(text, isStrong ? size * strongWidth : size);
}

/** A text mark, or nothing where no letter of it has room. */
export function write(x: number, y: number, text: string, style: TextStyle = {}): Mark[] {
  const { anchor = "start", paint = "secondary", size = 12, isStrong = false, room } = style;
  const shown = room === undefined ? text : fitText(text, room, isStrong ? size * strongWidth : size);
  if (shown.trim() === "") return [];
  return [{ kind: "text", x, y, text: shown, anchor, paint, size, ...(isStrong ? { isStrong } : {}) }];
}

/** A thin level line on whole pixels. */
export function hairline(from: number, to: number, y: number, isBase = false): Mark {
  const d = `M${from.toFixed(1)},${Math.round(y) + 0.5}H${to.toFixed(1)}`;
  return { kind: "path", d, stroke: isBase ? "muted" : "border", width: 1, opacity: isBase ? 0.6 : 1 };
}

/** A bar in the colour of a series; grey is what is left over. */
export function bar(box: Box, fill: ChartColour, radius = 0): Extract<Mark, { kind: "rect" }> {
  return {
    kind: "rect",
    ...box,
    fill,
    ...(radius > 0 ? { radius: Math.min(radius, box.width / 4, box.height / 4) } : {}),
    ...(fill === "grey" ? { isHatched: true } : {}),
  };
}

/** What stands for a series around a point: the shape at the end of its line, else a square. */
export function seriesMark(colour: ChartColour, shape: number | undefined, x: number, y: number): Mark {
  return shape === undefined
    ? bar({ x: x - 5, y: y - 5, width: 10, height: 10 }, colour, 2)
    : { kind: "path", d: seriesShape(shape, x, y), fill: colour };
}

type LegendItem = { label: string; colour: ChartColour; shape?: number };

/** Names and colours in lines from the top, as many as they need. */
export function drawLegend(items: readonly LegendItem[], width: number): { marks: Mark[]; height: number } {
  const marks: Mark[] = [];
  let [x, y] = [0, 9];
  for (const { label, colour, shape } of items) {
    const room = Math.min(measureText(label), width - 18);
    if (x > 0 && x + 18 + room > width) [x, y] = [0, y + 18];
    marks.push(seriesMark(colour, shape, x + 6, y), ...write(x + 18, y + 4, label, { room }));
    x += 18 + room + 16;
  }
  return { marks, height: items.length > 0 ? y + 15 : 0 };
}

/** The scene of a picture that has nothing to show. */
export function emptyScene(width: number, height: number): Scene {
  const marks = write(width / 2, height / 2 + 4, "No values", { anchor: "middle", paint: "muted" });
  return { width, height, marks, hitAreas: [] };
}
