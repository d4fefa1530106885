import { fitText } from "../chart/label-layout.ts";
import { axisStart, linearScale, niceTicks, readableTicks } from "../chart/scale.ts";
import { linePath } from "../chart/trace-path.ts";
import { emptyScene, hairline, measureText, write } from "./marks.ts";
import type { MultiplesPicture } from "./picture.ts";
import type { HitArea, Mark, Scene, SceneSize } from "./scene.ts";
import { circle, widestText } from "./shapes.ts";

const gap = 20;
const head = 26;
const foot = 18;
/** How far the ground of a chart that is pointed at reaches beyond it. */
const edge = 5;

type Grid = { left: number; width: number; plot: number; toY: (value: number) => number };

/** Small line charts in a grid, all on one scale, each with its name and what it comes to above. */
export function drawMultiples(picture: MultiplesPicture, { width, height }: SceneSize): Scene {
  const { charts, x, format, formatTick = format } = picture;
  if (charts.length === 0 || x.length === 0) return emptyScene(width, height ?? 120);
  const numbers = charts.flatMap(({ values }) => values.filter((value) => value !== null));
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const { ticks, low, high } = scaleFor(least, most, formatTick);
  const tickTexts = ticks.map((value) => fitText(formatTick(value), width * 0.2, 11));
  const left = widestText(tickTexts, { size: 11 }) + 6;
  const smallest = width < 560 ? 104 : 180;
  const columns = Math.max(1, Math.min(charts.length, Math.floor((width - left + gap) / (smallest + gap))));
  const lines = Math.ceil(charts.length / columns);
  const roomPerLine = height === undefined ? 64 : (height - lines * (head + foot) - (lines - 1) * gap) / lines;
  const plot = Math.max(40, Math.min(140, roomPerLine));
  const room = (width - left - (columns - 1) * gap) / columns;
  const pitch = head + plot + foot + gap;
  const toY = linearScale(low, high, head + plot, head);
  const grid = { left, width: room, plot, toY };

  const marks: Mark[] = [];
  const hitAreas = charts.map((chart, index): HitArea => {
    const at = { x: left + (index % columns) * (room + gap), y: Math.floor(index / columns) * pitch };
    marks.push(...drawChart(picture, chart, at, grid, ticks));
    if (index % columns === 0) {
      ticks.forEach((value, tick) => {
        marks.push(
          ...write(left - 6, at.y + toY(value) + 4, tickTexts[tick] ?? "", {
            anchor: "end",
            size: 11,
            paint: "muted",
          }),
        );
      });
    }
    return {
      x: at.x - edge,
      y: at.y - edge,
      width: room + 2 * edge,
      height: head + plot + foot + 2 * edge,
      ...readChart(picture, chart),
      cell: chart.cell,
      highlight: "ground",
    };
  });
  const crosshairs = picture.periods?.map((period, index) => ({
    period,
    lines: charts.map((_, place) => {
      const left = grid.left + (place % columns) * (room + gap);
      const top = Math.floor(place / columns) * pitch + head;
      return { x: toPlotX(x.length, left, room)(index), top, bottom: top + plot };
    }),
  }));
  return {
    width,
    height: lines * pitch - gap,
    marks,
    hitAreas,
    across: columns,
    ...(crosshairs ? { crosshairs } : {}),
  };
}

/** Where the values of a small chart stand. */
function toPlotX(count: number, left: number, width: number): (index: number) => number {
  return linearScale(0, count - 1, left + 2, left + width - 4);
}

type Scale = { ticks: number[]; low: number; high: number };

/** A scale with zero between: the larger side ends with a round number, the smaller one with its furthest value. */
function scaleFor(least: number, most: number, format: (value: number) => string): Scale {
  if (!(least < 0)) {
    const ticks = readableTicks(axisStart(least, most, false), Math.max(most, 0), 2, format);
    return { ticks, low: ticks[0] ?? 0, high: ticks.at(-1) ?? 1 };
  }
  const isUp = most > -least;
  const scales = [2, 1].map((steps): Scale => {
    const [, step = 1] = niceTicks(0, isUp ? most : -least, steps);
    const reach = step * Math.ceil((isUp ? most : -least) / step - 1e-9);
    const [low, high] = isUp ? [least, reach] : [-reach, Math.max(most, 0)];
    const [first, last] = [Math.ceil(low / step), Math.floor(high / step + 1e-9)];
    const ticks = Array.from({ length: last - first + 1 }, (_, index) =>
      Number(((first + index) * step || 0).toPrecision(12)),
    );
    return { ticks, low, high };
  });
  const [fine, coarse] = scales as [Scale, Scale];
  const isReadable = fine.ticks.length <= 3 && new Set(fine.ticks.map(format)).size === fine.ticks.length;
  return isReadable ? fine : coarse;
}

type Small = MultiplesPicture["charts"][number];

function drawChart(
  { x, format }: MultiplesPicture,
  chart: Small,
  at: { x: number; y: number },
  grid: Grid,
  ticks: number[],
): Mark[] {
  const { width, plot, toY } = grid;
  const toX = toPlotX(x.length, at.x, width);
  const { colour = 1 } = chart;
  const points = x.map((_, index) => {
    const value = chart.values[index] ?? null;
    return value === null ? null : { x: toX(index), y: at.y + toY(value) };
  });
  const end = points.findLast((point) => point !== null);
  const total = fitText(sayTotal(chart, format), width * 0.55);
  const base = at.y + head + plot + 14;
  const [first, last] = [x[0] ?? "", x.at(-1) ?? ""];
  const style = { size: 11, paint: "muted" as const };
  const hasBoth = x.length > 1 && measureText(first, style) + measureText(last, style) + 12 <= width;
  return [
    ...write(at.x, at.y + 12, chart.label, { paint: "text", isStrong: true, room: width - measureText(total) - 10 }),
    ...write(at.x + width, at.y + 12, total, { anchor: "end" }),
    ...ticks.map((value) => hairline(at.x, at.x + width, at.y + toY(value), value === 0)),
    ...(end ? [{ kind: "path" as const, d: linePath(points), stroke: colour, width: 1.5 }] : []),
    ...(end ? [circle(end.x, end.y, 3, colour)] : []),
    ...(hasBoth ? write(at.x, base, first, style) : []),
    ...write(at.x + width, base, last, { ...style, anchor: "end", room: width }),
  ];
}

function sayTotal({ total }: Small, format: (value: number) => string): string {
  return total === null ? "–" : format(total);
}

/** What a small chart says: its value over the whole period, its last one, and its lowest and highest. */
function readChart({ x, format }: MultiplesPicture, chart: Small): Pick<HitArea, "label" | "lines"> {
  const { label, values } = chart;
  const whole = { label: "Whole period", value: sayTotal(chart, format) };
  const points = values.flatMap((value, index) => (value === null ? [] : [{ value, at: x[index] ?? "" }]));
  const last = points.at(-1);
  if (!last) return { label, lines: [whole] };
  const lowest = points.reduce((one, other) => (other.value < one.value ? other : one));
  const highest = points.reduce((one, other) => (other.value > one.value ? other : one));
  return {
    label,
    lines: [
      whole,
      { label: `Last, ${last.at}`, value: format(last.value) },
      { label: `Highest, ${highest.at}`, value: format(highest.value) },
      { label: `Lowest, ${lowest.at}`, value: format(lowest.value) },
    ],
  };
}
