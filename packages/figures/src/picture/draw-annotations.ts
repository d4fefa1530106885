import { measureText, write } from "./marks.ts";
import type { Annotation } from "./picture.ts";
import type { Mark, Scene } from "./scene.ts";
import { upright } from "./shapes.ts";

/** The room above a chart in which the flags stand. */
export const flagHeight = 18;

const size = 10;
const tall = 14;

type Flag = { from: number; to: number; x: number; width: number; at: number };

/** Lines down the chart, each with a numbered flag; flags that would touch become one with the first and last number. */
export function drawAnnotations(annotations: readonly Annotation[], { hitAreas, width }: Scene, gap: number): Mark[] {
  const [first] = hitAreas;
  if (!first) return [];
  const [top, bottom] = [first.y - 8 - gap - flagHeight, first.y + first.height];
  const positions = annotations
    .flatMap(({ index }, order) => {
      const hitArea = hitAreas[index];
      return hitArea ? [{ number: order + 1, at: hitArea.x + hitArea.width / 2 }] : [];
    })
    .sort((one, other) => one.at - other.at);
  const flags: Flag[] = [];
  for (const { number, at } of positions) {
    const flag = toFlag(number, number, at, width);
    const last = flags.at(-1);
    if (last && flag.x < last.x + last.width + 3) {
      flags[flags.length - 1] = toFlag(Math.min(last.from, number), Math.max(last.to, number), last.at, width);
    } else flags.push(flag);
  }
  return [
    ...[...new Set(positions.map(({ at }) => at))].map((at) => upright(at, top + tall, bottom, "muted", true)),
    ...flags.flatMap((flag): Mark[] => [
      { kind: "rect", x: flag.x, y: top, width: flag.width, height: tall, fill: "border", radius: 3 },
      ...write(flag.x + flag.width / 2, top + 10.5, flagText(flag.from, flag.to), { anchor: "middle", size }),
    ]),
  ];
}

function flagText(from: number, to: number): string {
  return from === to ? String(from) : `${from}–${to}`;
}

function toFlag(from: number, to: number, at: number, width: number): Flag {
  const room = Math.max(tall, Math.ceil(measureText(flagText(from, to), { size })) + 6);
  return { from, to, at, width: room, x: Math.max(0, Math.min(width - room, at - tall / 2)) };
}
