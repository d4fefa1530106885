import { formatCount } from "../format.ts";
import { clusterPoints, countText, type MapCluster } from "./cluster-points.ts";
import { clipOutline, fitProjection } from "./map-projection.ts";
import { drawLegend, emptyScene, write } from "./marks.ts";
import type { MapPicture } from "./picture.ts";
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
  const { project, pixelsPerKm } = fitProjection(picture.points, box, largest + 4);
  const placed = picture.points.map((point) => ({ ...project(point.longitude, point.latitude), point }));
  const clusters = clusterPoints(placed, { largest, box });
  const outlines = picture.outlines
    .map((outline) =>
      clipOutline(
        outline.map(([longitude, latitude]) => project(longitude, latitude)),
        box,
      ),
    )
    .filter((outline) => outline.length > 2);
  const marks: Mark[] = [
    ...legend.marks,
    ...(outlines.length === 0 ? [{ kind: "rect" as const, ...box, fill: "sunken" as const, radius: 6 }] : []),
    ...outlines.map((outline): Mark => {
      const d = `M${outline.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join("L")}Z`;
      return { kind: "path", d, fill: "sunken", stroke: "border", width: 1 };
    }),
    ...clusters.flatMap(drawCluster),
    ...drawScaleBar(pixelsPerKm, width, tall),
  ];
  return { width, height: tall, marks, hitAreas: clusters.map((cluster) => toHitArea(cluster, picture)) };
}

function drawCluster({ x, y, radius, points, colour }: MapCluster): Mark[] {
  const text = points.length > 1 ? countText(points.length) : "";
  return [
    circle(x, y, radius, colour ?? "muted", points.length > 1 ? 1 : 0.85),
    ...write(x, y + 4, text, { anchor: "middle", paint: "surface", size: 11, isStrong: true }),
  ];
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
