import { type Cell, drawPicture, type Picture, summarisePicture, tableOf } from "@console/figures/picture";
import { type Ref, useCallback } from "react";
import { PictureTable } from "./picture-table.tsx";
import { SceneRoom } from "./scene-room.tsx";

type Props = {
  picture: Picture;
  height?: number;
  /** Shows the values as a table in the same room. */
  isTable?: boolean;
  /** Opens the figures behind what was clicked. */
  onOpen?: (cell: Cell) => void;
  /** Reaches the drawing, to save it; null while the table is shown. */
  svgRef?: Ref<SVGSVGElement>;
};

/** Any picture of the product: fits the room it is given, reads aloud, turns into a table. */
export function PictureView({ picture, height, isTable = false, onOpen, svgRef }: Props) {
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
      table={isTable && <PictureTable table={tableOf(picture)} title={title} height={height ?? 220} onOpen={onOpen} />}
      height={height ?? 220}
      onOpen={onOpen}
      svgRef={svgRef}
    />
  );
}
