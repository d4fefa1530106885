import type { ChartColour } from "../chart/chart-description.ts";
import { formatCount } from "../format.ts";
import type { Box } from "./box.ts";
import { clusterPoints, countText, type MapCluster } from "./cluster-points.ts";
import { clipLine, clipOutline, fitProjection, type Projection } from "./map-projection.ts";
import { drawLegend, emptyScene, write } from "./marks.ts";
import type { MapPicture } from "./picture.ts";
import { type PlacedLabel, placeLabels } from "./place-labels.ts";
import type { HitArea, Mark, Scene, SceneSize } from "./scene.ts";
import { circle } from "./shapes.ts";
import { sharedCell } from "./shared-cell.ts";

const foot = 24;
/** How many of the points in a cluster are named. */
const named = 5;

/** Points on the earth as circles by their value; those that would touch are one circle with their number. */
export function drawMap(picture: MapPicture, { width, height }: SceneSize): Scene {
  const legend = drawLegend(picture.legend, width);
  const tall = Math.max(180, height ?? Math.max(240, Math.min(480, Math.round(width * 0.55))));
  if (picture.points.length === 0) return emptyScene(width, tall);
  const box = { x: 0, y: legend.height, width, height: tall - legend.height - foot };
  const largest = Math.max(15, Math.min(20, width / 32));
  const { frame, project, pixelsPerKm } = fitProjection(picture.points, box, largest + 4, picture.view);
  const placed = picture.points
    .map((point) => ({ ...project(point.longitude, point.latitude), point }))
    .filter(({ x, y }) => isWithin(x, box.x, box.width, largest) && isWithin(y, box.y, box.height, largest));
  const clusters = placed.length > 0 ? clusterPoints(placed, { largest, box }) : [];
  const hitAreas = clusters.map((cluster) => toHitArea(cluster, picture));
  const circles = clusters.map(({ x, y, radius, points }) => ({
    x: x - radius,
    y: y - radius,
    width: 2 * radius,
    height: 2 * radius,
    hasNumber: points.length > 1,
  }));
  const names = (picture.labels ?? []).map(({ name, longitude, latitude }) => ({
    name,
    ...project(longitude, latitude),
  }));
  return {
    width,
    height: tall,
    marks: [
      ...legend.marks,
      ...(picture.isOnTiles ? [] : drawGround(picture, project, box)),
      ...clusters.flatMap(drawCluster),
      ...placeLabels(names, circles, box).flatMap(drawLabel),
      ...drawScaleBar(pixelsPerKm, width, tall),
    ],
    hitAreas,
    map: frame,
  };
}

/** Whether a whole circle has room along one side. */
function isWithin(at: number, start: number, length: number, radius: number): boolean {
  return at >= start + radius && at <= start + length - radius;
}

/** Sea, land with its coasts, and the borders between countries. */
function drawGround({ outlines, borders = [] }: MapPicture, project: Projection["project"], box: Box): Mark[] {
  const toPixels = (line: readonly [number, number][]) => line.map(([x, y]) => project(x, y));
  const rings = outlines.map((ring) => clipOutline(toPixels(ring), box)).filter((ring) => ring.length > 2);
  const lines = borders.flatMap((line) => clipLine(toPixels(line), box));
  const writeLine = (line: readonly { x: number; y: number }[]) =>
    `M${line.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}`;
  const land = rings.map((ring) => `${writeLine(ring)}Z`).join("");
  return [
    { kind: "rect", ...box, fill: outlines.length > 0 ? "sea" : "sunken", radius: 6 },
    ...(land
      ? [
          {
            kind: "path" as const,
            d: land,
            fill: "land" as const,
            stroke: "coast" as const,
            width: 1,
            isEvenOdd: true as const,
          },
        ]
      : []),
    ...(lines.length > 0
      ? [
          {
            kind: "path" as const,
            d: lines.map(writeLine).join(""),
            stroke: "muted" as const,
            width: 1,
            isDashed: true as const,
          },
        ]
      : []),
  ];
}

