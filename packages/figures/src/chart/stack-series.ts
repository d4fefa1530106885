import type { ChartDescription } from "./chart-description.ts";

/** Where one value is drawn: from `low` to `high` on the value axis. */
export type Extent = { low: number; high: number };

/** The extents of all series: on top of each other where they are parts of a whole, else each from zero. */
export function stackSeries({ kind, series, x }: ChartDescription): (Extent | null)[][] {
  const isStacked = kind === "stacked-bar" || kind === "area";
  const above = x.map(() => 0);
  const below = x.map(() => 0);
  return series.map(({ values }) =>
    x.map((_, index) => {
      const value = values[index] ?? null;
      if (value === null) return null;
      if (!isStacked) return { low: 0, high: value };
      // Negative parts hang below the axis, else they would eat into the positive ones.
      const heap = value < 0 ? below : above;
      const low = heap[index] ?? 0;
      heap[index] = low + value;
      return { low, high: low + value };
    }),
  );
}
