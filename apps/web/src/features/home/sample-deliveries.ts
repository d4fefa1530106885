import { addDays } from "@console/figures/calendar";
/** What became of one zone's orders on one day; `delayMinutes` is the sum over its late deliveries. */
export type DeliveryRow = {
  day: string;
  zone: string;
  onTime: number;
  late: number;
  failed: number;
  cancelled: number;
  delayMinutes: number;
};

const zones = [
  { zone: "Harbour", orders: 92, lateShare: 0.052, delay: 17 },
  { zone: "Old Town", orders: 74, lateShare: 0.088, delay: 22 },
  { zone: "Airport Road", orders: 58, lateShare: 0.064, delay: 19 },
  { zone: "North Hills", orders: 41, lateShare: 0.112, delay: 26 },
  { zone: "University", orders: 33, lateShare: 0.047, delay: 15 },
] as const;

/** The zones of the sample, largest first. */
export const sampleZones: readonly string[] = zones.map(({ zone }) => zone);

const lastDay = "2026-11-14";
const dayCount = 60;
const weekdayFactors = [0.94, 0.9, 0.96, 1.02, 1.14, 1.2, 0.84];

/** The same numbers between 0 and 1 on every visit. */
function repeatableNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** How much harder a day was than usual: one bad stretch, and slow improvement after it. */
function strainOn(dayIndex: number): number {
  if (dayIndex >= 41 && dayIndex <= 43) return 2.1;
  return dayIndex < 41 ? 1.12 : 0.9;
}

function createRows(): DeliveryRow[] {
  const next = repeatableNumbers(20_261_114);
  const around = (middle: number, spread: number) => middle * (1 + (next() - 0.5) * spread);
  return Array.from({ length: dayCount }, (_, dayIndex) => {
    const day = addDays(lastDay, dayIndex - dayCount + 1);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    const growth = 1 + dayIndex * 0.0012;
    return zones.map(({ zone, orders, lateShare, delay }) => {
      const placed = Math.round(around(orders, 0.14) * growth * (weekdayFactors[weekday] ?? 1));
      const failed = Math.round(placed * around(0.021, 0.9) * Math.sqrt(strainOn(dayIndex)));
      const cancelled = Math.round(placed * around(0.017, 1.1));
      const late = Math.round(placed * around(lateShare, 0.7) * strainOn(dayIndex));
      const delayMinutes = Math.round(late * around(delay, 0.4) * Math.sqrt(strainOn(dayIndex)));
      return { day, zone, onTime: placed - failed - cancelled - late, late, failed, cancelled, delayMinutes };
    });
  }).flat();
}

/** Sixty days of made-up orders in five zones, behind every delivery number on the home page. */
export const sampleDeliveries: readonly DeliveryRow[] = createRows();

/** Thirty days of the sample and the thirty before them. */
export const samplePeriod = { from: addDays(lastDay, -29), to: lastDay };
export const previousPeriod = { from: addDays(lastDay, -59), to: addDays(lastDay, -30) };