function drawLabel({ x, y, width, height, name }: PlacedLabel): Mark[] {
  return [
    { kind: "rect", x, y, width, height, fill: "surface", radius: 3 },
    ...write(x + width / 2, y + 12, name, { anchor: "middle", paint: "text", size: 11, isStrong: true }),
  ];
}

function drawCluster({ x, y, radius, points, colour }: MapCluster): Mark[] {
  if (points.length === 1 || colour) {
    const text = points.length > 1 ? countText(points.length) : "";
    return [
      circle(x, y, radius, colour ?? "muted", points.length > 1 ? 1 : 0.85),
      ...write(x, y + 4, text, { anchor: "middle", paint: "surface", size: 11, isStrong: true }),
    ];
  }
  return [
    circle(x, y, radius, "surface"),
    ...drawShares(x, y, radius - 1.5, points),
    ...write(x, y + 4, countText(points.length), { anchor: "middle", paint: "text", size: 11, isStrong: true }),
  ];
}

/** So small a part of a ring can still be seen. */
const leastShare = 0.08;

/** A ring of what a cluster is made of, so that a failure among many successes is still red. */
function drawShares(x: number, y: number, radius: number, points: MapCluster["points"]): Mark[] {
  const values = new Map<ChartColour, number>();
  for (const { colour, value } of points) values.set(colour, (values.get(colour) ?? 0) + Math.max(0, value));
  const sum = [...values.values()].reduce((total, value) => total + value, 0) || 1;
  const shares = [...values].map(([colour, value]) => ({ colour, share: Math.max(leastShare, value / sum) }));
  const whole = shares.reduce((total, { share }) => total + share, 0);
  let angle = -Math.PI / 2;
  const at = (turn: number) =>
    `${(x + radius * Math.cos(turn)).toFixed(1)},${(y + radius * Math.sin(turn)).toFixed(1)}`;
  return shares.map(({ colour, share }): Mark => {
    const from = angle;
    angle += (share / whole) * 2 * Math.PI;
    const isLong = angle - from > Math.PI ? 1 : 0;
    const d = `M${at(from)}A${radius.toFixed(1)},${radius.toFixed(1)} 0 ${isLong},1 ${at(angle)}`;
    return { kind: "path", d, stroke: colour, width: 3 };
  });
}

function toHitArea({ x, y, radius, points, colour }: MapCluster, { format, legend }: MapPicture): HitArea {
  const [first] = points;
  const sum = points.reduce((total, { value }) => total + value, 0);
  const isOne = points.length === 1;
  const meaning = legend.find((item) => item.colour === first?.colour)?.label ?? "Value";
  return {
    x: x - radius,
    y: y - radius,
    width: radius * 2,
    height: radius * 2,
    highlight: "ring",
    label: isOne ? (first?.label ?? "") : `${formatCount(points.length)} places`,
    lines: isOne
      ? [{ label: meaning, value: format(sum), ...(colour ? { colour } : {}) }]
      : [
          ...points.slice(0, named).map((point) => ({
            label: point.label,
            value: format(point.value),
            colour: point.colour,
          })),
          ...(points.length > named ? [{ label: `${formatCount(points.length - named)} more`, value: "" }] : []),
          { label: "Total", value: format(sum), isTotal: true as const },
        ],
    cell: sharedCell(points.map(({ cell }) => cell)),
  };
}

/** A round number of kilometres, or of metres below one. */
function drawScaleBar(pixelsPerKm: number, width: number, height: number): Mark[] {
  const most = Math.min(120, width * 0.3) / pixelsPerKm;
  const power = 10 ** Math.floor(Math.log10(most));
  const km = ([5, 2, 1].find((factor) => factor * power <= most) ?? 1) * power;
  const long = km * pixelsPerKm;
  const text = km < 1 ? `${formatCount(km * 1000)} m` : `${formatCount(km)} km`;
  const y = height - 8.5;
  return [
    { kind: "path", d: `M0.5,${y - 4}v4h${long.toFixed(1)}v-4`, stroke: "muted", width: 1 },
    ...write(long + 8, height - 8, text, { paint: "secondary", size: 11, room: width - long - 8 }),
  ];
}
