import type { ChartColour } from "../chart/chart-description.ts";
import type { MapFrame } from "./map-view.ts";
import type { Cell } from "./picture.ts";

/** A colour by its meaning: of a series, of the page, or from nothing (0) to full (1) on the sequential scale. */
export type Paint =
  | ChartColour
  | "text"
  | "secondary"
  | "muted"
  | "border"
  | "surface"
  | "sunken"
  | "land"
  | "sea"
  | "coast"
  | { heat: number };

/** One stroke of the pen, in pixels from the upper left corner. A screen and a page of paper paint the same marks. */
export type Mark =
  | {
      kind: "rect";
      x: number;
      y: number;
      width: number;
      height: number;
      fill: Paint;
      radius?: number;
      /** Drawn as what is left over or belongs to nothing. */
      isHatched?: true;
      /** Drawn as what is still filling up: pale, with a dashed edge. */
      isRunning?: true;
    }
  | {
      kind: "path";
      d: string;
      stroke?: Paint;
      fill?: Paint;
      width?: number;
      isDashed?: true;
      opacity?: number;
      /** What lies inside an even number of its rings is not filled, such as a lake. */
      isEvenOdd?: true;
      /** Filled as what is left over or belongs to nothing. */
      isHatched?: true;
    }
  | {
      kind: "text";
      x: number;
      /** The base line. */
      y: number;
      text: string;
      anchor: "start" | "middle" | "end";
      paint: Paint;
      size?: number;
      isStrong?: true;
      /** Stands on the upper middle of the sequential scale, where a dark theme needs the paint of its surface. */
      isOnMiddle?: true;
    };

/** An area that can be pointed at: where it is, what it says, and which figures stand behind it. */
export type HitArea = {
  x: number;
  y: number;
  width: number;
  height: number;
  /** As a heading of a tooltip. */
  label: string;
  /** Which value of the x axis it is, where there is one. */
  place?: number;
  lines: {
    label: string;
    value: string;
    colour?: ChartColour;
    share?: string;
    /** Which shape ends the line of this series; a square stands for it when left out. */
    shape?: number;
    /** The sum of the lines above. */
    isTotal?: true;
  }[];
  cell: Cell;
  /** What it is made of; a line's part is a point without extent. Pointing at a part opens that part alone. */
  parts?: { x: number; y: number; width: number; height: number; colour: ChartColour; cell: Cell }[];
  /** How it is shown to be pointed at; an edge around it when left out. */
  highlight?: "line" | "ground" | "ring";
};

/** The name of a series where it is drawn, so that it can be clicked. */
export type LegendEntry = { id: string; label: string; x: number; y: number; width: number; height: number };

/** Where a period stands in a picture along time: one upright line, or one in each of several charts. */
export type Crosshair = { period: string; lines: { x: number; top: number; bottom: number }[] };

/** A drawn picture of some size. Hit areas are in the order in which the arrow keys walk them. */
export type Scene = {
  width: number;
  height: number;
  marks: Mark[];
  hitAreas: HitArea[];
  /** The index of the hit area where the arrow keys begin; the first when left out. */
  start?: number;
  /** How many hit areas stand in a row, where the keys up and down walk from row to row. */
  across?: number;
  /** The names of the series, and of those that are hidden; none where a single one needs no name. */
  legend?: LegendEntry[];
  /** The periods in their order, where the picture is along time. */
  crosshairs?: Crosshair[];
  /** How a map is projected, where the picture is one. */
  map?: MapFrame;
};

/** The room for a picture; each kind has a height of its own, and grows where its rows need more than they are given. */
export type SceneSize = { width: number; height?: number };
