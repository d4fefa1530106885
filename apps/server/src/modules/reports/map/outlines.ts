import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { type Point, simplifyLine } from "./simplify-line.ts";

type Box = { west: number; south: number; east: number; north: number };
type Line = { points: Point[]; box: Box };

/** Coasts as rings, and the borders between countries as lines, both of longitude and latitude. */
type Outlines = { outlines: Point[][]; borders: Point[][] };

/** So much finer than the box that a map can be enlarged. */
const stepsAcross = 6000;
/** An answer stays small wherever its places lie. */
const mostPoints = 8000;

/** From so many degrees on, what the finest atlas adds is smaller than what is left out. */
const wideSpan = 30;

type Atlas = { coasts: Line[]; borders: Line[] };
const atlases = new Map<string, Atlas>();

/** Coasts and borders around some locations, so that a map needs nothing from elsewhere. */
export function outlinesAround(locations: readonly { latitude: number; longitude: number }[]): Outlines {
  if (locations.length === 0) return { outlines: [], borders: [] };
  const box = boxAround(locations);
  const span = Math.max(box.east - box.west, box.north - box.south);
  const { coasts, borders } = readAtlas(span > wideSpan ? "50m" : "10m");
  const near = (lines: Line[]) => lines.filter((line) => touches(line.box, box));
  const cutCoasts = near(coasts).flatMap(({ points }) => keepLong(clipRing(points, box), 3));
  const cutBorders = near(borders).flatMap(({ points }) => clipLine(points, box));
  return simplifyAll(cutCoasts, cutBorders, span / stepsAcross);
}

/** As fine as asked for, or as fine as an answer may be. */
function simplifyAll(coasts: Point[][], borders: Point[][], finest: number): Outlines {
  let simple: Outlines = { outlines: coasts, borders };
  for (let tolerance = finest; ; tolerance *= 2) {
    const simplify = (least: number) => (line: Point[]) => keepLong(simplifyLine(line, tolerance), least);
    simple = { outlines: simple.outlines.flatMap(simplify(4)), borders: simple.borders.flatMap(simplify(2)) };
    const count = [...simple.outlines, ...simple.borders].reduce((sum, { length }) => sum + length, 0);
    if (count <= mostPoints) break;
  }
  return { outlines: simple.outlines.map(roundLine), borders: simple.borders.map(roundLine) };
}

function keepLong(line: Point[], least: number): Point[][] {
  return line.length >= least ? [line] : [];
}

/** To about ten metres. */
function roundLine(line: Point[]): Point[] {
  return line.map(([x, y]) => [Math.round(x * 1e4) / 1e4, Math.round(y * 1e4) / 1e4]);
}

function boxAround(locations: readonly { latitude: number; longitude: number }[]): Box {
  const box = measure(locations.map(({ latitude, longitude }) => [longitude, latitude]));
  // Room on all sides: a picture is seldom as wide and high as the locations lie.
  const room = Math.max(0.1, box.north - box.south, box.east - box.west);
  return { west: box.west - room, south: box.south - room, east: box.east + room, north: box.north + room };
}

function measure(points: readonly Point[]): Box {
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [x, y] of points) {
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.south = Math.min(box.south, y);
    box.north = Math.max(box.north, y);
  }
  return box;
}

/** Read when the first map is asked for, and kept: it is the same for everyone. */
function readAtlas(scale: "10m" | "50m"): Atlas {
  const cached = atlases.get(scale);
  if (cached) return cached;
  const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${scale}.json`);
  const world = JSON.parse(readFileSync(file, "utf8")) as Topology<{
    countries: GeometryCollection;
    land: GeometryCollection;
  }>;
  const toLine = (points: Point[]): Line => ({ points, box: measure(points) });
  const rings = feature(world, world.objects.land).features.flatMap(({ geometry }) => {
    if (geometry.type === "Polygon") return geometry.coordinates as Point[][];
    return geometry.type === "MultiPolygon" ? (geometry.coordinates.flat() as Point[][]) : [];
  });
  const borders = mesh(world, world.objects.countries, (one, other) => one !== other).coordinates as Point[][];
  const atlas = { coasts: rings.map(toLine), borders: borders.map(toLine) };
  atlases.set(scale, atlas);
  return atlas;
}

function touches(one: Box, other: Box): boolean {
  return one.west <= other.east && one.east >= other.west && one.south <= other.north && one.north >= other.south;
}

type Side = { at: 0 | 1; limit: number; isBelow: boolean };

function listSides({ west, south, east, north }: Box): Side[] {
  return [
    { at: 0, limit: west, isBelow: false },
    { at: 0, limit: east, isBelow: true },
    { at: 1, limit: south, isBelow: false },
    { at: 1, limit: north, isBelow: true },
  ];
}

const isInside = (point: Point, { at, limit, isBelow }: Side) => (isBelow ? point[at] <= limit : point[at] >= limit);

/** Cuts a ring at the four sides of a box, one after the other; it stays closed. */
function clipRing(ring: readonly Point[], box: Box): Point[] {
  let points = ring;
  for (const side of listSides(box)) points = clipAt(points, side);
  const [first] = points;
  return first ? [...points, first] : [];
}

/** A loop without lists of its own: the coast of a continent has a hundred thousand points. */
function clipAt(ring: readonly Point[], side: Side): Point[] {
  const points: Point[] = [];
  let before = ring.at(-1);
  for (const point of ring) {
    const isOwn = isInside(point, side);
    if (before && isInside(before, side) !== isOwn) points.push(crossed(before, point, side));
    if (isOwn) points.push(point);
    before = point;
  }
  return points;
}

/** The parts of a line that lie inside a box, cut at one side after the other. */
function clipLine(line: readonly Point[], box: Box): Point[][] {
  let parts: Point[][] = [[...line]];
  for (const side of listSides(box)) parts = parts.flatMap((part) => cutAt(part, side));
  return parts.filter(({ length }) => length > 1);
}

function cutAt(line: readonly Point[], side: Side): Point[][] {
  const parts: Point[][] = [];
  let part: Point[] = [];
  line.forEach((point, index) => {
    const before = line[index - 1];
    if (before && isInside(before, side) !== isInside(point, side)) part.push(crossed(before, point, side));
    if (isInside(point, side)) part.push(point);
    else if (part.length > 0) {
      parts.push(part);
      part = [];
    }
  });
  return part.length > 0 ? [...parts, part] : parts;
}

function crossed(from: Point, to: Point, { at, limit }: Side): Point {
  const share = (limit - from[at]) / (to[at] - from[at]);
  return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
}
