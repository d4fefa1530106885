import type { Box } from "./marks.ts";
import type { Cell } from "./picture.ts";
import type { Place } from "./scene.ts";

function distance(box: Box, x: number, y: number): number {
  const across = Math.max(box.x - x, 0, x - box.x - box.width);
  const down = Math.max(box.y - y, 0, y - box.y - box.height);
  return Math.hypot(across, down);
}

function nearest(boxes: readonly Box[], x: number, y: number): number {
  let found = -1;
  let least = Number.POSITIVE_INFINITY;
  boxes.forEach((box, index) => {
    const here = distance(box, x, y);
    if (here < least) [found, least] = [index, here];
  });
  return found;
}

/** How far from a point on a map one may still mean it. */
const reach = 24;

/** The place that is nearest to a point; −1 where there is none. */
export function nearestPlace(places: readonly Place[], x: number, y: number): number {
  const found = nearest(places, x, y);
  const place = places[found];
  return place?.highlight === "ring" && distance(place, x, y) > reach ? -1 : found;
}

/** The figures behind a point of a place: those of its nearest part, else its own. */
export function cellAt(place: Place, x: number, y: number): Cell {
  return place.parts?.[nearest(place.parts, x, y)]?.cell ?? place.cell;
}

/** A place as a sentence, for people who hear the picture. */
export function sayPlace({ label, lines }: Place): string {
  return `${label}: ${lines.map(({ label: name, value, share }) => `${name} ${value}${share ? `, ${share}` : ""}`).join("; ")}`;
}
