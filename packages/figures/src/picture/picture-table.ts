import { formatCount, formatPercent } from "../format.ts";
import { chartTable, numberCell, type PictureTable, wordCell } from "./chart-table.ts";
import { climbSteps } from "./climb-steps.ts";
import { compareStages } from "./compare-stages.ts";
import type {
  FunnelPicture,
  HeatPicture,
  HistogramPicture,
  MapPicture,
  MultiplesPicture,
  ParetoPicture,
  Picture,
  WaterfallPicture,
} from "./picture.ts";
import { rankItems } from "./rank-items.ts";
import { sharedCell } from "./shared-cell.ts";

const word = (id: string, label: string) => ({ id, label, isNumber: false });
const number = (id: string, label: string) => ({ id, label, isNumber: true });

/** The values of any picture as a table: each as it is read and as it is. */
export function tableForPicture(picture: Picture): PictureTable {
  switch (picture.kind) {
    case "axis":
      return chartTable(picture);
    case "heat":
      return heatTable(picture);
    case "histogram":
      return histogramTable(picture);
    case "pareto":
      return paretoTable(picture);
    case "funnel":
      return funnelTable(picture);
    case "waterfall":
      return waterfallTable(picture);
    case "multiples":
      return multiplesTable(picture);
    case "map":
      return mapTable(picture);
  }
}

function heatTable(picture: HeatPicture): PictureTable {
  const { rows, columns, values, cells, format } = picture;
  if (picture.details) return cellTable(picture, picture.details);
  return {
    columns: [word("row", "Name"), ...columns.map((label, index) => number(`column-${index}`, label))],
    rows: rows.map((label, index) => ({
      cells: [wordCell(label), ...columns.map((_, at) => numberCell(values[index]?.[at] ?? null, format))],
      cell: sharedCell(cells[index] ?? []),
    })),
  };
}

/** A row for each cell, where more than its value is told of it. */
function cellTable(
  { rows, columns, values, cells, format }: HeatPicture,
  details: NonNullable<HeatPicture["details"]>,
): PictureTable {
  const labels = details[0]?.[0]?.map(({ label }) => label) ?? [];
  return {
    columns: [
      word("name", "Name"),
      number("value", "Value"),
      ...labels.map((label, index) => number(`detail-${index}`, label)),
    ],
    rows: rows.flatMap((row, down) =>
      columns.map((column, across) => ({
        cells: [
          wordCell(`${row}; ${column}`),
          numberCell(values[down]?.[across] ?? null, format),
          ...(details[down]?.[across] ?? []).map(({ text, value }) => ({ text, value })),
        ],
        cell: cells[down]?.[across] ?? null,
      })),
    ),
  };
}

function histogramTable({ bins, before = 0, beyond, format }: HistogramPicture): PictureTable {
  const total = bins.reduce((sum, { count }) => sum + count, before + beyond);
  const row = (from: number | null, to: number | null, count: number) => ({
    cells: [
      from === null ? { text: "and less", value: null } : numberCell(from, format),
      to === null ? { text: "and more", value: null } : numberCell(to, format),
      numberCell(count, formatCount),
      numberCell(total > 0 ? count / total : null, formatPercent),
    ],
    cell: null,
  });
  const [first, last] = [bins[0]?.from ?? null, bins.at(-1)?.to ?? null];
  return {
    columns: [number("from", "From"), number("to", "To"), number("count", "Count"), number("share", "Share")],
    rows: [
      ...(before > 0 ? [row(null, first, before)] : []),
      ...bins.map(({ from, to, count }) => row(from, to, count)),
      ...(beyond > 0 ? [row(last, null, beyond)] : []),
    ],
  };
}

function paretoTable(picture: ParetoPicture): PictureTable {
  const { unit, format } = picture;
  return {
    columns: [
      word("name", "Name"),
      number("value", unit || "Value"),
      number("share", "Share"),
      number("up-to", "Cumulative"),
    ],
    rows: rankItems(picture).map(({ label, value, share, shareUpTo, cell }) => ({
      cells: [
        wordCell(label),
        numberCell(value, format),
        numberCell(share, formatPercent),
        numberCell(shareUpTo, formatPercent),
      ],
      cell,
    })),
  };
}

function funnelTable(picture: FunnelPicture): PictureTable {
  const { unit, format } = picture;
  return {
    columns: [
      word("stage", "Stage"),
      number("value", unit || "Value"),
      number("share", "Of the first stage"),
      number("change", "Since the stage before"),
    ],
    rows: compareStages(picture).map(({ label, value, shareOfFirst, change, cell }, index) => ({
      cells: [
        wordCell(label),
        numberCell(value, format),
        numberCell(shareOfFirst, formatPercent),
        index === 0 ? { text: "", value: null } : numberCell(change, format),
      ],
      cell,
    })),
  };
}

function waterfallTable(picture: WaterfallPicture): PictureTable {
  return {
    columns: [word("step", "Step"), number("change", "Change"), number("level", picture.unit || "Level")],
    rows: climbSteps(picture).map(({ label, value, isLevel, text, to, level, cell }) => ({
      cells: [wordCell(label), isLevel ? { text: "", value: null } : { text, value }, { text: level, value: to }],
      cell,
    })),
  };
}

function multiplesTable({ x, charts, format }: MultiplesPicture): PictureTable {
  return {
    columns: [
      word("name", "Name"),
      ...x.map((label, index) => number(`x-${index}`, label)),
      number("total", "Whole period"),
    ],
    rows: charts.map(({ label, values, total, cell }) => ({
      cells: [
        wordCell(label),
        ...x.map((_, index) => numberCell(values[index] ?? null, format)),
        numberCell(total, format),
      ],
      cell,
    })),
  };
}

function mapTable({ points, legend, unit, format }: MapPicture): PictureTable {
  const degrees = (value: number) => value.toFixed(5);
  return {
    columns: [
      word("name", "Name"),
      ...(legend.length > 0 ? [word("meaning", "Outcome")] : []),
      number("value", unit || "Value"),
      number("latitude", "Latitude"),
      number("longitude", "Longitude"),
    ],
    rows: points
      .toSorted((one, other) => other.value - one.value)
      .map(({ label, value, colour, latitude, longitude, cell }) => ({
        cells: [
          wordCell(label),
          ...(legend.length > 0 ? [wordCell(legend.find((item) => item.colour === colour)?.label ?? "")] : []),
          numberCell(value, format),
          numberCell(latitude, degrees),
          numberCell(longitude, degrees),
        ],
        cell,
      })),
  };
}
