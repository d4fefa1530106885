import { type ChartDescription, colourOf } from "../chart/chart-description.ts";
import { readingAt } from "../chart/describe-chart.ts";
import { type ChartLayout, hasEndLabels, layoutChart } from "../chart/layout-chart.ts";
import { drawAnnotations, flagHeight } from "./draw-annotations.ts";
import { barAcross, drawBars, drawLines } from "./draw-series.ts";
import { bar, drawLegend, emptyScene, hairline, write } from "./marks.ts";
import type { AxisPicture } from "./picture.ts";
import type { Mark, Place, Scene, SceneSize } from "./scene.ts";
import { sharedCell } from "./shared-cell.ts";

/** Lines, areas or bars along an axis, with a name at the end of each series or a legend above them. */
export function drawAxis(picture: AxisPicture, { width, height = 220 }: SceneSize): Scene {
  const { chart, annotations } = picture;
  if (chart.x.length === 0 || chart.series.length === 0) return emptyScene(width, height);
  const legend = drawLegend(legendOf(chart, width), width);
  const head = legend.height + (annotations.length > 0 ? flagHeight : 0);
  const tall = Math.max(height, head + 112);
  const layout = layoutChart(chart, width, tall, head);
  const isBar = layout.band > 0;
  const marks = [
    ...legend.marks,
    ...layout.ticks.flatMap(({ value, text, y }) => [
      hairline(layout.left, layout.right, y, value === 0),
      ...write(layout.left - 8, y + 4, text, { anchor: "end" }),
    ]),
    ...layout.labels.flatMap(({ at, text }) => write(at, tall - 6, text, { anchor: "middle" })),
    ...drawAnnotations(annotations, layout, { width, top: legend.height }),
    ...(isBar ? drawBars(chart, layout) : drawLines(chart, layout)),
    ...layout.endLabels.flatMap((label): Mark[] => [
      ...(isBar ? [bar({ x: layout.right + 8, y: label.y - 5, width: 10, height: 10 }, label.colour, 2)] : []),
      ...write(layout.right + (isBar ? 24 : 8), label.y + 4, label.text, { paint: "text" }),
    ]),
  ];
  const places = chart.x.map((_, index) => placeAt(picture, layout, index));
  return { width, height: tall, marks, places, start: places.length - 1 };
}

function legendOf(chart: ChartDescription, width: number) {
  if (chart.series.length < 2 || hasEndLabels(chart, width)) return [];
  return chart.series.map((one, position) => {
    const item = { label: one.label, colour: colourOf(one, position) };
    return isDrawnAsLine(chart) ? { ...item, shape: position } : item;
  });
}

function isDrawnAsLine({ kind }: ChartDescription): boolean {
  return kind === "line" || kind === "area";
}

/** One value of the x axis with everything that stands there. */
function placeAt({ chart, cells, annotations }: AxisPicture, layout: ChartLayout, index: number): Place {
  const { xs, band, left, right, top, bottom, extents, yOf } = layout;
  const { label, rows, total } = readingAt(chart, index);
  const isLine = isDrawnAsLine(chart);
  const width = band || (xs.length > 1 ? (xs[1] ?? 0) - (xs[0] ?? 0) : right - left);
  const x = xs[index] ?? 0;
  const notes = annotations.flatMap(({ index: at, text }, place) =>
    at === index ? [{ label: text, value: `Note ${place + 1}` }] : [],
  );
  return {
    x: x - width / 2,
    y: top,
    width,
    height: bottom - top,
    label: chart.isRunning && index === xs.length - 1 ? `${label}, so far` : label,
    lines: [
      ...rows.map(({ label: name, value, colour, share, position }) => ({
        ...{ label: name, value, colour },
        ...(share === null ? {} : { share }),
        ...(isLine ? { shape: position } : {}),
      })),
      ...(total === null ? [] : [{ label: "Total", value: total, isTotal: true as const }]),
      ...notes,
    ],
    cell: sharedCell(cells.map((row) => row[index])),
    parts: rows.flatMap(({ colour, position }) => {
      const extent = extents[position]?.[index];
      if (!extent) return [];
      const [one, other] = [yOf(extent.high), yOf(extent.low)];
      const box = isLine
        ? { x, y: one, width: 0, height: 0 }
        : { ...barAcross(chart, layout, index, position), y: Math.min(one, other), height: Math.abs(one - other) };
      return [{ ...box, colour, cell: cells[position]?.[index] ?? {} }];
    }),
    highlight: isLine ? "line" : "ground",
  };
}
