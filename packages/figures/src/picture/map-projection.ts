import type { Box } from "./marks.ts";

type Point = { x: number; y: number };
const kmPerDegree = 111.32;
/** About two kilometres: a single point still shows what is around it. */
const leastSpan = 0.02;

/** Degrees onto pixels such that all points lie inside with room around them; east is narrower far from the equator. */
export function fitProjection(
  points: readonly { latitude: number; longitude: number }[],
  box: Box,
  padding: number,
): { project: (longitude: number, latitude: number) => Point; pixelsPerKm: number } {
  const [south, north] = measureSpan(points.map(({ latitude }) => latitude));
  const [west, east] = measureSpan(points.map(({ longitude }) => longitude));
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const narrowing = Math.max(0.05, Math.cos((middle.latitude * Math.PI) / 180));
  const pixelsPerDegree = Math.min(
    (box.width - 2 * padding) / (Math.max(leastSpan, east - west) * narrowing),
    (box.height - 2 * padding) / Math.max(leastSpan, north - south),
  );
  return {
    project: (longitude, latitude) => ({
      x: box.x + box.width / 2 + (longitude - middle.longitude) * narrowing * pixelsPerDegree,
      y: box.y + box.height / 2 - (latitude - middle.latitude) * pixelsPerDegree,
    }),
    pixelsPerKm: pixelsPerDegree / kmPerDegree,
  };
}

function measureSpan(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

/** The part of a closed outline that lies inside a box, cut edge by edge (Sutherland and Hodgman). */
export function clipOutline(outline: readonly Point[], { x, y, width, height }: Box): Point[] {
  const edges: [axis: "x" | "y", at: number, sign: 1 | -1][] = [
    ["x", x, 1],
    ["x", x + width, -1],
    ["y", y, 1],
    ["y", y + height, -1],
  ];
  return edges.reduce<Point[]>(
    (points, [axis, at, sign]) => {
      const isInside = (point: Point) => (point[axis] - at) * sign >= 0;
      return points.flatMap((point, index) => {
        const before = points.at(index - 1) ?? point;
        const own = isInside(point) ? [point] : [];
        return isInside(before) === isInside(point) ? own : [crossing(before, point, axis, at), ...own];
      });
    },
    [...outline],
  );
}

function crossing(from: Point, to: Point, axis: "x" | "y", at: number): Point {
  const part = (at - from[axis]) / (to[axis] - from[axis]);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
