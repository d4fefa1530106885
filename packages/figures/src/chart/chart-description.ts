/** A number in the series palette, or one of the meanings that look the same everywhere. */
export type ChartColour =
  | (1 | 2 | 3 | 4 | 5 | 6 | 7 | 8)
  | ("accent" | "good" | "warn" | "bad")
  /** What has not begun, and what never will. */
  | ("quiet" | "faint")
  /** What is left over or belongs to nothing; hatched. */
  | "grey";

/** One row of values along the x axis; null is a gap, not a zero. */
export type ChartSeries = {
  id: string;
  label: string;
  values: readonly (number | null)[];
  /** The palette in order when left out. */
  colour?: ChartColour;
  /** Which shape ends its line; its place among the series when left out. */
  shape?: number;
  /** Drawn as what has not happened yet. */
  isDashed?: true;
};

/** Everything a chart shows, without a word about how it is drawn. */
export type ChartDescription = {
  kind: "line" | "area" | "bar" | "stacked-bar";
  /** A question or a statement, not a column name. */
  title: string;
  unit: string;
  x: readonly string[];
  /** Longer names of the x values, for tooltip and table; `x` when left out. */
  names?: readonly string[];
  series: readonly ChartSeries[];
  format: (value: number) => string;
  /** A shorter form for the axis; `format` when left out. */
  formatTick?: (value: number) => string;
  /** The last period is still filling up. */
  isRunning?: boolean;
};

/** Whether the series are parts of one whole, so that a total and shares mean something. */
export function isPartOfWhole({ kind, series }: ChartDescription): boolean {
  return series.length > 1 && (kind === "stacked-bar" || kind === "area");
}

/** Whether each series is a line with a shape at its end. */
export function isDrawnAsLine({ kind }: ChartDescription): boolean {
  return kind === "line" || kind === "area";
}

/** The colour of a series: its own, else the next of the palette. */
export function colourForSeries(series: ChartSeries, position: number): ChartColour {
  return series.colour ?? (((((position % 8) + 8) % 8) + 1) as ChartColour);
}
