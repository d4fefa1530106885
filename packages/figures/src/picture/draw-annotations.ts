import type { ChartLayout } from "../chart/layout-chart.ts";
import { upright, widthOf, write } from "./marks.ts";
import type { Annotation } from "./picture.ts";
import type { Mark } from "./scene.ts";

/** The room above a chart in which the flags stand. */
export const flagHeight = 18;

const size = 10;
const tall = 14;

type Flag = { from: number; to: number; x: number; width: number; at: number };

/** Lines down the chart, each with a numbered flag; flags that would touch become one with the first and last number. */
export function drawAnnotations(
  annotations: readonly Annotation[],
  { xs, bottom }: ChartLayout,
  { width, top }: { width: number; top: number },
): Mark[] {
  const known = annotations
    .map(({ index }, place) => ({ number: place + 1, at: xs[index] }))
    .flatMap(({ number, at }) => (at === undefined ? [] : [{ number, at }]))
    .sort((one, other) => one.at - other.at);
  const flags: Flag[] = [];
  for (const { number, at } of known) {
    const flag = flagOf(number, number, at, width);
    const last = flags.at(-1);
    if (last && flag.x < last.x + last.width + 3) {
      flags[flags.length - 1] = flagOf(Math.min(last.from, number), Math.max(last.to, number), last.at, width);
    } else flags.push(flag);
  }
  return [
    ...[...new Set(known.map(({ at }) => at))].map((at) => upright(at, top + tall, bottom, "muted", true)),
    ...flags.flatMap((flag): Mark[] => [
      { kind: "rect", x: flag.x, y: top, width: flag.width, height: tall, fill: "border", radius: 3 },
      ...write(flag.x + flag.width / 2, top + 10.5, textOf(flag.from, flag.to), { anchor: "middle", size }),
    ]),
  ];
}

function textOf(from: number, to: number): string {
  return from === to ? String(from) : `${from}–${to}`;
}

function flagOf(from: number, to: number, at: number, width: number): Flag {
  const room = Math.max(tall, Math.ceil(widthOf(textOf(from, to), { size })) + 6);
  return { from, to, at, width: room, x: Math.max(0, Math.min(width - room, at - tall / 2)) };
}
