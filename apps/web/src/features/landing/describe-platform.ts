import type { RouteOutput, Routes } from "@console/contracts";
import type { ChartDescription } from "@console/figures/chart";
import type { FormatChoices } from "@console/figures/format";
import { describeCountFormat, describeDayAxis } from "../../blocks/chart/describe-day-axis.ts";

export type Growth = RouteOutput<Routes["listGrowth"]>;
export type Volumes = RouteOutput<Routes["listVolumes"]>;

/** The tables whose rows are things that happened, in the order of the sources. */
const volumeTables = {
  delivery_tasks: "Deliveries",
  stock_movements: "Stock movements",
  sale_lines: "Sales lines",
  documents: "Documents",
  ledger_postings: "Ledger lines",
};

/** The charts of how many there were or came in, day by day; the last day is still running. */
export function describeGrowth(
  { days }: Growth,
  formats: FormatChoices,
): Record<"tenants" | "users" | "requests", ChartDescription> {
  const describe = (
    id: "tenants" | "users" | "requests",
    { kind, title, unit }: Pick<ChartDescription, "kind" | "title" | "unit">,
  ): ChartDescription => ({
    kind,
    title,
    unit,
    ...describeDayAxis(
      days.map(({ day }) => day),
      formats,
    ),
    ...describeCountFormat(formats),
    series: [{ id, label: title, colour: "accent", values: days.map((day) => day[id]) }],
    isRunning: kind === "bar",
  });
  return {
    tenants: describe("tenants", { kind: "line", title: "Tenants", unit: "at the end of each day" }),
    users: describe("users", { kind: "line", title: "Users", unit: "at the end of each day" }),
    requests: describe("requests", { kind: "bar", title: "Access requests", unit: "per day" }),
  };
}

/** The chart of the rows of all tenants on each day, by what they are; days without any stay on the axis. */
export function describeVolumes({ days }: Volumes, range: readonly string[], formats: FormatChoices): ChartDescription {
  const rows = new Map(days.map(({ day, fact, rows: count }) => [`${day} ${fact}`, count]));
  const series = Object.entries(volumeTables).map(([fact, label]) => ({
    id: fact,
    label,
    values: range.map((day) => rows.get(`${day} ${fact}`) ?? 0),
  }));
  return {
    kind: "stacked-bar",
    title: "Records",
    unit: "per day, all tenants",
    ...describeDayAxis(range, formats),
    ...describeCountFormat(formats),
    series: series.filter(({ values }) => values.some((value) => value > 0)),
    isRunning: true,
  };
}
