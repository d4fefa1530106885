import type { MapFrame } from "@console/figures/picture";
import classes from "./map-plot.module.css";

type Props = { frame: MapFrame; address: string; credit: string };

const mostZoom = 19;
const usualSize = 256;

/** The tiles under a map, from the host that the operator has chosen. */
export function MapTiles({ frame, address, credit }: Props) {
  const { box } = frame;
  return (
    <div className={classes.tiles} style={{ left: box.x, top: box.y, width: box.width, height: box.height }}>
      {listTiles(frame).map(({ zoom, column, row, left, top, size }) => (
        <img
          key={`${zoom}/${column}/${row}`}
          src={fillAddress(address, zoom, column, row)}
          alt=""
          draggable={false}
          referrerPolicy="no-referrer"
          style={{ left, top, width: size + 0.5, height: size + 0.5 }}
        />
      ))}
      {credit && <span className={classes.credit}>{credit}</span>}
    </div>
  );
}

/** The tiles that a map needs, each where it stands in its box. */
export function listTiles({ box, x, y, scale }: MapFrame) {
  const zoom = Math.max(0, Math.min(mostZoom, Math.round(Math.log2(scale / usualSize))));
  const count = 2 ** zoom;
  const size = scale / count;
  const [west, north] = [x * count - box.width / 2 / size, y * count - box.height / 2 / size];
  const [east, south] = [west + box.width / size, north + box.height / size];
  const tiles = [];
  for (let row = Math.max(0, Math.floor(north)); row <= Math.min(count - 1, Math.floor(south)); row += 1) {
    for (let column = Math.floor(west); column <= Math.floor(east); column += 1) {
      const around = ((column % count) + count) % count;
      tiles.push({ zoom, column: around, row, left: (column - west) * size, top: (row - north) * size, size });
    }
  }
  return tiles;
}

function fillAddress(address: string, zoom: number, column: number, row: number): string {
  return address.replace("{z}", String(zoom)).replace("{x}", String(column)).replace("{y}", String(row));
}
