import { type ChartDescription, isDrawnAsLine } from "../chart/chart-description.ts";
import { readingAt } from "../chart/describe-chart.ts";
import { type ChartLayout, hasEndLabels, layoutChart } from "../chart/layout-chart.ts";
import { barAcross, drawBars, drawLines } from "./draw-series.ts";
import { drawLegend, emptyScene, hairline, seriesMark, write } from "./marks.ts";
import type { Cell } from "./picture.ts";
import type { HitArea, Mark, Scene, SceneSize } from "./scene.ts";

/** Room above the chart for other things, and the figures behind each value by series and index. */
type Extras = { head?: number; cells?: Cell[][] };

/** Lines, areas or bars along an axis, with a name at the end of each series or a legend above them. */
export function drawChart(
  chart: ChartDescription,
  { width, height = 220 }: SceneSize,
  { head = 0, cells = [] }: Extras = {},
): Scene {
  if (chart.x.length === 0 || chart.series.length === 0) return emptyScene(width, height);
  const isNamed = chart.series.length < 2 || hasEndLabels(chart, width);
  const legend = drawLegend(isNamed ? [] : readingAt(chart, 0).rows, width);
  const above = legend.height + head;
  const tall = Math.max(height, above + 112);
  const layout = layoutChart(chart, width, tall, above);
  const { left, right, ticks, labels, endLabels } = layout;
  const isLine = isDrawnAsLine(chart);
  const marks = [
    ...legend.marks,
    ...ticks.flatMap(({ value, text, y }) => [
      hairline(left, right, y, value === 0),
      ...write(left - 8, y + 4, text, { anchor: "end" }),
    ]),
    ...labels.flatMap(({ at, text }) => write(at, tall - 6, text, { anchor: "middle" })),
    ...(isLine ? drawLines(chart, layout) : drawBars(chart, layout)),
    ...endLabels.flatMap(({ y, colour, text }): Mark[] => [
      ...(isLine ? [] : [seriesMark(colour, undefined, right + 13, y)]),
      ...write(right + (isLine ? 8 : 24), y + 4, text, { paint: "text" }),
    ]),
  ];
  const hitAreas = chart.x.map((_, index) => hitAreaAt(chart, layout, index, cells));
  return { width, height: tall, marks, hitAreas, start: hitAreas.length - 1 };
}

/** One value of the x axis with everything that stands there. */
function hitAreaAt(chart: ChartDescription, layout: ChartLayout, index: number, cells: Cell[][]): HitArea {
  const { xs, band, left, right, top, bottom, extents, toY } = layout;
  const { label, rows, total } = readingAt(chart, index);
  const isLine = isDrawnAsLine(chart);
  const width = band || (right - left) / Math.max(1, xs.length - 1);
  const x = xs[index] ?? 0;
  return {
    x: x - width / 2,
    y: top,
    width,
    height: bottom - top,
    label: chart.isRunning && index === xs.length - 1 ? `${label}, so far` : label,
    place: index,
    lines: total === null ? rows : [...rows, { label: "Total", value: total, isTotal: true }],
    cell: {},
    parts: rows.flatMap(({ colour }, position) => {
      const extent = extents[position]?.[index];
      if (!extent) return [];
      const [one, other] = [toY(extent.high), toY(extent.low)];
      const box = isLine
        ? { x, y: one, width: 0, height: 0 }
        : { ...barAcross(chart, layout, index, position), y: Math.min(one, other), height: Math.abs(one - other) };
      return [{ ...box, colour, cell: cells[position]?.[index] ?? {} }];
    }),
    highlight: isLine ? "line" : "ground",
  };
}
