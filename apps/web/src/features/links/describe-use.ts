import type { RouteOutput, Routes } from "@console/contracts";
import type { ChartDescription } from "@console/figures/chart";
import type { FormatChoices } from "@console/figures/format";
import { describeCountFormat, describeDayAxis } from "../../blocks/chart/describe-day-axis.ts";

type UseDay = RouteOutput<Routes["readLinkUse"]>["days"][number];

/** The chart of a link's use: what happened on each day, the last of which is still running. */
export function describeUse(days: readonly UseDay[], formats: FormatChoices): ChartDescription {
  return {
    kind: "bar",
    title: "How often is it opened?",
    unit: "a day",
    ...describeDayAxis(
      days.map(({ day }) => day),
      formats,
    ),
    series: [
      { id: "views", label: "Views", colour: "accent", values: days.map(({ views }) => views) },
      { id: "visitors", label: "Visitors", colour: 3, values: days.map(({ visitors }) => visitors) },
      { id: "refused", label: "Refused", colour: "bad", values: days.map(({ refused }) => refused) },
    ],
    ...describeCountFormat(formats),
    isRunning: true,
  };
}
