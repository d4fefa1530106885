import { isDrawnAsLine } from "../chart/chart-description.ts";
import { drawAnnotations, flagHeight } from "./draw-annotations.ts";
import { drawChart } from "./draw-chart.ts";
import { findNames } from "./find-names.ts";
import { canLabelBars, labelBars, labelHeight } from "./label-bars.ts";
import { drawLegend } from "./marks.ts";
import { listAxisPeriods } from "./narrow-axis.ts";
import type { AxisPicture } from "./picture.ts";
import type { Crosshair, HitArea, Mark, Scene, SceneSize } from "./scene.ts";
import { sharedCell } from "./shared-cell.ts";

/** A chart with what happened along its axis: flags above it, and a line where one of them is pointed at. */
export function drawAxis(picture: AxisPicture, size: SceneSize): Scene {
  const { chart, cells, annotations, hidden = [] } = picture;
  const flags = annotations.length > 0 ? flagHeight : 0;
  // What is hidden keeps its name without its colour; a series that is left alone has no other name.
  const named = [
    ...(hidden.length > 0 && chart.series.length === 1 ? chart.series : []),
    ...hidden.map((one) => ({ ...one, colour: "faint" as const })),
  ];
  const names = drawLegend(
    named.map(({ label, colour = 1, shape }) => ({
      label,
      colour,
      ...(shape !== undefined && isDrawnAsLine(chart) ? { shape } : {}),
    })),
    size.width,
  );
  const head = names.height + flags;
  const bare = drawChart(chart, size, { cells, head });
  const above = canLabelBars(chart, bare.hitAreas) ? labelHeight : 0;
  const scene = above > 0 ? drawChart(chart, size, { cells, head: head + above }) : bare;
  const top = (scene.hitAreas[0]?.y ?? 0) - 8 - above - head;
  const nameMarks = names.marks.map((mark) => moveDown(mark, top));
  return {
    ...scene,
    // What happened stands behind the values.
    marks: [
      ...nameMarks,
      ...drawAnnotations(annotations, scene, above),
      ...scene.marks,
      ...(above > 0 ? labelBars(chart, scene.hitAreas) : []),
    ],
    hitAreas: scene.hitAreas.map((hitArea, at) => ({
      ...hitArea,
      lines: [
        ...hitArea.lines,
        ...annotations.flatMap(({ index, text }, order) =>
          index === at ? [{ label: text, value: `Note ${order + 1}` }] : [],
        ),
      ],
      cell: sharedCell(cells.map((row) => row[at])),
    })),
    legend: [...findNames(chart.series, scene.marks), ...findNames(named, nameMarks)],
    crosshairs: listAxisPeriods(picture).flatMap((period, index) => toCrosshair(period, scene.hitAreas[index])),
  };
}

function toCrosshair(period: string, hitArea: HitArea | undefined): Crosshair[] {
  if (!hitArea) return [];
  const { x, y, width, height } = hitArea;
  return [{ period, lines: [{ x: x + width / 2, top: y, bottom: y + height }] }];
}

function moveDown(mark: Mark, down: number): Mark {
  if (mark.kind !== "path") return { ...mark, y: mark.y + down };
  return { ...mark, d: mark.d.replace(/^M([\d.-]+),([\d.-]+)/, (_, x, y) => `M${x},${Number(y) + down}`) };
}
