import { formatPercent } from "../format.ts";
import { type ChartDescription, colourForSeries, isDrawnAsLine, isPartOfWhole } from "./chart-description.ts";

/** What the chart says at one value of its axis: every series, and the total where the series are parts of a whole. */
export function readingAt(chart: ChartDescription, index: number) {
  const { series, format, x, names = x } = chart;
  const hasTotal = isPartOfWhole(chart);
  const total = series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);
  return {
    label: names[index] ?? "",
    rows: series.map((one, position) => {
      const value = one.values[index] ?? null;
      return {
        label: one.label,
        colour: colourForSeries(one, position),
        value: value === null ? "No value" : format(value),
        ...(hasTotal && total > 0 && value !== null ? { share: formatPercent(value / total) } : {}),
        ...(isDrawnAsLine(chart) ? { shape: one.shape ?? position } : {}),
      };
    }),
    total: hasTotal ? format(total) : null,
  };
}

/** The chart in words: its span, and for each series the first, last, lowest and highest value. */
export function summariseChart({ title, unit, x, series, format, isRunning }: ChartDescription): string {
  const heading = unit ? `${title}, ${unit}` : title;
  if (x.length === 0) return `${heading}: no values.`;
  const span = `${heading}, ${x[0]} to ${x.at(-1)}${isRunning ? ", the last one still running" : ""}.`;
  const lines = series.map(({ label, values }) => {
    const points = values.flatMap((value, index) => (value === null ? [] : [{ value, at: x[index] ?? "" }]));
    const [first, last] = [points[0], points.at(-1)];
    if (!first || !last) return `${label}: no values.`;
    const lowest = points.reduce((one, other) => (other.value < one.value ? other : one));
    const highest = points.reduce((one, other) => (other.value > one.value ? other : one));
    return (
      `${label}: ${format(first.value)} at first, ${format(last.value)} at last, ` +
      `lowest ${format(lowest.value)} (${lowest.at}), highest ${format(highest.value)} (${highest.at}).`
    );
  });
  return [span, ...lines].join(" ");
}
