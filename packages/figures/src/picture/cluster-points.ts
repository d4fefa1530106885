import type { ChartColour } from "../chart/chart-description.ts";
import { formatCount } from "../format.ts";
import type { Box } from "./box.ts";
import { measureText } from "./marks.ts";
import type { MapPicture } from "./picture.ts";

type MapPoint = MapPicture["points"][number];
type Placed = { x: number; y: number; point: MapPoint };
type Group = { x: number; y: number; weight: number; value: number; points: MapPoint[] };

/** Points that are drawn as one circle, the largest first; no colour when they do not share one. */
export type MapCluster = { x: number; y: number; radius: number; points: MapPoint[]; colour: ChartColour | null };

/** A number that fits into a circle. */
export function countText(count: number): string {
  return count < 1000 ? formatCount(count) : `${formatCount(Math.round(count / 1000))}k`;
}

/** Draws points together until no two circles touch. */
export function clusterPoints(
  placed: readonly Placed[],
  { largest, box }: { largest: number; box: Box },
): MapCluster[] {
  let groups = groupByTile(placed, largest * 1.2);
  const toRadius = (group: Group, most: number) => {
    const grown = 4 + (largest - 4) * Math.sqrt(most > 0 ? Math.max(0, group.value) / most : 0);
    // A cluster is at least large enough for its number.
    const number = measureText(countText(group.points.length), { size: 11, isStrong: true }) / 2 + 5;
    return Math.min(largest, group.points.length > 1 ? Math.max(grown, number, 12) : grown);
  };
  for (;;) {
    // The range is settled before merging, else every merge would shrink all the others.
    const most = Math.max(...groups.map(({ value }) => value));
    const merged = mergeTouching(groups, (group) => toRadius(group, most));
    if (merged.length === groups.length) {
      return groups
        .map((group) => toCluster(group, toRadius(group, most), box))
        .sort((one, other) => other.radius - one.radius);
    }
    groups = merged;
  }
}

/** Thousands of points become at most one group a tile, so that comparing all pairs stays quick. */
function groupByTile(placed: readonly Placed[], size: number): Group[] {
  const isMany = placed.length > 400;
  const tiles = new Map<string | number, Group>();
  placed.forEach(({ x, y, point }, index) => {
    const key = isMany ? `${Math.floor(x / size)},${Math.floor(y / size)}` : index;
    const one: Group = { x, y, weight: 1, value: point.value, points: [point] };
    const tile = tiles.get(key);
    tiles.set(key, tile ? joinGroups(tile, one) : one);
  });
  return [...tiles.values()].sort((one, other) => other.value - one.value);
}

function joinGroups(one: Group, other: Group): Group {
  const weight = one.weight + other.weight;
  return {
    x: (one.x * one.weight + other.x * other.weight) / weight,
    y: (one.y * one.weight + other.y * other.weight) / weight,
    weight,
    value: one.value + other.value,
    points: [...one.points, ...other.points],
  };
}

function mergeTouching(groups: readonly Group[], toRadius: (group: Group) => number): Group[] {
  const separate: Group[] = [];
  for (const group of groups) {
    const near = separate.findIndex(
      (other) => Math.hypot(other.x - group.x, other.y - group.y) < toRadius(other) + toRadius(group) + 1,
    );
    const other = separate[near];
    if (other) separate[near] = joinGroups(other, group);
    else separate.push(group);
  }
  return separate;
}

function toCluster({ x, y, points }: Group, radius: number, box: Box): MapCluster {
  const colours = new Set(points.map(({ colour }) => colour));
  const [first] = points;
  return {
    x: Math.max(box.x + radius, Math.min(box.x + box.width - radius, x)),
    y: Math.max(box.y + radius, Math.min(box.y + box.height - radius, y)),
    radius,
    points: points.toSorted((one, other) => other.value - one.value),
    colour: colours.size === 1 ? (first?.colour ?? null) : null,
  };
}
