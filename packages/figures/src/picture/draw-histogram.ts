import { fitText, pickLabels } from "../chart/label-layout.ts";
import { linearScale, readableTicks } from "../chart/scale.ts";
import { formatCount, formatPercent } from "../format.ts";
import { type Box, bar, emptyScene, hairline, widthOf, write } from "./marks.ts";
import type { HistogramPicture } from "./picture.ts";
import type { Mark, Place, Scene, SceneSize } from "./scene.ts";
import { upright, widestOf } from "./shapes.ts";

const lineHeight = 16;

/** How values are spread: a bar for each bin, lines at chosen values, and what lies beyond apart at the right. */
export function drawHistogram(picture: HistogramPicture, { width, height = 220 }: SceneSize): Scene {
  const { bins, beyond, format } = picture;
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return emptyScene(width, height);
  const beyondText = `> ${format(last.to)}`;
  const beyondRoom = beyond > 0 ? Math.max(24, Math.ceil(Math.min(widthOf(beyondText), width * 0.3))) : 0;
  const ticks = readableTicks(0, Math.max(beyond, ...bins.map(({ count }) => count)), 4, formatCount);
  const left = widestOf(ticks.map(formatCount)) + 8;
  const right = beyondRoom > 0 ? width - beyondRoom - 12 : width - 8;
  const xOf = linearScale(first.from, last.to, left, right);
  const labels = placeMarks(picture, { left, width, right, xOf });
  const lines = Math.max(0, ...labels.map(({ line }) => line + 1));
  const top = 8 + lines * lineHeight;
  const tall = Math.max(height, top + 104);
  const bottom = tall - 24;
  const yOf = linearScale(ticks[0] ?? 0, ticks.at(-1) ?? 1, bottom, top);

  const total = bins.reduce((sum, { count }) => sum + count, beyond);
  const slots = [
    ...bins.map(({ from, to, count }) => ({
      ...{ x: xOf(from), width: xOf(to) - xOf(from), count },
      label: `${format(from)} – ${format(to)}`,
    })),
    ...(beyondRoom > 0 ? [{ x: right + 12, width: beyondRoom, count: beyond, label: beyondText }] : []),
  ];
  const edges = [...bins.map(({ from }) => from), last.to];
  const names = pickLabels(
    edges.map((edge) => fitText(format(edge), width * 0.3)),
    edges.map(xOf),
    { from: 0, to: beyondRoom > 0 ? right + 4 : width },
  );
  const marks: Mark[] = [
    ...ticks.flatMap((value) => [
      hairline(left, width, yOf(value), value === 0),
      ...write(left - 8, yOf(value) + 4, formatCount(value), { anchor: "end" }),
    ]),
    ...slots.flatMap(({ x, width: room, count }, index) =>
      drawBin({ x, width: room, y: yOf(count), height: bottom - yOf(count) }, index >= bins.length),
    ),
    ...names.flatMap(({ at, text }) => write(at, tall - 6, text, { anchor: "middle" })),
    ...(beyondRoom > 0
      ? write(right + 12 + beyondRoom / 2, tall - 6, beyondText, { anchor: "middle", room: beyondRoom })
      : []),
    ...labels.flatMap(({ at, x, line, text }) => [
      upright(at, top - 4, bottom, "text", true),
      ...write(x, 12 + line * lineHeight, text, { anchor: "middle", paint: "text" }),
    ]),
  ];
  const places = slots.map(({ x, width: room, count, label }): Place => {
    const share = total > 0 ? { share: formatPercent(count / total) } : {};
    const lines = [{ label: "Count", value: formatCount(count), ...share }];
    return { x, y: top, width: room, height: bottom - top, label, lines, cell: {}, highlight: "ground" };
  });
  return { width, height: tall, marks, places };
}

function drawBin({ x, y, width, height }: Box, isBeyond: boolean): Mark[] {
  if (height <= 0) return [];
  const room = isBeyond ? Math.min(width, 28) : width;
  const gap = room > 3 ? 1 : 0;
  const left = isBeyond ? x + (width - room) / 2 : x;
  return [bar({ x: left + gap / 2, y, width: room - gap, height }, isBeyond ? "grey" : 1)];
}

type Room = { left: number; right: number; width: number; xOf: (value: number) => number };

/** The names of the chosen values, each on the first line where it touches no other. */
function placeMarks({ marks, format, bins }: HistogramPicture, { left, right, width, xOf }: Room) {
  const [least, most] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 0];
  const ends: number[] = [];
  return marks
    .map(({ label, value }) => ({ value, text: fitText(`${label} ${format(value)}`, width - left) }))
    .sort((one, other) => one.value - other.value)
    .map(({ value, text }) => {
      const beyond = right < width - 8 ? (right + 12 + width) / 2 : right;
      const at = value > most ? beyond : xOf(Math.max(least, value));
      const half = widthOf(text) / 2;
      const x = Math.max(left + half, Math.min(width - half, at));
      const free = ends.findIndex((end) => x - half >= end + 8);
      const line = free === -1 ? ends.length : free;
      ends[line] = x + half;
      return { at, x, line, text };
    });
}
