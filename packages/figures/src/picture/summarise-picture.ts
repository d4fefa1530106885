import { summariseChart } from "../chart/describe-chart.ts";
import { formatCount, formatPercent } from "../format.ts";
import { climbSteps } from "./climb-steps.ts";
import { compareStages } from "./compare-stages.ts";
import type {
  FunnelPicture,
  HeatPicture,
  HistogramPicture,
  MultiplesPicture,
  ParetoPicture,
  Picture,
} from "./picture.ts";
import { rankItems } from "./rank-items.ts";

const nothing = "No values.";

/** A picture in a sentence or two, for people who hear the page. */
export function summarisePicture(picture: Picture): string {
  if (picture.kind === "axis") return sayValues(picture);
  const { title, unit } = picture;
  return `${title}${unit && `, ${unit}`}. ${sayValues(picture)}`;
}

function sayValues(picture: Picture): string {
  switch (picture.kind) {
    case "axis":
      return summariseChart(picture.chart);
    case "heat":
      return sayHeat(picture);
    case "histogram":
      return sayHistogram(picture);
    case "pareto":
      return sayPareto(picture);
    case "funnel":
      return sayFunnel(picture);
    case "waterfall":
      return picture.steps.length === 0
        ? nothing
        : `${climbSteps(picture)
            .map(({ label, text }) => `${label} ${text}`)
            .join(", ")}.`;
    case "multiples":
      return sayMultiples(picture);
    case "map":
      return `${formatCount(picture.points.length)} places. ${sayExtremes(picture.points, picture.format)}`;
  }
}

function sayHeat({ rows, columns, values, format }: HeatPicture): string {
  const items = values.flatMap((row, down) =>
    row.map((value, across) => ({ label: `${rows[down] ?? ""}, ${columns[across] ?? ""}`, value })),
  );
  return sayExtremes(items, format);
}

function sayHistogram({ bins, before = 0, beyond, marks, format }: HistogramPicture): string {
  const [first] = bins;
  if (!first) return nothing;
  const fullest = bins.reduce((most, bin) => (bin.count > most.count ? bin : most), first);
  const total = bins.reduce((sum, { count }) => sum + count, before + beyond);
  const named = marks.map(({ label, value, text = format(value) }) => `; ${label} ${text}`).join("");
  return `${formatCount(total)} values, most between ${format(fullest.from)} and ${format(fullest.to)}${named}.`;
}

function sayPareto(picture: ParetoPicture): string {
  const items = rankItems(picture);
  const [first] = items;
  if (!first) return nothing;
  const share = first.share === null ? "" : `, ${formatPercent(first.share)} of all`;
  return `${formatCount(items.length)} rows; the largest is ${first.label} with ${picture.format(first.value)}${share}.`;
}

function sayFunnel(picture: FunnelPicture): string {
  const stages = compareStages(picture);
  const [first, last] = [stages[0], stages.at(-1)];
  if (!first || !last) return nothing;
  const { format } = picture;
  const share = last.shareOfFirst === null ? "" : `, ${formatPercent(last.shareOfFirst)} of the first stage`;
  return `From ${first.label} with ${format(first.value)} to ${last.label} with ${format(last.value)}${share}.`;
}

function sayMultiples({ charts, x, format }: MultiplesPicture): string {
  if (charts.length === 0) return nothing;
  const totals = charts.map(({ label, total }) => `${label} ${total === null ? "no value" : format(total)}`).join(", ");
  return `${formatCount(charts.length)} charts from ${x[0] ?? ""} to ${x.at(-1) ?? ""}. Over the whole period: ${totals}.`;
}

function sayExtremes(
  items: readonly { label: string; value: number | null }[],
  format: (value: number) => string,
): string {
  const values = items.flatMap(({ label, value }) => (value === null ? [] : [{ label, value }]));
  const [first] = values;
  if (!first) return nothing;
  const lowest = values.reduce((one, other) => (other.value < one.value ? other : one), first);
  const highest = values.reduce((one, other) => (other.value > one.value ? other : one), first);
  return `Highest ${format(highest.value)} (${highest.label}), lowest ${format(lowest.value)} (${lowest.label}).`;
}
