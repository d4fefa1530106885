import { drawAnnotations, flagHeight } from "./draw-annotations.ts";
import { drawChart } from "./draw-chart.ts";
import type { AxisPicture } from "./picture.ts";
import type { Scene, SceneSize } from "./scene.ts";
import { sharedCell } from "./shared-cell.ts";

/** A chart with what happened along its axis: flags above it, and a line where one of them is pointed at. */
export function drawAxis({ chart, cells, annotations }: AxisPicture, size: SceneSize): Scene {
  const scene = drawChart(chart, size, { cells, head: annotations.length > 0 ? flagHeight : 0 });
  return {
    ...scene,
    // What happened stands behind the values.
    marks: [...drawAnnotations(annotations, scene), ...scene.marks],
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
  };
}
