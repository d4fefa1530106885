import type { Box } from "./box.ts";
import { type MapFrame, type MapView, toWorld } from "./map-view.ts";

type Point = { x: number; y: number };
const kmAround = 40_075;
/** About two kilometres: a single point still shows what is around it. */
const leastSpan = 0.02 / 360;

export type Projection = {
  frame: MapFrame;
  project: (longitude: number, latitude: number) => Point;
  pixelsPerKm: number;
};

/** Degrees onto pixels such that all points lie inside with room around them, or as a view has it. */
export function fitProjection(
  points: readonly { latitude: number; longitude: number }[],
  box: Box,
  padding: number,
  view?: MapView,
): Projection {
  const world = points.map(({ longitude, latitude }) => toWorld(longitude, latitude));
  const [west, east] = measureSpan(world.map(({ x }) => x));
  const [north, south] = measureSpan(world.map(({ y }) => y));
  const fit = {
    x: (west + east) / 2,
    y: (north + south) / 2,
    scale: Math.min(
      (box.width - 2 * padding) / Math.max(leastSpan, east - west),
      (box.height - 2 * padding) / Math.max(leastSpan, south - north),
    ),
  };
  const { x, y, zoom } = view ?? { ...fit, zoom: 1 };
  const scale = fit.scale * zoom;
  // How long a degree is depends on how far from the equator it lies.
  const narrowing = 1 / Math.cosh((0.5 - y) * 2 * Math.PI);
  return {
    frame: { box, x, y, scale, fit },
    project: (longitude, latitude) => {
      const place = toWorld(longitude, latitude);
      return {
        x: box.x + box.width / 2 + (place.x - x) * scale,
        y: box.y + box.height / 2 + (place.y - y) * scale,
      };
    },
    pixelsPerKm: scale / (kmAround * narrowing),
  };
}

function measureSpan(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
}

type Edge = { axis: "x" | "y"; at: number; sign: 1 | -1 };

function listEdges({ x, y, width, height }: Box): Edge[] {
  return [
    { axis: "x", at: x, sign: 1 },
    { axis: "x", at: x + width, sign: -1 },
    { axis: "y", at: y, sign: 1 },
    { axis: "y", at: y + height, sign: -1 },
  ];
}

const isInside = (point: Point, { axis, at, sign }: Edge) => (point[axis] - at) * sign >= 0;

/** The part of a closed outline that lies inside a box, cut edge by edge (Sutherland and Hodgman). */
export function clipOutline(outline: readonly Point[], box: Box): Point[] {
  return listEdges(box).reduce<Point[]>(
    (points, edge) =>
      points.flatMap((point, index) => {
        const before = points.at(index - 1) ?? point;
        const own = isInside(point, edge) ? [point] : [];
        return isInside(before, edge) === isInside(point, edge) ? own : [crossing(before, point, edge), ...own];
      }),
    [...outline],
  );
}

/** The parts of a line that lie inside a box. */
export function clipLine(line: readonly Point[], box: Box): Point[][] {
  return listEdges(box).reduce<Point[][]>((parts, edge) => parts.flatMap((part) => cutAt(part, edge)), [[...line]]);
}

function cutAt(line: readonly Point[], edge: Edge): Point[][] {
  const parts: Point[][] = [[]];
  line.forEach((point, index) => {
    const before = line[index - 1];
    if (before && isInside(before, edge) !== isInside(point, edge)) parts.at(-1)?.push(crossing(before, point, edge));
    if (isInside(point, edge)) parts.at(-1)?.push(point);
    else parts.push([]);
  });
  return parts.filter(({ length }) => length > 1);
}

function crossing(from: Point, to: Point, { axis, at }: Edge): Point {
  const part = (at - from[axis]) / (to[axis] - from[axis]);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}
