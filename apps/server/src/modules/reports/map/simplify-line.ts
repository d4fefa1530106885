export type Point = [number, number];

/** A line or ring with as few points as keep it within a tolerance of where it was (Douglas and Peucker). */
export function simplifyLine(points: readonly Point[], tolerance: number): Point[] {
  const last = points.length - 1;
  if (last < 2) return [...points];
  const isKept = new Uint8Array(points.length);
  isKept[0] = 1;
  isKept[last] = 1;
  const stretches: [number, number][] = [[0, last]];
  for (let stretch = stretches.pop(); stretch; stretch = stretches.pop()) {
    const [from, to] = stretch;
    const { index, distance } = findFarthest(points, from, to);
    if (distance <= tolerance) continue;
    isKept[index] = 1;
    stretches.push([from, index], [index, to]);
  }
  return points.filter((_, index) => isKept[index] === 1);
}

function findFarthest(points: readonly Point[], from: number, to: number): { index: number; distance: number } {
  const [start, end] = [points[from] as Point, points[to] as Point];
  let [index, farthest] = [from, -1];
  for (let at = from + 1; at < to; at += 1) {
    const away = squaredDistance(points[at] as Point, start, end);
    if (away > farthest) [index, farthest] = [at, away];
  }
  return { index, distance: Math.sqrt(Math.max(0, farthest)) };
}

/** From a point to the nearest one of a stretch; a ring begins and ends with the same point. */
function squaredDistance([x, y]: Point, [startX, startY]: Point, [endX, endY]: Point): number {
  const [across, up] = [endX - startX, endY - startY];
  const length = across * across + up * up;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - startX) * across + (y - startY) * up) / length));
  return (x - startX - share * across) ** 2 + (y - startY - share * up) ** 2;
}
