import type { ChartColour } from "../chart/chart-description.ts";
import { fitText, pickLabels } from "../chart/label-layout.ts";
import { linearScale, readableTicks } from "../chart/scale.ts";
import { formatCount, formatPercent } from "../format.ts";
import type { Box } from "./box.ts";
import { bar, emptyScene, hairline, measureText, write } from "./marks.ts";
import type { HistogramPicture } from "./picture.ts";
import type { HitArea, Mark, Scene, SceneSize } from "./scene.ts";
import { upright, widestText } from "./shapes.ts";

const lineHeight = 16;
/** How wide the bar of what lies outside is. */
const endWidth = 28;

/** How values are spread: a bar for each bin, lines at chosen values, and what lies outside apart at both ends. */
export function drawHistogram(picture: HistogramPicture, { width, height = 220 }: SceneSize): Scene {
  const { bins, before = 0, beyond, format } = picture;
  const [first, last] = [bins[0], bins.at(-1)];
  if (!first || !last) return emptyScene(width, height);
  const [beforeText, beyondText] = [`≤ ${format(first.from)}`, `> ${format(last.to)}`];
  const nameRoom = (text: string) => Math.ceil(Math.min(measureText(text), width * 0.3));
  const ticks = readableTicks(0, Math.max(before, beyond, ...bins.map(({ count }) => count)), 4, formatCount);
  const axis = widestText(ticks.map(formatCount)) + 8;
  // The name of what lies before may begin below the numbers of the axis.
  const beforeRoom = before > 0 ? Math.max(endWidth, nameRoom(beforeText) - axis) : 0;
  const beyondRoom = beyond > 0 ? endWidth : 0;
  const left = beforeRoom > 0 ? axis + beforeRoom + 12 : axis;
  const right = beyondRoom > 0 ? width - beyondRoom - 12 : width - 8;
  const toX = linearScale(first.from, last.to, left, right);
  const labels = placeMarks(picture, { axis, left, width, right, toX });
  const lines = Math.max(0, ...labels.map(({ line }) => line + 1));
  const top = 8 + lines * lineHeight;
  const tall = Math.max(height, top + 104);
  const bottom = tall - 24;
  const toY = linearScale(ticks[0] ?? 0, ticks.at(-1) ?? 1, bottom, top);

  const total = bins.reduce((sum, { count }) => sum + count, before + beyond);
  const outside = (x: number, room: number, count: number, label: string) =>
    room > 0 ? [{ x, width: room, count, label, meaning: { label: "Count", colour: "grey" as const } }] : [];
  const columns = [
    ...outside(axis, beforeRoom, before, beforeText),
    ...bins.map(({ from, to, count, meaning = { label: "Count", colour: 1 as const } }) => ({
      x: toX(from),
      width: toX(to) - toX(from),
      count,
      meaning,
      label: `${format(from)} – ${format(to)}`,
    })),
    ...outside(right + 12, beyondRoom, beyond, beyondText),
  ];
  const room = {
    from: beforeRoom > 0 ? nameRoom(beforeText) + 8 : 0,
    to: beyondRoom > 0 ? width - nameRoom(beyondText) - 8 : width,
  };
  const edges = [...bins.map(({ from }) => from), last.to].filter((edge) => {
    const half = measureText(format(edge)) / 2;
    return (beforeRoom === 0 || toX(edge) - half >= room.from) && (beyondRoom === 0 || toX(edge) + half <= room.to);
  });
  const names = pickLabels(
    edges.map((edge) => fitText(format(edge), width * 0.3)),
    edges.map(toX),
    room,
  );
  const marks: Mark[] = [
    ...ticks.flatMap((value) => [
      hairline(axis, width, toY(value), value === 0),
      ...write(axis - 8, toY(value) + 4, formatCount(value), { anchor: "end" }),
    ]),
    ...columns.flatMap(({ x, width: room, count, meaning }) =>
      drawBin({ x, width: room, y: toY(count), height: bottom - toY(count) }, meaning.colour),
    ),
    ...names.flatMap(({ at, text }) => write(at, tall - 6, text, { anchor: "middle" })),
    ...(beforeRoom > 0 ? write(0, tall - 6, beforeText, { room: nameRoom(beforeText) }) : []),
    ...(beyondRoom > 0 ? write(width, tall - 6, beyondText, { anchor: "end", room: nameRoom(beyondText) }) : []),
    ...labels.flatMap(({ at, x, line, text, isFirm }) => [
      upright(at, top - 4, bottom, "text", !isFirm),
      ...write(x, 12 + line * lineHeight, text, { anchor: "middle", paint: "text" }),
    ]),
  ];
  const hitAreas = columns.map(({ x, width: room, count, label, meaning }): HitArea => {
    const share = total > 0 ? { share: formatPercent(count / total) } : {};
    const lines = [{ label: meaning.label, value: formatCount(count), ...share }];
    return { x, y: top, width: room, height: bottom - top, label, lines, cell: {}, highlight: "ground" };
  });
  return { width, height: tall, marks, hitAreas };
}

function drawBin({ x, y, width, height }: Box, colour: ChartColour): Mark[] {
  if (height <= 0) return [];
  const isBeyond = colour === "grey";
  const room = isBeyond ? Math.min(width, endWidth) : width;
  const gap = room > 3 ? 1 : 0;
  const left = isBeyond ? x + (width - room) / 2 : x;
  return [bar({ x: left + gap / 2, y, width: room - gap, height }, colour)];
}

type Room = { axis: number; left: number; right: number; width: number; toX: (value: number) => number };

/** The names of the chosen values, each on the first line where it touches no other. */
function placeMarks({ marks, format, bins }: HistogramPicture, { axis, left, right, width, toX }: Room) {
  const [least, most] = [bins[0]?.from ?? 0, bins.at(-1)?.to ?? 0];
  const ends: number[] = [];
  return marks
    .map(({ label, value, isFirm, text = format(value) }) => ({
      value,
      isFirm,
      text: fitText(`${label} ${text}`, width - axis),
    }))
    .sort((one, other) => one.value - other.value)
    .map(({ value, text, isFirm }) => {
      const beyond = right < width - 8 ? (right + 12 + width) / 2 : right;
      const before = left > axis ? (axis + left - 12) / 2 : left;
      const at = value > most ? beyond : value < least ? before : toX(value);
      const half = measureText(text) / 2;
      const x = Math.max(axis + half, Math.min(width - half, at));
      const free = ends.findIndex((end) => x - half >= end + 8);
      const line = free === -1 ? ends.length : free;
      ends[line] = x + half;
      return { at, x, line, text, isFirm };
    });
}
