import { fitText, pickLabels } from "../chart/label-layout.ts";
import { axisStart } from "../chart/scale.ts";
import type { Box } from "./box.ts";
import { emptyScene, measureText, write } from "./marks.ts";
import type { HeatPicture } from "./picture.ts";
import type { HitArea, Mark, Paint, Scene, SceneSize } from "./scene.ts";
import { widestText } from "./shapes.ts";

const head = 24;
const foot = 24;
const lineHeight = 15;

/** Cells in a grid with their names at the left and below, and the scale of the colour above. */
export function drawHeat(picture: HeatPicture, { width, height }: SceneSize): Scene {
  const { rows, columns, values, cells, details, format } = picture;
  if (rows.length === 0 || columns.length === 0) return emptyScene(width, height ?? 120);
  const lines = details?.[0]?.[0]?.length ?? 0;
  const roomPerRow = height === undefined ? 24 + lines * lineHeight : (height - head - foot) / rows.length;
  const pitch = Math.max(10, Math.min(48 + lines * lineHeight, roomPerRow));
  const left = Math.min(widestText(rows), Math.floor(width * 0.3), 180) + 8;
  const step = (width - left) / columns.length;
  const bottom = head + pitch * rows.length;
  const numbers = values.flat().filter((value) => value !== null);
  const toHeat = heatScale(numbers);
  const gap = step > 6 ? 1 : 0;
  const isWritten =
    pitch >= 18 && step >= 20 && numbers.length > 0 && widestText(numbers.map(format), { size: 11 }) + 6 <= step;
  const texts = details?.flat(2).map(({ text }) => text) ?? [];
  const hasRoom = isWritten && pitch >= 20 + lines * lineHeight && widestText(texts, { size: 11 }) + 6 <= step;
  const namedRows = Math.ceil(15 / pitch);
  const written = (value: number, more: readonly { text: string }[]) =>
    isWritten ? [format(value), ...(hasRoom ? more.map(({ text }) => text) : [])] : [];
  const marks: Mark[] = [...drawScale(picture, numbers, width)];
  const hitAreas: HitArea[] = [];

  rows.forEach((row, down) => {
    const y = head + down * pitch;
    if (down % namedRows === 0)
      marks.push(...write(left - 8, y + pitch / 2 + 4, row, { anchor: "end", room: left - 8 }));
    columns.forEach((column, across) => {
      const value = values[down]?.[across] ?? null;
      const box = { x: left + across * step, y, width: step - gap, height: pitch - 1 };
      const more = details?.[down]?.[across] ?? [];
      hitAreas.push({
        ...box,
        label: `${row}, ${column}`,
        lines: [
          { label: "Value", value: value === null ? "No value" : format(value) },
          ...more.map(({ label, text }) => ({ label, value: text })),
        ],
        cell: cells[down]?.[across] ?? {},
      });
      marks.push(...(value === null ? drawGap(box) : drawCell(box, toHeat(value), written(value, more))));
    });
  });
  const names = columns.map((name) => fitText(name, Math.max(step - 6, 48)));
  const middles = columns.map((_, index) => left + (index + 0.5) * step);
  for (const { at, text } of pickLabels(names, middles, { from: 0, to: width, gap: 8 })) {
    marks.push(...write(at, bottom + 16, text, { anchor: "middle" }));
  }
  return { width, height: bottom + foot, marks, hitAreas, across: columns.length };
}

function drawCell(box: Box, heat: number, texts: readonly string[]): Mark[] {
  const radius = Math.min(2, box.width / 4);
  // Letters turn light where the ground is closer to full than to nothing.
  const paint: Paint = heat > 0.8 ? "surface" : "text";
  const top = box.y + box.height / 2 + 4 - ((texts.length - 1) * lineHeight) / 2;
  const written = texts.flatMap((text, line) =>
    write(box.x + box.width / 2, top + line * lineHeight, text, { anchor: "middle", paint, size: 11 }),
  );
  return [
    { kind: "rect", ...box, fill: { heat }, radius },
    ...written.map((mark) => (heat > 0.66 && heat <= 0.8 ? { ...mark, isOnMiddle: true as const } : mark)),
  ];
}

/** A missing value is a dot, so that it is not taken for a zero. */
function drawGap({ x, y, width, height }: Box): Mark[] {
  const size = Math.min(3, width);
  return [
    { kind: "rect", x: x + (width - size) / 2, y: y + (height - size) / 2, width: size, height: size, fill: "border" },
  ];
}

function valueRange(numbers: readonly number[]): [number, number] {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  return [axisStart(least, most, false), Math.max(most, 0)];
}

/** From 0 to 1; equal values are all half-way, since none is larger. */
function heatScale(numbers: readonly number[]): (value: number) => number {
  const [low, high] = valueRange(numbers);
  if (high === low) return (value) => (value === 0 ? 0 : 0.5);
  return (value) => Number(((value - low) / (high - low)).toFixed(3));
}

/** The two ends of the colour scale and steps between them, at the upper right. */
function drawScale({ format }: HeatPicture, numbers: readonly number[], width: number): Mark[] {
  const [low, high] = valueRange(numbers);
  if (numbers.length === 0 || low === high) return [];
  const [from, to] = [format(low), format(high)].map((text) => fitText(text, width * 0.3, 11));
  const style = { anchor: "end" as const, size: 11 };
  const right = width - Math.ceil(measureText(to ?? "", style)) - 6;
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return [
    ...write(right - steps.length * 14 - 6, 12, from ?? "", style),
    ...steps.map((heat, index): Mark => {
      return { kind: "rect", x: right - (steps.length - index) * 14, y: 4, width: 13, height: 8, fill: { heat } };
    }),
    ...write(width, 12, to ?? "", style),
  ];
}
