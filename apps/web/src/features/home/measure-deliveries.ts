import { type DeliveryRow, sampleDeliveries } from "./sample-deliveries.ts";

/** A stretch of days, both ends included. */
export type Period = { from: string; to: string };

/** The rows of a period, of one zone or of all. */
export function deliveriesIn({ from, to }: Period, zone: string | null = null): DeliveryRow[] {
  return sampleDeliveries.filter((row) => row.day >= from && row.day <= to && (zone === null || row.zone === zone));
}

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

/** Every number of the delivery report, each defined here and nowhere else. */
export function measureDeliveries(rows: readonly DeliveryRow[]) {
  const sum = (pick: (row: DeliveryRow) => number) => rows.reduce((total, row) => total + pick(row), 0);
  const onTime = sum((row) => row.onTime);
  const late = sum((row) => row.late);
  const failed = sum((row) => row.failed);
  const cancelled = sum((row) => row.cancelled);
  const deliveries = onTime + late;
  const orders = deliveries + failed + cancelled;
  return {
    orders,
    deliveries,
    onTime,
    late,
    failed,
    cancelled,
    onTimeRate: ratio(onTime, deliveries),
    lateRate: ratio(late, deliveries),
    failedRate: ratio(failed, orders),
    averageDelay: ratio(
      sum((row) => row.delayMinutes),
      late,
    ),
  };
}

export type DeliveryMeasures = ReturnType<typeof measureDeliveries>;

/** The measures of each day of a period, in order. */
export function measureByDay(rows: readonly DeliveryRow[]): { day: string; measures: DeliveryMeasures }[] {
  const days = [...new Set(rows.map(({ day }) => day))].sort();
  return days.map((day) => ({ day, measures: measureDeliveries(rows.filter((row) => row.day === day)) }));
}
