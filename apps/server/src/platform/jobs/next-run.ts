import { parseCronItem } from "graphile-worker";

const minuteMs = 60_000;
/** No schedule of ours is rarer than once a year. */
const mostMinutes = 366 * 24 * 60;

/** When a schedule comes next after an instant, in UTC; null where it never does, or is none. */
export function findNextRun(schedule: string, after: Date): Date | null {
  const isDue = readSchedule(schedule);
  if (!isDue) return null;
  const first = (Math.floor(after.getTime() / minuteMs) + 1) * minuteMs;
  for (let minute = 0; minute < mostMinutes; minute++) {
    const instant = new Date(first + minute * minuteMs);
    if (isDue(instant)) return instant;
  }
  return null;
}

function readSchedule(schedule: string): ((instant: Date) => boolean) | null {
  try {
    const { match } = parseCronItem({ task: "schedule", match: schedule });
    return (instant) =>
      match({
        min: instant.getUTCMinutes(),
        hour: instant.getUTCHours(),
        date: instant.getUTCDate(),
        month: instant.getUTCMonth() + 1,
        dow: instant.getUTCDay(),
      });
  } catch {
    return null;
  }
}

/** A schedule in words, where it is one of the usual kinds. */
export function describeSchedule(schedule: string): string {
  const [minute = "", hour = "", ...rest] = schedule.split(" ");
  if (rest.join(" ") !== "* * *") return schedule;
  if (minute === "*" && hour === "*") return "Every minute";
  const step = /^\*\/(\d+)$/.exec(minute)?.[1] ?? stepOf(minute.split(","));
  if (step && hour === "*") return `Every ${step} minutes`;
  if (/^\d+$/.test(minute) && /^\d+$/.test(hour))
    return `Daily at ${hour.padStart(2, "0")}:${minute.padStart(2, "0")} UTC`;
  return schedule;
}

/** By how many minutes those of a list follow each other all around the hour. */
function stepOf(minutes: readonly string[]): number | undefined {
  const step = 60 / minutes.length;
  const isEven = minutes.every((minute, place) => Number(minute) === Number(minutes[0]) + place * step);
  return minutes.length > 1 && isEven ? step : undefined;
}
