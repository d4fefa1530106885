import type { Box } from "./box.ts";
import type { Cell } from "./picture.ts";
import type { HitArea } from "./scene.ts";

function distance(box: Box, x: number, y: number): number {
  const across = Math.max(box.x - x, 0, x - box.x - box.width);
  const down = Math.max(box.y - y, 0, y - box.y - box.height);
  return Math.hypot(across, down);
}

function nearest(boxes: readonly Box[], x: number, y: number): number {
  let nearestIndex = -1;
  let least = Number.POSITIVE_INFINITY;
  boxes.forEach((box, index) => {
    const here = distance(box, x, y);
    if (here < least) [nearestIndex, least] = [index, here];
  });
  return nearestIndex;
}

/** How far from a point on a map one may still mean it. */
const hitRadius = 24;

/** The index of the hit area that is nearest to a point; −1 where there is none. */
export function findNearestHitArea(hitAreas: readonly HitArea[], x: number, y: number): number {
  const index = nearest(hitAreas, x, y);
  const hitArea = hitAreas[index];
  return hitArea?.highlight === "ring" && distance(hitArea, x, y) > hitRadius ? -1 : index;
}

/** The figures behind a point of a hit area: those of its nearest part, else its own. */
export function cellAt(hitArea: HitArea, x: number, y: number): Cell {
  return hitArea.parts?.[nearest(hitArea.parts, x, y)]?.cell ?? hitArea.cell;
}

/** A hit area as a sentence, for people who hear the picture. */
export function sayHitArea({ label, lines }: HitArea): string {
  return `${label}: ${lines.map(({ label: name, value, share }) => `${name} ${value}${share ? `, ${share}` : ""}`).join("; ")}`;
}
