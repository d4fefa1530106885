import type { ChartSeries } from "../chart/chart-description.ts";
import { measureText } from "./marks.ts";
import type { LegendEntry, Mark } from "./scene.ts";

/** Where a chart has written the names of its series: above it beside their colours, or at the ends of the series. */
export function findNames(series: readonly ChartSeries[], marks: readonly Mark[]): LegendEntry[] {
  const texts = marks.filter((mark) => mark.kind === "text");
  return series.flatMap(({ id, label }) => {
    const name = texts.find(({ text, anchor }) => anchor === "start" && isName(text, label));
    if (!name) return [];
    return [{ id, label, x: name.x - 18, y: name.y - 13, width: 18 + measureText(name.text), height: 18 }];
  });
}

/** A name may be cut with an ellipsis. */
function isName(text: string, label: string): boolean {
  return text === label || (text.endsWith("…") && label.startsWith(text.slice(0, -1)));
}
