import { measureText, type TextStyle } from "./marks.ts";
import type { Mark, Paint } from "./scene.ts";

/** The widest of some texts; zero when there are none. */
export function widestText(texts: readonly string[], style: TextStyle = {}): number {
  return Math.ceil(texts.reduce((widest, text) => Math.max(widest, measureText(text, style)), 0));
}

/** A thin upright line on whole pixels. */
export function upright(x: number, from: number, to: number, paint: Paint = "border", isDashed = false): Mark {
  const d = `M${Math.round(x) + 0.5},${from.toFixed(1)}V${to.toFixed(1)}`;
  return { kind: "path", d, stroke: paint, width: 1, ...(isDashed ? { isDashed } : {}) };
}

/** A full circle. */
export function circle(x: number, y: number, radius: number, fill: Paint, opacity?: number): Mark {
  const r = radius.toFixed(1);
  const across = (radius * 2).toFixed(1);
  const d = `M${(x - radius).toFixed(1)},${y.toFixed(1)}a${r},${r} 0 1,0 ${across},0a${r},${r} 0 1,0 -${across},0z`;
  return { kind: "path", d, fill, stroke: "surface", width: 1, ...(opacity === undefined ? {} : { opacity }) };
}
