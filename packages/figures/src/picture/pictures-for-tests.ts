import type { ChartDescription } from "../chart/chart-description.ts";
import { formatCount, formatPercent } from "../format.ts";
import { classGrid } from "./class-grid-for-tests.ts";
import type { Cell, Picture } from "./picture.ts";
import { signedHistogram } from "./signed-histogram-for-tests.ts";

const long = "A very long name that nobody would give to a branch, if it were not for the lawyers";
const minutes = (value: number) => `${formatCount(value)} min`;
const titled = { title: "How many orders?", unit: "orders", format: formatCount };
const times = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));
const wave = (index: number, size = 100) => Math.round(size * (1 + Math.sin(index * 1.7)) + index);
const cell = (name: string): Cell => ({ metric: "orders", branch: name });

function axis(
  kind: ChartDescription["kind"],
  names: string[],
  count: number,
  pick: (series: number, index: number) => number | null,
  notes: number[] = [],
): Picture {
  return {
    kind: "axis",
    chart: {
      ...titled,
      kind,
      isRunning: true,
      x: times(count, (index) => `${(index % 28) + 1} Nov`),
      series: names.map((label, series) => ({
        id: `s${series}`,
        label,
        values: times(count, (index) => pick(series, index)),
        ...(series === 3 ? { colour: "grey" as const } : {}),
      })),
    },
    cells: names.map((label) =>
      times(count, (index) => ({ metric: "orders", branch: label, period: `2026-11-${index}` })),
    ),
    annotations: notes.map((index) => ({ index, text: `Something happened on day ${index}` })),
  };
}

const axes: Record<string, Picture> = {
  "two lines": axis("line", ["Now", "Before"], 30, (series, index) => wave(index + series * 3), [3, 4, 20, 29]),
  "eight lines with long names": axis(
    "line",
    times(8, (index) => `${index} ${long}`),
    30,
    (series, index) => wave(index + series),
  ),
  "four areas": axis("area", ["Done", "Late", "Failed", "Other"], 12, (series, index) => wave(index + series)),
  "stacked bars": axis(
    "stacked-bar",
    ["Done", "Late", "Failed", "Other"],
    200,
    (series, index) => wave(index + series),
    times(40, (index) => index * 5),
  ),
  "bars side by side": axis("bar", ["Done", "Late", "Failed"], 200, (series, index) => wave(index + series) - 80),
  "one value": axis("line", ["Now", "Before"], 1, () => 7, [0]),
  "all zeros": axis("bar", ["Now", "Before"], 7, () => 0),
  "all nulls": axis("line", ["Now", "Before"], 7, () => null),
  "below zero": axis("line", ["Now", "Before"], 7, (series, index) => -wave(index + series)),
  "no series": axis("line", [], 0, () => null),
};

function heat(rows: string[], columns: string[], pick: (row: number, column: number) => number | null): Picture {
  const grid = <Item>(make: (row: number, column: number) => Item) =>
    rows.map((_, row) => columns.map((_, column) => make(row, column)));
  return { kind: "heat", ...titled, rows, columns, values: grid(pick), cells: grid((row) => cell(rows[row] ?? "")) };
}

const days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const heats: Record<string, Picture> = {
  "week by hour": heat(
    days,
    times(24, (hour) => `${hour}:00`),
    (row, column) => wave(row * 7 + column),
  ),
  "few large cells": heat([long, "Short"], ["One", long], (row, column) => (row === column ? null : wave(row))),
  "200 columns": heat(
    times(40, (index) => `Row ${index}`),
    times(200, String),
    (row, column) => wave(row + column),
  ),
  "all zeros in a grid": heat(days, ["a", "b"], () => 0),
  "all nulls in a grid": heat(days, ["a", "b"], () => null),
  "below zero in a grid": heat(days, ["a", "b"], (row) => -row),
  "a grid with lines in its cells": classGrid,
  "no cells": heat([], [], () => 0),
};

function histogram(
  count: number,
  pick: (index: number) => number,
  beyond: number,
  marks: [string, number][],
  width = 10,
): Picture {
  const bins = times(count, (index) => ({ from: index * width, to: (index + 1) * width, count: pick(index) }));
  return {
    kind: "histogram",
    ...titled,
    format: minutes,
    bins,
    beyond,
    marks: marks.map(([label, value]) => ({ label, value })),
  };
}

const histograms: Record<string, Picture> = {
  "twelve bins": histogram(12, (index) => wave(index), 40, [
    ["p50", 38],
    ["p90", 84],
  ]),
  "marks at one place": histogram(12, (index) => wave(index), 0, [
    ["p50", 38],
    ["p90", 39],
    ["p95", 39],
    ["Target of the year", 41],
  ]),
  "marks at the ends": histogram(
    24,
    (index) => wave(index),
    40,
    [
      ["p50", 0],
      ["p90", 9000],
    ],
    100_000,
  ),
  "200 bins": histogram(200, (index) => wave(index), 3, [
    ["p50", 900],
    ["p90", 1500],
  ]),
  "empty bins": histogram(6, () => 0, 0, [["p50", 0]]),
  "bins on both sides of zero": signedHistogram,
  "one bin": histogram(1, () => 12, 0, []),
  "no bins": histogram(0, () => 0, 0, []),
};

function pareto(values: number[], toLabel: (index: number) => string): Picture {
  const items = values.map((value, index) => ({
    label: toLabel(index),
    value,
    isRest: index === 0 && values.length > 2,
    cell: cell(toLabel(index)),
  }));
  return { kind: "pareto", ...titled, items, total: values.reduce((sum, value) => sum + value, 0) };
}

