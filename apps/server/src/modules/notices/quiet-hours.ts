import type { QuietHours } from "@console/contracts";
import { instantAt, wallClockAt } from "@console/figures/time-zone";

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** When the daily summary leaves, on the clocks of its reader. */
const digestTime = "08:00";

/** When the quiet hours end that an instant lies in; null outside of them. */
export function findQuietEnd(now: Date, quietHours: QuietHours | null, timeZone: string): Date | null {
  if (!quietHours) return null;
  const wallMs = wallClockAt(now.getTime(), timeZone);
  const timeMs = wallMs % dayMs;
  const [startMs, endsAtMs] = [toMsOfDay(quietHours.start), toMsOfDay(quietHours.end)];
  const isOverMidnight = startMs > endsAtMs;
  const isQuiet = isOverMidnight ? timeMs >= startMs || timeMs < endsAtMs : timeMs >= startMs && timeMs < endsAtMs;
  if (!isQuiet) return null;
  const endsTomorrow = isOverMidnight && timeMs >= startMs;
  const endMs = instantAt(wallMs - timeMs + endsAtMs + (endsTomorrow ? dayMs : 0), timeZone);
  // Where clocks are set back over the end they show it twice, and the first time counts.
  return endMs > now.getTime() ? new Date(endMs) : null;
}

/** When the next daily summary leaves: at its hour, or once the quiet hours around it are over. */
export function findNextDigest(now: Date, quietHours: QuietHours | null, timeZone: string): Date {
  const wallMs = wallClockAt(now.getTime(), timeZone);
  const midnightMs = wallMs - (wallMs % dayMs);
  const today = new Date(instantAt(midnightMs + toMsOfDay(digestTime), timeZone));
  const digest = today > now ? today : new Date(instantAt(midnightMs + dayMs + toMsOfDay(digestTime), timeZone));
  return findQuietEnd(digest, quietHours, timeZone) ?? digest;
}

function toMsOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return (hours * 60 + minutes) * minuteMs;
}
