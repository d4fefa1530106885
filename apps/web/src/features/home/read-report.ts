import type { ChartDescription } from "@console/figures/chart";
import { formatCount, formatDay, formatPercent, formatShortDay, ownFormats } from "@console/figures/format";
import { type DeliveryMeasures, deliveriesIn, measureByDay, measureDeliveries } from "./measure-deliveries.ts";
import { previousPeriod, samplePeriod } from "./sample-deliveries.ts";

/** Everything that the sample report shows for one zone or for all of them. */
export function readReport(zone: string | null) {
  const rows = deliveriesIn(samplePeriod, zone);
  const previousRows = deliveriesIn(previousPeriod, zone);
  const days = measureByDay(rows);
  const previousDays = measureByDay(previousRows);
  const x = days.map(({ day }) => formatShortDay(day, samplePeriod.to, ownFormats));
  const names = days.map(({ day }) => formatDay(day, samplePeriod.to, ownFormats));
  const readValues = (pick: (measures: DeliveryMeasures) => number) => days.map(({ measures }) => pick(measures));

  const onTimeChart: ChartDescription = {
    kind: "line",
    title: "Is the on-time rate holding?",
    unit: "Deliveries on time, % per day",
    x,
    format: formatPercent,
    formatTick: (share) => `${Math.round(share * 100)}%`,
    series: [
      { id: "now", label: "Last 30 days", colour: "accent", values: readValues((measures) => measures.onTimeRate) },
      {
        id: "before",
        label: "30 days before",
        colour: "grey",
        values: previousDays.map(({ measures }) => measures.onTimeRate),
      },
    ],
  };
  const outcomeChart: ChartDescription = {
    kind: "stacked-bar",
    title: "How did each day’s orders end?",
    unit: "Orders per day",
    x,
    names,
    format: formatCount,
    series: [
      { id: "on-time", label: "On time", colour: "good", values: readValues((measures) => measures.onTime) },
      { id: "late", label: "Late", colour: "warn", values: readValues((measures) => measures.late) },
      { id: "failed", label: "Failed", colour: "bad", values: readValues((measures) => measures.failed) },
      { id: "cancelled", label: "Cancelled", colour: "grey", values: readValues((measures) => measures.cancelled) },
    ],
  };
  return {
    now: measureDeliveries(rows),
    before: measureDeliveries(previousRows),
    readValues: readValues,
    onTimeChart,
    outcomeChart,
  };
}
