import {
  type Cell,
  cellAt,
  drawPicture,
  type Picture,
  summarisePicture,
  tableForPicture,
} from "@console/figures/picture";
import { memo, type Ref, useCallback } from "react";
import { PictureTable } from "./picture-table.tsx";
import type { HitAreaOpener } from "./scene-plot.tsx";
import { SceneRoom } from "./scene-room.tsx";

type Props = {
  picture: Picture;
  height?: number;
  /** Shows the values as a table in the same room. */
  isTable?: boolean;
  /** Opens the figures behind what was clicked. */
  onOpen?: ((cell: Cell) => void) | undefined;
  /** Reaches the drawing, to save it; null while the table is shown. */
  svgRef?: Ref<SVGSVGElement>;
};

/** Any picture of the product: fits the room it is given, reads aloud, turns into a table. */
export const PictureView = memo(function PictureView({ picture, height, isTable = false, onOpen, svgRef }: Props) {
  const draw = useCallback(
    (width: number) => drawPicture(picture, height === undefined ? { width } : { width, height }),
    [picture, height],
  );
  const title = picture.kind === "axis" ? picture.chart.title : picture.title;
  return (
    <SceneRoom
      title={title}
      summary={summarisePicture(picture)}
      draw={draw}
      table={
        isTable && (
          <PictureTable table={tableForPicture(picture)} title={title} height={height ?? 220} onOpen={onOpen} />
        )
      }
      height={height ?? 220}
      opener={onOpen && createOpener(onOpen)}
      svgRef={svgRef}
    />
  );
});

/** Opens the part of a place that was pointed at, else the whole place; what has no figures behind it stays closed. */
function createOpener(onOpen: (cell: Cell) => void): HitAreaOpener {
  const hasFigures = (cell: Cell) => Object.keys(cell).length > 0;
  return {
    canOpen: ({ cell }) => hasFigures(cell),
    open: (hitArea, point) => {
      const cell = point ? cellAt(hitArea, point.x, point.y) : hitArea.cell;
      if (hasFigures(cell)) onOpen(cell);
    },
  };
}
