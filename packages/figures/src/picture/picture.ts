import type { ChartColour, ChartDescription, ChartSeries } from "../chart/chart-description.ts";
import type { MapView } from "./map-view.ts";

/** Which figures a hit area stands for: members by their dimension, `period` by its first day, and the metric. */
export type Cell = Readonly<Record<string, string>>;

type Titled = {
  /** A question or a statement, not a column name. */
  title: string;
  unit: string;
  format: (value: number) => string;
};

/** A mark along the x axis: what happened then. */
export type Annotation = { index: number; text: string };

/** Lines, areas or bars along an axis; `cells[series][index]`. Series that a reader has hidden are named only. */
export type AxisPicture = {
  kind: "axis";
  chart: ChartDescription;
  cells: Cell[][];
  annotations: Annotation[];
  hidden?: readonly ChartSeries[];
};

/** Cells in a grid; the stronger the colour, the larger the value. `values[row][column]`, null where there is none. */
export type HeatPicture = Titled & {
  kind: "heat";
  rows: string[];
  columns: string[];
  values: (number | null)[][];
  cells: Cell[][];
  /** What else is told of a cell, below its value where there is room: as many lines for each. */
  details?: { label: string; text: string; value: number }[][][];
};

/** How values are spread: bins of equal width, and lines at chosen values. */
export type HistogramPicture = Titled & {
  kind: "histogram";
  bins: { from: number; to: number; count: number; meaning?: { label: string; colour: ChartColour } }[];
  /** Values before the first bin, where bins do not begin with the smallest value there can be. */
  before?: number;
  /** Values beyond the last bin. */
  beyond: number;
  /** A firm one is a rule that values are held against; the others are told from the values. */
  marks: { label: string; value: number; text?: string; isFirm?: true }[];
};

/** Members from the largest, with their part of the whole and that of all up to them. */
export type ParetoPicture = Titled & {
  kind: "pareto";
  items: { label: string; value: number; isRest: boolean; colour?: ChartColour; cell: Cell }[];
  total: number;
};

/** What is left at each stage, from the first. */
export type FunnelPicture = Titled & { kind: "funnel"; stages: { label: string; value: number; cell: Cell }[] };

/** Steps from one level to another: a level stands on the ground, a step hangs between two levels. */
export type WaterfallPicture = Titled & {
  kind: "waterfall";
  /** How far a step leads, with its sign, where that is not told like a level: percentages move by points. */
  formatStep?: (value: number) => string;
  steps: { label: string; value: number; isLevel: boolean; colour: ChartColour; cell: Cell }[];
};

/** Small charts with one scale, one for each member; `total` is its value over the whole period. */
export type MultiplesPicture = Titled & {
  kind: "multiples";
  /** A shorter form for the axis; `format` when left out. */
  formatTick?: (value: number) => string;
  x: string[];
  /** The first days of the values, where they are along time. */
  periods?: string[];
  charts: { label: string; values: (number | null)[]; total: number | null; colour?: ChartColour; cell: Cell }[];
};

/** Points on the earth; circles grow with the value. Coasts are rings, borders lines, of longitude and latitude. */
export type MapPicture = Titled & {
  kind: "map";
  points: { latitude: number; longitude: number; label: string; value: number; colour: ChartColour; cell: Cell }[];
  legend: { label: string; colour: ChartColour }[];
  outlines: [number, number][][];
  borders?: [number, number][][];
  /** Names on the map, the most important first: they are written where they touch nothing. */
  labels?: { name: string; latitude: number; longitude: number }[];
  /** Which part is looked at; all points when left out. */
  view?: MapView;
  /** It lies on tiles that are shown below it, so that it draws no ground of its own. */
  isOnTiles?: true;
};

/** Anything that a panel draws. */
export type Picture =
  | AxisPicture
  | HeatPicture
  | HistogramPicture
  | ParetoPicture
  | FunnelPicture
  | WaterfallPicture
  | MultiplesPicture
  | MapPicture;
