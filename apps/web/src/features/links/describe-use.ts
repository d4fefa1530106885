import type { RouteOutput, Routes } from "@console/contracts";
import type { ChartDescription } from "@console/figures/chart";
import { type FormatChoices, formatDay, formatNumber, formatShortDay, todayFor } from "@console/figures/format";

type UseDay = RouteOutput<Routes["readLinkUse"]>["days"][number];

/** The chart of a link's use: what happened on each day, the last of which is still running. */
export function describeUse(days: readonly UseDay[], formats: FormatChoices): ChartDescription {
  const today = todayFor(
    days.map(({ day }) => day),
    days.at(-1)?.day ?? "",
  );
  return {
    kind: "bar",
    title: "How often is it opened?",
    unit: "a day",
    x: days.map(({ day }) => formatShortDay(day, today, formats)),
    names: days.map(({ day }) => formatDay(day, today, formats)),
    series: [
      { id: "views", label: "Views", colour: "accent", values: days.map(({ views }) => views) },
      { id: "visitors", label: "Visitors", colour: 3, values: days.map(({ visitors }) => visitors) },
      { id: "refused", label: "Refused", colour: "bad", values: days.map(({ refused }) => refused) },
    ],
    format: (value) => formatNumber(value, formats),
    // Nobody opens it half a time.
    formatTick: (value) => (Number.isInteger(value) ? formatNumber(value, formats) : ""),
    isRunning: true,
  };
}
