import { wallClockAt } from "@console/figures/time-zone";

type PreloadTimes = { days: readonly number[]; beginsAt: string; endsAt: string; timeZone: string };

/** Whether a model is to be loaded at an instant, by the clocks of the zone. */
export function isPreloadDue({ days, beginsAt, endsAt, timeZone }: PreloadTimes, now: Date): boolean {
  const shown = new Date(wallClockAt(now.getTime(), timeZone)).toISOString();
  const time = shown.slice(11, 16);
  // Monday is 1, as in ISO 8601.
  const day = new Date(shown).getUTCDay() || 7;
  return days.includes(day) && time >= beginsAt && time < endsAt;
}
