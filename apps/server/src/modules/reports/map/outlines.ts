import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

type Point = [number, number];
type Box = { west: number; south: number; east: number; north: number };

let land: Point[][] | null = null;

/** Coasts and borders around some locations, so that a map needs nothing from elsewhere: rings of longitude and latitude. */
export function outlinesAround(locations: readonly { latitude: number; longitude: number }[]): Point[][] {
  if (locations.length === 0) return [];
  const box = boxAround(locations);
  return readLand().flatMap((ring) => {
    if (!touches(ring, box)) return [];
    const cut = clip(ring, box);
    return cut.length > 2 ? [cut] : [];
  });
}

function boxAround(locations: readonly { latitude: number; longitude: number }[]): Box {
  const latitudes = locations.map(({ latitude }) => latitude);
  const longitudes = locations.map(({ longitude }) => longitude);
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)];
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)];
  // Room on all sides: a picture is seldom as wide and high as the locations lie.
  const room = Math.max(0.1, north - south, east - west);
  return { west: west - room, south: south - room, east: east + room, north: north + room };
}

/** Read when the first map is asked for, and kept: it is the same for everyone. */
function readLand(): Point[][] {
  if (land) return land;
  const file = createRequire(import.meta.url).resolve("world-atlas/countries-10m.json");
  const atlas = JSON.parse(readFileSync(file, "utf8")) as Topology<{ countries: GeometryCollection }>;
  land = feature(atlas, atlas.objects.countries).features.flatMap(({ geometry }) => {
    if (geometry.type === "Polygon") return geometry.coordinates as Point[][];
    return geometry.type === "MultiPolygon" ? (geometry.coordinates.flat() as Point[][]) : [];
  });
  return land;
}

function touches(ring: readonly Point[], { west, south, east, north }: Box): boolean {
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of ring) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    low = Math.min(low, y);
    high = Math.max(high, y);
  }
  return left <= east && right >= west && low <= north && high >= south;
}

/** Cuts a ring at the four sides of a box, one after the other. */
function clip(ring: readonly Point[], { west, south, east, north }: Box): Point[] {
  const sides: { at: 0 | 1; limit: number; isBelow: boolean }[] = [
    { at: 0, limit: west, isBelow: false },
    { at: 0, limit: east, isBelow: true },
    { at: 1, limit: south, isBelow: false },
    { at: 1, limit: north, isBelow: true },
  ];
  let points = [...ring];
  for (const { at, limit, isBelow } of sides) {
    const isInside = (point: Point) => (isBelow ? point[at] <= limit : point[at] >= limit);
    points = points.flatMap((point, index) => {
      const before = points[(index + points.length - 1) % points.length] as Point;
      const crossing = isInside(point) === isInside(before) ? [] : [crossed(before, point, at, limit)];
      return isInside(point) ? [...crossing, point] : crossing;
    });
  }
  return points.map(([x, y]) => [Math.round(x * 1e4) / 1e4, Math.round(y * 1e4) / 1e4]);
}

function crossed(from: Point, to: Point, at: 0 | 1, limit: number): Point {
  const share = (limit - from[at]) / (to[at] - from[at]);
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
}
