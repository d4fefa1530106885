import { fitText } from "../chart/label-layout.ts";
import type { Box } from "./box.ts";
import { measureText } from "./marks.ts";

const size = 11;
const padding = 3;
const tall = 16;
const longest = 160;
/** Around a place from the nearest on: right, left, above and below, then farther out. */
const offsets = [8, 20, 34].flatMap((away) => [
  { across: away, down: 0 },
  { across: -away, down: 0 },
  { across: 0, down: -away },
  { across: 0, down: away },
  { across: away, down: -away },
  { across: -away, down: -away },
  { across: away, down: away },
  { across: -away, down: away },
]);

/** A name with the box that it fills. */
export type PlacedLabel = Box & { name: string };

/** A circle on a map; one with a number in it is never covered. */
type Circle = Box & { hasNumber: boolean };

/**
 * Names where they touch neither each other nor circles. Where all around is full a name may cover single points; one
 * that would touch another name or a number is left out, so that the most important come first.
 */
export function placeLabels(
  labels: readonly { name: string; x: number; y: number }[],
  circles: readonly Circle[],
  room: Box,
): PlacedLabel[] {
  const numbers = circles.filter(({ hasNumber }) => hasNumber);
  const placed: PlacedLabel[] = [];
  for (const { name: whole, x, y } of labels) {
    if (x < room.x || x > room.x + room.width || y < room.y || y > room.y + room.height) continue;
    const name = fitText(whole, longest, size * 1.06);
    const width = measureText(name, { size, isStrong: true }) + 2 * padding;
    const boxes = offsets
      .map(({ across, down }) => ({
        x: x + across + (across === 0 ? -width / 2 : across < 0 ? -width : 0),
        y: y + down - tall / 2,
        width,
        height: tall,
      }))
      .filter((box) => contains(room, box) && ![...placed, ...numbers].some((other) => overlaps(other, box)));
    const free = boxes.find((box) => !circles.some((circle) => overlaps(circle, box))) ?? boxes[0];
    if (free) placed.push({ ...free, name });
  }
  return placed;
}

function contains(room: Box, box: Box): boolean {
  return (
    box.x >= room.x &&
    box.y >= room.y &&
    box.x + box.width <= room.x + room.width &&
    box.y + box.height <= room.y + room.height
  );
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}
