import {
  type Cell,
  cellAt,
  drawPicture,
  type MapView,
  type Picture,
  summarisePicture,
  tableForPicture,
} from "@console/figures/picture";
import { memo, type Ref, useCallback, useMemo, useState, useSyncExternalStore } from "react";
import { readMapTiles, subscribeConfig } from "../../lib/config.ts";
import { MapPlot } from "./map-plot.tsx";
import classes from "./picture-plot.module.css";
import { PicturePlot } from "./picture-plot.tsx";
import { PictureTable } from "./picture-table.tsx";
import type { HitAreaOpener } from "./scene-plot.tsx";
import { SceneRoom } from "./scene-room.tsx";
import { useAxisChoice } from "./use-axis-choice.ts";

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

const zoomHeight = 28;

/** Any picture of the product: fits the room it is given, reads aloud, turns into a table. */
export const PictureView = memo(function PictureView({ picture, height, isTable = false, onOpen, svgRef }: Props) {
  const {
    shown: narrowed,
    isZoomed,
    hidden,
    zoom,
    isolate,
    hide,
  } = useAxisChoice(picture.kind === "axis" ? picture : null);
  const [view, setView] = useState<MapView | null>(null);
  const mapTiles = useSyncExternalStore(subscribeConfig, readMapTiles);
  const hasTiles = mapTiles !== null;
  const shown = useMemo(() => {
    if (picture.kind !== "map") return narrowed ?? picture;
    return { ...picture, ...(view ? { view } : {}), ...(hasTiles ? { isOnTiles: true as const } : {}) };
  }, [narrowed, picture, view, hasTiles]);
  const room = height === undefined || !isZoomed || isTable ? height : height - zoomHeight;
  const draw = useCallback(
    (width: number) => drawPicture(shown, room === undefined ? { width } : { width, height: room }),
    [shown, room],
  );
  const title = picture.kind === "axis" ? picture.chart.title : picture.title;
  const names = narrowed?.chart.names ?? narrowed?.chart.x ?? [];
  return (
    <>
      {isZoomed && !isTable && (
        <div className={classes.zoom}>
          <span role="status">
            {names[0]} to {names.at(-1)}
          </span>
          <button type="button" className={classes.reset} onClick={() => zoom(null)}>
            Reset zoom
          </button>
        </div>
      )}
      <SceneRoom
        title={title}
        summary={summarisePicture(shown)}
        draw={draw}
        table={
          isTable && (
            <PictureTable table={tableForPicture(picture)} title={title} height={height ?? 220} onOpen={onOpen} />
          )
        }
        height={room ?? 220}
        opener={onOpen && createOpener(onOpen)}
        svgRef={svgRef}
        renderPlot={(plot) =>
          plot.scene.map ? (
            <MapPlot plot={plot} frame={plot.scene.map} tiles={mapTiles} onView={setView} />
          ) : (
            <PicturePlot
              plot={plot}
              onZoom={narrowed ? zoom : undefined}
              series={narrowed ? { hidden, onIsolate: isolate, onHide: hide } : undefined}
            />
          )
        }
      />
    </>
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