const rows: Record<string, Picture> = {
  "ten branches": pareto(
    times(10, (index) => wave(index, 5000)),
    (index) => `Branch ${index}`,
  ),
  "branches with long names": pareto(
    times(30, (index) => wave(index, 5_000_000_000)),
    () => long,
  ),
  "branches of nothing": pareto([0, 0, 0], () => "Branch"),
  "branches below zero": pareto([-5, 10, -20, 3], (index) => `Branch ${index}`),
  "one branch": pareto([7], () => "Branch"),
  "no branches": pareto([], () => ""),
  ...Object.fromEntries(
    Object.entries({
      "five stages": [12_480, 11_200, 11_200, 9_000, 9_100],
      "stages of nothing": [0, 0],
      "one stage": [5],
      "no stages": [],
    }).map(([name, values]) => [
      name,
      {
        kind: "funnel",
        ...titled,
        stages: values.map((value, index) => ({
          label: index === 2 ? long : `Stage ${index}`,
          value,
          cell: cell(`${index}`),
        })),
      },
    ]),
  ),
};

function waterfall(
  values: number[],
  toLabel: (index: number) => string,
  format: (value: number) => string = formatCount,
): Picture {
  const last = values.length - 1;
  const steps = values.map((value, index) => ({
    label: toLabel(index),
    value,
    cell: cell(toLabel(index)),
    ...(index === 0 || index === last
      ? { isLevel: true, colour: "accent" as const }
      : { isLevel: false, colour: value < 0 ? ("bad" as const) : ("good" as const) }),
  }));
  return { kind: "waterfall", ...titled, format, steps };
}

const waterfalls: Record<string, Picture> = {
  "six steps": waterfall([1000, 200, -340, 80, -40, 900], (index) => `Step ${index}`),
  "small steps far above zero": waterfall(
    [0.93, 0.012, -0.031, 0.004, 0.915],
    (index) => ["Before", "Zones", "Drivers", "Hours", "After"][index] ?? "",
    formatPercent,
  ),
  "steps with long names": waterfall([1000, 200, -340, 860], () => long),
  "steps through zero": waterfall([100, -300, 50, -150], (index) => `Step ${index}`),
  "steps of nothing": waterfall([0, 0, 0], (index) => `Step ${index}`),
  "40 steps": waterfall(
    times(40, (index) => wave(index) - 100),
    (index) => `Step ${index}`,
  ),
  "no steps": waterfall([], () => ""),
};

function multiples(
  count: number,
  points: number,
  pick: (chart: number, index: number) => number | null,
  toLabel = (index: number) => `Branch ${index}`,
): Picture {
  return {
    kind: "multiples",
    ...titled,
    x: times(points, (index) => `${(index % 28) + 1} Nov`),
    charts: times(count, (chart) => ({
      label: toLabel(chart),
      values: times(points, (index) => pick(chart, index)),
      total: wave(chart, 9000),
      cell: cell(toLabel(chart)),
    })),
  };
}

const grids: Record<string, Picture> = {
  "nine small charts": multiples(9, 30, (chart, index) => wave(chart + index)),
  "small charts with long names": multiples(
    3,
    200,
    (chart, index) => -wave(chart + index),
    () => long,
  ),
  "small charts of nothing": multiples(5, 7, () => 0),
  "small charts without values": multiples(5, 7, () => null),
  "one small chart of one value": multiples(1, 1, () => 3),
  "no small charts": multiples(0, 0, () => 0),
};

function map(
  count: number,
  spread: number,
  pick: (index: number) => number,
  outlines: [number, number][][] = [],
): Picture {
  return {
    kind: "map",
    ...titled,
    outlines,
    borders: outlines.slice(0, 1),
    labels: times(Math.min(count, 12), (index) => ({
      name: index % 4 ? `Zone ${index}` : long,
      latitude: 25.2 + spread * Math.sin(index * 2.4) * ((index % 7) / 7),
      longitude: 55.3 + spread * Math.cos(index * 2.4) * ((index % 5) / 5),
    })),
    points: times(count, (index) => ({
      latitude: 25.2 + spread * Math.sin(index * 2.4) * ((index % 7) / 7),
      longitude: 55.3 + spread * Math.cos(index * 2.4) * ((index % 5) / 5),
      label: `Place ${index}`,
      value: pick(index),
      colour: index % 3 ? ("good" as const) : ("bad" as const),
      cell: cell(`${index}`),
    })),
    legend: [
      { label: "Delivered", colour: "good" },
      { label: "Failed", colour: "bad" },
    ],
  };
}

const land: [number, number][][] = [
  [
    [54, 24],
    [56, 24],
    [56, 26],
    [55.4, 25.4],
    [54, 25],
  ],
  [
    [0, 0],
    [1, 0],
    [1, 1],
  ],
];
const maps: Record<string, Picture> = {
  "forty places": map(40, 0.3, (index) => wave(index), land),
  "2,000 places": map(2000, 2, (index) => wave(index), land),
  "places of nothing": map(12, 0.1, () => 0),
  "all at one place": map(30, 0, () => 1),
  "one place": map(1, 0, () => 1),
  "no places": map(0, 0, () => 1),
};

/** Pictures of every kind, ordinary ones and those at the edge of what can come. */
export const pictures: Record<string, Picture> = {
  ...axes,
  ...heats,
  ...histograms,
  ...rows,
  ...waterfalls,
  ...grids,
  ...maps,
};
